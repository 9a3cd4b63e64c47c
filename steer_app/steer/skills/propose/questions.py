"""Questions from facets: templates chosen by what a facet's sentences hold.

No template makes a verb agree with the facet's name, so singular and plural, names and mass nouns all read well.
"""

import re
from collections.abc import Sequence

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.propose.facets import Facet

_WINDOW = 6
"""Sentences of a facet that are looked at, nearest to its centre first."""

_MONEY = {"USD", "EUR", "GBP", "CHF", "JPY", "pound", "dollar", "euro"}
_KINDS: tuple[tuple[str, str, re.Pattern[str]], ...] = (
    (
        "compare",
        "How do the alternatives compare when it comes to {x}?",
        re.compile(
            r"\b(?:than|compared|versus|whereas|unlike|differs? from|in contrast|better|worse|alternatives?)\b", re.I
        ),
    ),
    (
        "risk",
        "What are the risks with {x}, and how can they be kept small?",
        re.compile(
            r"\b(?:risks?|dangers?|fail(?:s|ed|ure)?|loss|lost|damage|harm|problem|crash|injur\w+|unsafe|warn\w*|bloat\w*|"
            r"corrupt\w*|conflict\w*)\b",
            re.I,
        ),
    ),
    (
        "cause",
        "What are the causes and the consequences of {x}?",
        re.compile(
            r"\b(?:because|caus(?:e|es|ed|ing)|due to|leads? to|led to|results? in|therefore|reason|so that)\b", re.I
        ),
    ),
    (
        "change",
        "When, and how, did things change with {x}?",
        re.compile(
            r"\b(?:since|until|before|after|rose|fell|grew|increas\w+|decreas\w+|over the years|became)\b", re.I
        ),
    ),
    (
        "condition",
        "Which conditions and limits apply to {x}?",
        re.compile(
            r"\b(?:if|unless|only|must|required?|provided that|as long as|limits?|maximum|minimum|at least|at most|when)\b",
            re.I,
        ),
    ),
    (
        "evidence",
        "What evidence is there on {x}, and how strong is it?",
        re.compile(
            r"\b(?:study|studies|survey\w*|measured|found that|evidence|trial|sample|data show|estimat\w+|report)\b",
            re.I,
        ),
    ),
    (
        "use",
        "How are things done in practice with {x}?",
        re.compile(
            r"\b(?:to use|using|by \w+ing|steps?|set up|configur\w+|install\w*|run|create|enable|choose)\b", re.I
        ),
    ),
)
_COST = "What are the costs of {x}, and what drives them?"
_FIGURES = "Which figures are given for {x}, and what do they rest on?"
_PEOPLE = "Who is involved in {x}, and what do they want?"
_PAIR = "How are {x} and {y} connected?"
_ROLE = "What part does {x} play in {topic}?"
_ASPECT = "What do the sources say about {x}?"
_CONCERN = 'What do the sources say about "{x}"?'


def of_facet(facet: Facet, topic: str, used: Sequence[str], tools: Tools) -> tuple[str, str]:
    """(question, kind). The kind that its sentences speak of most, each kind at most twice a proposal (`used`)."""
    shares = _shares(facet, tools)
    for kind in sorted(shares, key=lambda kind: (-shares[kind] / (1 + 1.5 * used.count(kind)), kind)):
        if shares[kind] < 1 / 3 or used.count(kind) > 1:
            continue
        return _templates()[kind].format(x=facet.name), kind
    partner = _partner(facet, tools)
    if partner and used.count("pair") < 2:
        return _PAIR.format(x=facet.name, y=partner), "pair"
    return (_ROLE.format(x=facet.name, topic=topic), "role") if topic else (_ASPECT.format(x=facet.name), "plain")


def of_aspect(aspect: str, tools: Tools) -> str:
    """An aspect in the person's own words: as it stands if it is a noun phrase, else quoted."""
    text = aspect.strip().rstrip(".?!")
    is_clause = bool(
        re.search(r"\b(?:I|we|my|our|me|us|is|are|am|was|have|has|do|does|not|want|need|can|will|must)\b", text)
    )
    if is_clause or len(text.split()) > 9:
        return _CONCERN.format(x=text)
    is_name = len(text) > 1 and (text[1].isupper() or text.split()[0] in tools.names(f"On {text}"))
    return _ASPECT.format(x=text if is_name else text[0].lower() + text[1:])


def _templates() -> dict[str, str]:
    return {kind: template for kind, template, _ in _KINDS} | {"cost": _COST, "figures": _FIGURES, "people": _PEOPLE}


def _shares(facet: Facet, tools: Tools) -> dict[str, float]:
    """For each kind the share of the facet's nearest sentences that speak of it."""
    texts = [one.text for one in facet.sentences[:_WINDOW]]
    if not texts:
        return {}
    shares = {kind: sum(bool(cue.search(text)) for text in texts) / len(texts) for kind, _, cue in _KINDS}
    amounts = [tools.numbers(text) for text in texts]
    money = sum(any(amount.unit in _MONEY for amount in found) for found in amounts)
    others = sum(any(amount.unit not in _MONEY for amount in found) for found in amounts)
    people = sum(
        bool(re.search(r"\b(?:said|says|asked?|wants?|objects?|argues?|supports?|opposes?|proposed)\b", text))
        for text in texts
    )
    return shares | {
        "cost": 1.5 * money / len(texts),
        "figures": others / len(texts),
        "people": 1.2 * people / len(texts),
    }


def _partner(facet: Facet, tools: Tools) -> str:
    """The facet's next term that shares no word with its name, if it can stand beside it."""
    own = set(facet.terms[0].key)
    for term in facet.terms[1:4]:
        if not own & set(term.key) and len(term.key) > 1:
            return term.noun
    return ""
