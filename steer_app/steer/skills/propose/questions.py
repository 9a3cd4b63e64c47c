"""Questions from facets: templates chosen by what a facet's sentences hold more often than the other sentences do.

No template makes a verb agree with what is put in, so singular and plural, names and mass nouns all read well.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from steer_app.brains.offline.phrases import Phrase, is_plural
from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.propose.facets import Facet

NEAREST = 6
"""Sentences of a facet that are looked at, nearest to its centre first."""
LEAST_SHARE = 1 / 3
MOST_OF_A_KIND = 2

_MONEY = {"USD", "EUR", "GBP", "CHF", "JPY"}


@dataclass(frozen=True)
class Kind:
    template: str
    cue: re.Pattern[str]


def _kind(template: str, cue: str) -> Kind:
    return Kind(template, re.compile(rf"\b(?:{cue})\b", re.I))


KINDS = {
    "cause": _kind(
        "What are the causes and the consequences of {x}?",
        r"because|caus(?:e|es|ed|ing)|due to|leads? to|led to|results? in|resulted in|so that|reasons?",
    ),
    "change": _kind(
        "What has changed with {x}, and when?",
        r"since|rose|fell|grew|rising|falling|increas\w+|decreas\w+|declin\w+|over the years|became|earlier|formerly",
    ),
    "compare": _kind(
        "How do the alternatives compare when it comes to {x}?",
        r"than|compared|versus|whereas|unlike|differs?|in contrast|better|worse|alternatives?|instead",
    ),
    "condition": _kind(
        "Which conditions and limits apply to {x}?",
        r"if|unless|only|must|requir\w+|provided that|as long as|limits?|maximum|minimum|at least|at most|allowed",
    ),
    "evidence": _kind(
        "What evidence is there on {x}, and how strong is it?",
        r"study|studies|surveys?|measured|found|evidence|samples?|data show|estimat\w+|evaluation|counted|interview\w*",
    ),
    "practice": _kind(
        "What is good practice with {x}?",
        r"to use|using|by \w+ing|steps?|set up|configur\w+|install\w*|enabl\w+|recommend\w*|should",
    ),
    "risk": _kind(
        "What are the risks with {x}, and how can they be kept small?",
        r"risks?|dangers?|fail\w*|loss|lost|damag\w+|harm\w*|problems?|crash\w*|injur\w+|unsafe|warn\w*|bloat\w*|"
        r"corrupt\w*|block\w*|worr\w+",
    ),
    "view": _kind(
        "Who takes which view of {x}, and why?",
        r"objects? to|oppos\w+|in favour|argues?|petition\w*|complain\w*|critics?|wants?|said|says",
    ),
}
_COST = "What are the costs of {x}, and what drives them?"
_SAYS_COST = re.compile(r"\b(?:costs?|prices?|fees?|grants?|spending|budget)\b", re.I)
_FIGURES = "What do the figures say about {x}?"
_PERSON = "Which view does {x} take, and why?"
_TITLE = re.compile(
    r"^(?:the )?(?:councillor|mayor|professor|minister|president|director|judge|senator)\b.*[A-Z]", re.I
)
_LINK = "What is the link between {x} and {y}?"
_ASPECT = "What do the sources say about {x}?"
_CONCERN = 'What do the sources say about "{x}"?'


def shares(texts: Sequence[str], tools: Tools) -> dict[str, float]:
    """For each kind the share of the texts that speak of it."""
    if not texts:
        return {}
    found = {name: sum(bool(kind.cue.search(text)) for text in texts) / len(texts) for name, kind in KINDS.items()}
    units = [{amount.unit for amount in tools.numbers(text)} for text in texts]
    found["cost"] = sum(bool(held & _MONEY) for held in units) / len(texts)
    found["figures"] = sum(bool(held - _MONEY - {""}) for held in units) / len(texts)
    return found


def of_facet(facet: Facet, usual: dict[str, float], topic: str, used: Sequence[str], tools: Tools) -> tuple[str, str]:
    """(question, kind). The kind whose share among the facet's sentences is furthest above the usual share; each kind
    at most twice in a proposal (`used`). `topic` is a noun phrase or ""."""
    if _TITLE.match(facet.terms[0].text):
        return _PERSON.format(x=facet.terms[0].text), "view"
    here = shares([one.text for one in facet.sentences[:NEAREST]], tools)
    lifts = {
        kind: share - usual.get(kind, 0.0)
        for kind, share in here.items()
        if share >= LEAST_SHARE and used.count(kind) < MOST_OF_A_KIND
    }
    best = min(lifts, key=lambda kind: (round(-lifts[kind] + 0.2 * used.count(kind), 4), kind), default="")
    if best and lifts[best] > 0:
        return _template(best, facet).format(x=subject(facet)), best
    other = _partner(facet) or topic
    if other and used.count("link") < MOST_OF_A_KIND:
        return _LINK.format(x=facet.name, y=other), "link"
    return _ASPECT.format(x=subject(facet)), "plain"


def subject(facet: Facet) -> str:
    """The facet's name; a lone common word is joined by the facet's next term, which says what is meant by it."""
    name = facet.terms[0]
    if len(name.key) > 1 or name.text[0].isupper():
        return name.noun
    partner = _partner(facet)
    return f"{name.noun} and {partner}" if partner else name.noun


def of_aspect(aspect: str, names: Collection[str]) -> str:
    """An aspect in the person's own words: as it stands if it is a noun phrase, else quoted. `names` keep capitals."""
    text = aspect.strip().rstrip(".?!")
    is_clause = re.search(r"\b(?:I|we|my|our|me|us|is|are|am|was|have|has|do|does|not|want|need|can|will|must)\b", text)
    if is_clause or len(text.split()) > 9 or not re.match(r"[\w'’]+", text):
        return _CONCERN.format(x=text)
    is_name = text[1:2].isupper() or text.split()[0] in names
    return _ASPECT.format(x=text if is_name else text[0].lower() + text[1:])


def _template(kind: str, facet: Facet) -> str:
    if kind == "cost" and not _SAYS_COST.search(facet.name):
        return _COST
    return _FIGURES if kind in {"cost", "figures"} else KINDS[kind].template


def _partner(facet: Facet) -> str:
    """The facet's next term that shares no word with its name."""
    own = set(facet.terms[0].key)
    others = [term for term in facet.terms[1:5] if not own & set(term.key) and _is_surely_noun(term)]
    several = [term for term in others if len(term.key) > 1]
    return (several or others)[0].noun if others else ""


def _is_surely_noun(term: Phrase) -> bool:
    """Adjectives stand alone in a text too; a plural, a name or an article shows a noun."""
    return len(term.key) > 1 or is_plural(term.text) or term.text[0].isupper() or term.noun != term.text
