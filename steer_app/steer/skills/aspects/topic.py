"""The matter of a question as a phrase that fits after a preposition: "replacing my gas furnace with a heat pump".

Only what a rule is sure of: a question that fits none has no matter, and whoever asks does without.
"""

import re

from steer_app.steer.skills.aspects.verbs import gerund

MOST_WORDS = 9

_VERBS = (
    "adopt|ban|back up|build|buy|change|choose|compare|compost|cook|create|cut|deploy|design|eat|encrypt|explain|fix|"
    "fund|get|grow|handle|heat|hire|improve|insulate|install|insure|introduce|invest in|irrigate|join|keep|learn|"
    "lease|leave|limit|lose|lower|make|manage|measure|migrate|monitor|move|negotiate|open|organise|organize|pay|plan|plant|prepare|"
    "prevent|protect|publish|raise|recover|recycle|reduce|refuse|regulate|renovate|rent|repair|replace|restore|restrict|"
    "run|save|sell|set up|speed up|start|stop|store|study|switch to|tax|teach|test|train|treat|try|tune|upgrade|use|"
    "vaccinate|write"
)
_STOPS = (
    r"\s+(?:before|after|without|within|under|until|despite|during|since|in \d|when|if|while|"
    r"and (?:how|what|why|when))\b|[,;?.]|$"
)
_ENDS = rf"(?={_STOPS})"
# A matter that is a thing ends at its setting too.
_THING_ENDS = rf"(?= on\b| for\b| in\b|{_STOPS})"
_DOING = re.compile(
    r"^(?:how (?:do|can|should|could|would|might|must|to)|should|can|could|must|shall|(?:what(?:'s|"
    r" is) )?(?:the )?best way to|"
    rf"is it (?:worth|better to)|what does it take to|ways? to)\b(?:\s+[\w' -]+?)??\s+(?P<verb>{_VERBS})\b"
    rf"(?P<rest>.*?){_ENDS}",
    re.I,
)
_IS = re.compile(
    r"^(?:is|are|was|were) (?P<matter>.+?) (?:(?:a |an |the |really |so )*(?:good|bad|better|best|worth|safe|"
    r"dangerous|harmful|healthy|"
    r"effective|useful|possible|fair|right|wrong|legal|overrated))\b",
    re.I,
)
_WHAT_IS = re.compile(rf"^what (?:is|are) (?!the\b|better|best)(?P<matter>.+?){_ENDS}", re.I)
_OF = re.compile(
    r"\b(?:effects?|impacts?|consequences|causes|history|future|state|benefits|risks|costs|advantages|drawbacks|"
    r"pros and cons|"
    rf"evidence|role|use) (?:of|on|for) (?P<matter>.+?){_THING_ENDS}",
    re.I,
)
_DO = re.compile(
    r"^(?:do|does|did) (?P<matter>.+?) (?:cause|affect|help|harm|improve|reduce|work|lead|increase|"
    r"lower|make)\b",
    re.I,
)
_WOULD = re.compile(
    r"^what (?:would|will|does|do|did|can|could) (?P<matter>(?:an?|the|my|our)? ?.+?) "
    rf"(?:really )?(?:change|mean|bring|cost|do|gain|need)\b{_THING_ENDS}",
    re.I,
)
_SIDES = (
    re.compile(rf"^(?P<a>.+?) (?:vs\.?|versus) (?P<b>.+?){_THING_ENDS}", re.I),
    re.compile(rf"\bcompar\w+ (?:of )?(?P<a>.+?) (?:and|with|to) (?P<b>.+?){_THING_ENDS}", re.I),
    re.compile(rf"\bdifferences? between (?P<a>.+?) and (?P<b>.+?){_THING_ENDS}", re.I),
)


def matter(query: str) -> str:
    """The phrase, or nothing."""
    bare = " ".join(query.split()).rstrip("?. ")
    for pattern in _SIDES:
        if found := pattern.search(bare):
            return _short(f"{_lower(found['a'])} and {_lower(found['b'])}")
    if found := _DOING.match(bare):
        return _short(gerund(found["verb"].lower()) + found["rest"])
    for pattern in (_IS, _OF, _WHAT_IS, _WOULD, _DO):
        if found := pattern.search(bare):
            return _short(found["matter"])
    return bare if len(bare.split()) <= 3 else ""


def _short(phrase: str) -> str:
    return phrase if len(phrase.split()) <= MOST_WORDS else ""


def _lower(phrase: str) -> str:
    """Small letters for the capital that opens a question of several words; a word alone may be a name."""
    first, _, rest = phrase.partition(" ")
    return phrase[0].lower() + phrase[1:] if rest and first[1:].islower() else phrase
