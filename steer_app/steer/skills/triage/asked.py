"""What a question asks for, by its form: one fact of a kind that can be told when seen, or something else."""

import re
from dataclasses import dataclass

LONGEST, LONGEST_CLOSED = 30, 22
"""Words. Whoever needs more has more to ask than one fact; the offline brain is stricter still."""

_WORDS = re.compile(r"[\w%’'-]+")
_LEAD = re.compile(
    r"^(?:please,?\s+)?(?:(?:can|could) you (?:please )?(?:tell me|say)|(?:please )?tell me|do you know)[\s,:]+", re.I
)
_ASKS = r"(?:what|which|who|whom|whose|when|where|why|how)"
_SEVERAL = re.compile(rf"\?.*\w.*\?|;|[,]?\s(?:and|or|but)\s+(?:\w+\s+)?{_ASKS}\b|,\s*{_ASKS}\b", re.I | re.S)
"""Two questions in one."""
_JUDGES = (
    r"why|should|shall|might|ought|better|best|worse|worst|worth\w*|good|bad|safe|safer|right|wrong|"
    r"compar\w+|versus|vs|differ\w*|impact\w*|effect\w*|affect\w*|influenc\w+|caus\w+|consequen\w+|outcome\w*|"
    r"evidence|risk\w*|benefit\w*|advantage\w*|disadvantage\w*|pros|cons|trade-?offs?|drawback\w*|argument\w*|"
    r"depend\w*|likely|unlikely|typical\w*|usual\w*|general\w*|normal\w*|"
    r"recommend\w*|advis\w+|optimal|ideal|suitable|enough|really|actually|reasons?|factors?|"
    r"kinds?|types?|examples?|explain\w*|describ\w+|discuss\w*|summar\w+|overview|assess\w*|evaluat(?:e|es|ed|ing)|"
    r"analys(?:e|es|ed|is|ing)|analyz\w+|expect\w*|forecast\w*|future|going to|propos\w+|need|needs|needed|"
    r"possible|possibly|if|unless|whether|improv\w+|reduc\w+|increas\w+"
)
"""What has to be weighed, counted over many sources, or foreseen: no one sentence says it, whatever the form."""
_LOOSE = (
    r"would|could|matter|matters|mean|means|average|still|ways?|options?|review|will|plan|plans|"
    r"most|more|less|least|change|changes|changed"
)
"""The same, but in a question whose form wants one fact they name a thing ("Option A", "the yearly mean")."""
_OPEN = re.compile(rf"\b(?:{_JUDGES})\b", re.I)
_WEIGHS = re.compile(rf"\b(?:{_JUDGES}|{_LOOSE})\b", re.I)
_PERSONAL = re.compile(r"\b(?:i|i'm|me|my|mine|we|us|our|ours|you|your|yours|one's)\b", re.I)
_ONE_OF_MANY = re.compile(r"\b(?:a|an|any|some)\b")
"""Of things at large: "how much does a heat pump cost" has as many answers as there are heat pumps."""
_RATE = re.compile(
    r"\b(?:a|an|per) (?:day|week|month|year|hour|minute|night|visit|head|person|metre|mile|\w+ foot)\b", re.I
)

