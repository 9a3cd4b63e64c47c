"""Questions from facets: templates chosen by what a facet's sentences hold more often than the other sentences do.

A colon stands between a facet and what is asked of it, so that no verb has to agree with what is put in.
"""

import re
from collections.abc import Sequence
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
        "{x}: what are the causes and the consequences?",
        r"because|caus(?:e|es|ed|ing)|due to|leads? to|led to|results? in|resulted in|so that|reasons?",
    ),
    "change": _kind(
        "{x}: what has changed, and when?",
        r"since|rose|fell|grew|rising|falling|increas\w+|decreas\w+|declin\w+|over the years|became|earlier|formerly",
    ),
    "compare": _kind(
        "{x}: how do the alternatives compare?",
        r"than|compared|versus|whereas|unlike|differs?|in contrast|better|worse|alternatives?|instead",
    ),
    "condition": _kind(
        "{x}: which conditions and limits apply?",
        r"if|unless|only|must|requir\w+|provided that|as long as|limits?|maximum|minimum|at least|at most|allowed",
    ),
    "evidence": _kind(
        "{x}: what evidence is there, and how strong is it?",
        r"study|studies|surveys?|measured|found|evidence|samples?|data show|estimat\w+|evaluation|counted|interview\w*",
    ),
    "practice": _kind(
        "{x}: what is good practice?",
        r"to use|using|by \w+ing|steps?|set up|configur\w+|install\w*|enabl\w+|recommend\w*|should",
    ),
    "risk": _kind(
        "{x}: what are the risks, and how can they be kept small?",
        r"risks?|dangers?|fail\w*|loss|lost|damag\w+|harm\w*|problems?|crash\w*|injur\w+|unsafe|warn\w*|bloat\w*|"
        r"corrupt\w*|block\w*|worr\w+",
    ),
    "view": _kind(
        "{x}: who takes which view, and why?",
        r"objects? to|oppos\w+|in favour|argues?|petition\w*|complain\w*|critics?|wants?|said|says",
    ),
}
_COST = "{x}: what are the costs, and what drives them?"
_SAYS_COST = re.compile(r"\b(?:costs?|prices?|fees?|grants?|spending|budget)\b", re.I)
_FIGURES = "{x}: what do the figures say?"
_PERSON = "{x}: which view, and why?"
_TITLE = re.compile(
    r"^(?:the )?(?:councillor|mayor|professor|minister|president|director|judge|senator)\b.*[A-Z]", re.I
)
_LINK = "{x} and {y}: what is the link?"
_ASPECT = "{x}: what do the sources say?"


def shares(texts: Sequence[str], tools: Tools) -> dict[str, float]:
    """For each kind the share of the texts that speak of it."""
    if not texts:
        return {}
    found = {name: sum(bool(kind.cue.search(text)) for text in texts) / len(texts) for name, kind in KINDS.items()}
    units = [{amount.unit for amount in tools.numbers(text)} for text in texts]
    found["cost"] = sum(bool(held & _MONEY) for held in units) / len(texts)
    found["figures"] = sum(bool(held - _MONEY - {""}) for held in units) / len(texts)
    return found


def of_facet(facet: Facet, usual: dict[str, float], used: Sequence[str], tools: Tools) -> tuple[str, str]:
    """(question, kind). The kind whose share among the facet's sentences is furthest above the usual share; each kind
    at most twice in a proposal (`used`)."""
    if _TITLE.match(facet.terms[0].text):
        return _PERSON.format(x=opened(facet.terms[0].text)), "view"
    here = shares([one.text for one in facet.sentences[:NEAREST]], tools)
    lifts = {
        kind: share - usual.get(kind, 0.0)
        for kind, share in here.items()
        if share >= LEAST_SHARE and used.count(kind) < MOST_OF_A_KIND
    }
    best = min(lifts, key=lambda kind: (round(-lifts[kind] + 0.2 * used.count(kind), 4), kind), default="")
    if best and lifts[best] > 0:
        return _template(best, facet).format(x=opened(subject(facet))), best
    other = _partner(facet)
    if other and used.count("link") < MOST_OF_A_KIND:
        return _LINK.format(x=opened(facet.name), y=other), "link"
    return _ASPECT.format(x=opened(subject(facet))), "plain"


def subject(facet: Facet) -> str:
    """The facet's name; a lone common word is joined by the facet's next term, which says what is meant by it."""
    name = facet.terms[0]
    if len(name.key) > 1 or name.text[0].isupper():
        return name.noun
    partner = _partner(facet)
    return f"{name.noun} and {partner}" if partner else name.noun


def of_aspect(aspect: str) -> str:
    """An aspect in the person's own words. One that asks "who gains and who loses" is a question already."""
    text = opened(aspect.strip().rstrip(".?!: "))
    return f"{text}?" if text.startswith("Who ") else _ASPECT.format(x=text)


def opened(text: str) -> str:
    """With a capital, and without the article that no heading needs."""
    bare = re.sub(r"^the\s+(?=\S)", "", text)
    first = bare.split()[0]
    return bare if "_" in first or first != first.lower() else bare[:1].upper() + bare[1:]


def _template(kind: str, facet: Facet) -> str:
    if kind == "cost" and not _SAYS_COST.search(facet.name):
        return _COST
    return _FIGURES if kind in {"cost", "figures"} else KINDS[kind].template


def _partner(facet: Facet) -> str:
    """The facet's next term that shares no word with its name."""
    own = set(facet.terms[0].key)
    others = [
        term
        for term in facet.terms[1:5]
        if not own & set(term.key) and _is_surely_noun(term) and (term.text == term.text.lower() or term.text.isupper())
    ]
    several = [term for term in others if len(term.key) > 1]
    return (several or others)[0].noun if others else ""


def _is_surely_noun(term: Phrase) -> bool:
    """Adjectives stand alone in a text too; a plural, a name or an article shows a noun."""
    return len(term.key) > 1 or is_plural(term.text) or term.text[0].isupper() or term.noun != term.text
