"""The three to five sentences that come nearest to question and person, and speak to different things and sides."""

import re
from collections.abc import Sequence

import numpy as np

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.report.bearing import Bearing
from steer_app.steer.skills.report.quotes import Quote
from steer_app.steer.skills.report.sides import side

FEWEST, MOST = 3, 5
NEAR = 0.35
"""A fourth or fifth sentence has to come this near to the question or to the person."""
TO_PERSON = 0.9
"""Weight of the nearest aspect beside the question."""
NEW_ASPECT = 0.1
OTHER_SIDE = 0.1
LIKENESS = 0.25
WORDS = 0.2
"""Weight of the share of the question's own words that a sentence has, each by its rarity among the quotes."""
SAME_DOCUMENT = 0.1
CONCRETE = 0.08
SPEAKER = 0.3
"""Less for who is speaking, or for speech, instead of a statement on the matter."""
_SPEAKS = re.compile(r"^(?:[\"“']|(?:We|I|My|Our|Let)\b|\S+ (?:is|are|was|were) asked\b)")
SHORT = 25
"""Words that a sentence of an answer may have before its length counts against it ..."""
LENGTH = 0.004
"""... by so much a word."""


def pick(query: str, quotes: Sequence[Quote], bearing: Bearing, places: Sequence[int], tools: Tools) -> list[Quote]:
    """Greedy over `places`: nearness to question and person, plus a bonus for an aspect not yet spoken to and for the
    other side, less likeness to those taken. The nearest comes first; sentences of one document stand together."""
    if not places:
        return []
    vectors = np.stack([quote.vector for quote in quotes])
    alike = tools.likeness(vectors, vectors)
    idf = tools.idf(quote.claim for quote in quotes)
    asked = tools.stems(query)
    recall = {place: idf.recall(asked, set(tools.stems(quotes[place].claim))) for place in places}
    fit = {place: _fit(quotes[place], bearing, place, recall[place], tools) for place in places}
    sides = {place: side(quotes[place].claim) for place in places}
    taken: list[int] = []
    while len(taken) < min(MOST, len(places)):
        spoken = {aspect for place in taken for aspect in bearing.serves[place]}
        documents = {quotes[place].document for place in taken}
        heard = {sides[place] for place in taken}

        def worth(place: int, spoken=spoken, documents=documents, heard=heard) -> float:
            cost = LIKENESS * max((float(alike[place, other]) for other in taken), default=0.0)
            bonus = NEW_ASPECT * bool(bearing.serves[place] - spoken)
            bonus += OTHER_SIDE * bool(taken and sides[place] and sides[place] not in heard)
            return round(fit[place] + bonus - cost - SAME_DOCUMENT * (quotes[place].document in documents), 6)

        best = max((place for place in places if place not in taken), key=lambda place: (worth(place), -place))
        if len(taken) >= FEWEST and max(float(bearing.question[best]), float(bearing.person[best])) < NEAR:
            break
        taken.append(best)
    ranked = sorted(taken, key=lambda place: (-fit[place], place))
    first: dict[int, int] = {}
    for rank, place in enumerate(ranked):
        first.setdefault(quotes[place].document, rank)
    return [quotes[place] for place in sorted(ranked, key=lambda place: (first[quotes[place].document], place))]


def _fit(quote: Quote, bearing: Bearing, place: int, recall: float, tools: Tools) -> float:
    long = LENGTH * max(len(quote.claim.split()) - SHORT, 0)
    near = float(bearing.question[place]) + TO_PERSON * float(bearing.person[place])
    tone = CONCRETE * bool(tools.numbers(quote.claim)) - SPEAKER * bool(_SPEAKS.match(quote.claim))
    return round(near + WORDS * recall + tone - long, 6)