_MONEY = "price|cost|budget|salary|rent|fee|fare|grant|fine|tax"
_LENGTH = "height|length|depth|width|distance"
_FIGURE = (
    "area|size|speed|number|capacity|temperature|turnout|limit|target|mean|average|median|default|value|"
    "minimum|maximum|rate|factor|threshold|weight|age|duration|population"
)
_TOWNS = "city|town|country|street|village"
_OF = r"(?:\w+[’']s |[\w-]+ ){0,3}?"
_FORMS = (
    ("year", "", r"(?:in |since |from |by |until )?(?:what|which) year\b"),
    ("date", "", r"(?:on )?(?:what|which) (?:date|day)\b|since when\b|when\b(?! (?:would|could|can))"),
    ("count", "", r"how many\b"),
    ("percent", "", r"(?:what|which) (?:share|percentage|proportion|fraction|per ?cent)\b"),
    ("amount", "money", r"how much (?=money\b|.*\b(?:costs?|pay|pays|paid|spen[dt]|price\w*|charge\w*)\b)"),
    ("amount", "money", rf"what (?:does|did|do|would|will) (?=.*\b(?:costs?|charge)\b)|(?:what|which) (?:{_MONEY})\b"),
    ("amount", "money", rf"what (?:is|was|were) the (?={_OF}(?:{_MONEY})\b)"),
    ("amount", "length", rf"how (?=(?:far|tall|high|deep|wide)\b)|what (?:is|was|were) the (?={_OF}(?:{_LENGTH})\b)"),
    ("amount", "length time", r"how long\b"),
    ("amount", "time", rf"how old\b|what (?:is|was|were) the (?={_OF}(?:time|duration)\b)"),
    ("amount", "", r"how (?:much|heavy|large|big|fast|loud)\b"),
    ("figure", "", rf"what (?:is|was|were) (?=(?:the |\w+[’']s |[\w-]+ ){{1,4}}?(?:{_FIGURE})\b)"),
    ("person", "", r"[Ww]ho (?!(?:is|was|are|were) [A-Z])\w+|[Bb]y whom\b"),
    ("person", "", r"[Ww]hich (?:company|firm|group|body|organisation|organization|institute|person)\b"),
    ("place", "", rf"where\b(?! (?:would|could|can|will))|(?:in |at |on )?(?:what|which) (?:{_TOWNS})\b"),
)
_KINDS = tuple(
    (kind, measures, re.compile(f"^(?:{form})", re.I if kind != "person" else 0)) for kind, measures, form in _FORMS
)


@dataclass(frozen=True)
class Wanted:
    """One fact: `kind` is year, date, count, percent, amount, figure, person or place."""

    kind: str
    rest: str
    """The question without the words that only ask."""
    measures: frozenset[str] = frozenset()
    """What an amount may be measured in: money, length or time; anything if it is empty."""
    at_large: bool = False
    """By its form nothing in it is named or pointed at; the sources may still write a word of it as a name."""


def is_open(question: str) -> bool:
    """Whether nothing short can answer it, seen by its form alone: then no brain is asked."""
    text = _bare(question)
    asks = re.match(rf"^(?:(?:in|on|at|by|since|from|until|to|of)\s+)?{_ASKS}\b", text, re.I)
    weighs = _OPEN if _form(text) else _WEIGHS
    return (
        not asks
        or len(_WORDS.findall(text)) > LONGEST
        or bool(_SEVERAL.search(text) or weighs.search(text) or _PERSONAL.search(text))
    )


def wanted(question: str) -> Wanted | None:
    """The one fact that is asked for; None if it is none that can be told by its form."""
    text = _bare(question)
    form = _form(text)
    if form is None or is_open(question) or len(_WORDS.findall(text)) > LONGEST_CLOSED or _is_hoped(form[0], text):
        return None
    kind, measures, end = form
    rest = text if kind == "person" else text[end:]
    rest = re.sub(r"^who\b|^by whom\b|^which \w+\b", "", rest, flags=re.I).strip(" ?.!")
    is_amount = kind in {"count", "amount", "percent", "figure"}
    return Wanted(kind, rest, frozenset(measures.split()), is_amount and _is_at_large(text))


def _bare(question: str) -> str:
    return _LEAD.sub("", " ".join(question.split()))


def _form(text: str) -> tuple[str, str, int] | None:
    """(kind, measures, where the words that only ask end)."""
    for kind, measures, form in _KINDS:
        if match := form.match(text):
            return kind, measures, match.end()
    return None


def _is_hoped(kind: str, text: str) -> bool:
    """Of what is yet to be counted; what something would cost is said beforehand."""
    return kind in {"count", "percent", "figure"} and bool(re.search(r"\b(?:would|will|could)\b", text, re.I))


def _is_at_large(text: str) -> bool:
    """Of anything of its kind rather than of one thing: nothing in it is named or pointed at."""
    after = _RATE.sub("", text.split(" ", 1)[-1])
    if re.search(r"\d|_|\b[A-Z]\w+", after):
        return False
    return bool(_ONE_OF_MANY.search(after)) or not re.search(
        r"\b(?:the|th[ei]s|that|those|its|his|her|their)\b", after, re.I
    )
