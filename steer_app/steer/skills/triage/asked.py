"""What a question asks for, by its form: one fact of a kind that can be told when seen, or something else."""

import re
from dataclasses import dataclass

LONGEST, LONGEST_CLOSED = 30, 18
"""Words. Whoever needs more has more to ask than one fact; the offline brain is stricter still."""

_WORDS = re.compile(r"[\w%’'-]+")
_LEAD = re.compile(
    r"^(?:please,?\s+)?(?:(?:can|could) you (?:please )?(?:tell me|say)|(?:please )?tell me|do you know)[\s,:]+", re.I
)
_ASKS = r"(?:what|which|who|whom|whose|when|where|why|how)"
_SEVERAL = re.compile(rf"\?.*\w.*\?|;|[,]?\s(?:and|or|but)\s+(?:\w+\s+)?{_ASKS}\b|,\s*{_ASKS}\b", re.I | re.S)
"""Two questions in one."""
_WEIGHS = re.compile(
    r"\b(?:why|should|shall|would|could|might|ought|better|best|worse|worst|worth\w*|good|bad|safe|safer|right|wrong|"
    r"compar\w+|versus|vs|differ\w*|impact\w*|effect\w*|affect\w*|influenc\w+|caus\w+|consequen\w+|outcome\w*|"
    r"evidence|risk\w*|benefit\w*|advantage\w*|disadvantage\w*|pros|cons|trade-?offs?|drawback\w*|argument\w*|"
    r"matter|matters|mean|means|depend\w*|likely|unlikely|typical\w*|usual\w*|general\w*|average|normal\w*|"
    r"recommend\w*|advis\w+|optimal|ideal|suitable|enough|really|actually|still|ways?|reasons?|factors?|options?|"
    r"kinds?|types?|examples?|explain\w*|describ\w+|discuss\w*|summar\w+|overview|review|assess\w*|evaluat\w+|"
    r"analys\w+|analyz\w+|expect\w*|forecast\w*|future|will|going to|plan|plans|propos\w+|need|needs|needed|"
    r"possible|possibly|if|unless|whether|most|more|less|least|change|changes|changed|improv\w+|reduc\w+|increas\w+)\b",
    re.I,
)
"""What has to be weighed, counted over many sources, or foreseen: no one sentence says it."""
_PERSONAL = re.compile(r"\b(?:i|i'm|me|my|mine|we|us|our|ours|you|your|yours|one's)\b", re.I)
_ONE_OF_MANY = re.compile(r"\b(?:a|an|any|some)\b")
"""Of things at large: "how much does a heat pump cost" has as many answers as there are heat pumps."""

_MEASURES = (
    "price|cost|budget|height|length|depth|width|weight|area|size|speed|population|distance|number|capacity|temperature|"
    "salary|rent|fee|fare|turnout"
)
_TOWNS = "city|town|country|street|village"
_KINDS = tuple(
    (kind, re.compile(f"^(?:{form})", re.I if kind != "person" else 0))
    for kind, form in (
        ("year", r"(?:in |since |from |by |until )?(?:what|which) year\b"),
        ("date", r"(?:on )?(?:what|which) (?:date|day)\b|since when\b|when (?:is|was|were|did|does|had)\b"),
        ("count", r"how many\b"),
        ("percent", r"(?:what|which) (?:share|percentage|proportion|per ?cent)\b"),
        ("amount", r"how (?:much|long|far|tall|high|deep|wide|old|heavy|large|big|fast|loud)\b"),
        ("amount", rf"what (?:is|was|were) the (?:total |final |exact )?(?:{_MEASURES})\b"),
        ("person", r"[Ww]ho (?!(?:is|was|are|were) [A-Z])\w+|[Bb]y whom\b"),
        ("place", rf"where (?:is|was|were|did)\b|(?:in |at |on )?(?:what|which) (?:{_TOWNS})\b"),
    )
)


@dataclass(frozen=True)
class Wanted:
    """One fact: `kind` is year, date, count, percent, amount, person or place."""

    kind: str
    rest: str
    """The question without the words that only ask."""


def is_open(question: str) -> bool:
    """Whether nothing short can answer it, seen by its form alone: then no brain is asked."""
    text = _bare(question)
    asks = re.match(rf"^(?:(?:in|on|at|by|since|from|until|to|of)\s+)?{_ASKS}\b", text, re.I)
    return (
        not asks
        or len(_WORDS.findall(text)) > LONGEST
        or bool(_SEVERAL.search(text) or _WEIGHS.search(text) or _PERSONAL.search(text))
    )


def wanted(question: str) -> Wanted | None:
    """The one fact that is asked for; None if it is none that can be told by its form."""
    text = _bare(question)
    if is_open(question) or len(_WORDS.findall(text)) > LONGEST_CLOSED or re.search(r"\b(?:and|or)\b", text, re.I):
        return None
    for kind, form in _KINDS:
        match = form.match(text)
        if match and not (kind in {"count", "amount", "percent"} and _is_at_large(text)):
            rest = text if kind == "person" else text[match.end() :]
            return Wanted(kind, _without_asking(rest, text, kind))
    return None


def _bare(question: str) -> str:
    return _LEAD.sub("", " ".join(question.split()))


def _is_at_large(text: str) -> bool:
    """Of anything of its kind rather than of one thing: nothing in it is named or pointed at."""
    after = text.split(" ", 1)[-1]
    pointed_at = re.search(r"\b(?:the|this|that|these|those|its|his|her|their)\b|\d", after, re.I)
    return bool(_ONE_OF_MANY.search(after)) or not (pointed_at or re.search(r"\b[A-Z]\w+", after))


def _without_asking(rest: str, text: str, kind: str) -> str:
    """What stays to be found in a sentence. "What was the price of X": the price is a part of it."""
    measured = re.match(r"^what (?:is|was|were) the (?P<what>.+)$", text, re.I) if kind == "amount" else None
    found = measured["what"] if measured else rest
    return re.sub(r"^who\b|^by whom\b", "", found, flags=re.I).strip(" ?.!")
