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
NEW_PART = 0.2
"""For a part of the question that no sentence taken speaks to yet."""
SETTLES = 0.35
"""For a figure of the kind that the question is answered in."""
OTHER_SIDE = 0.1
LIKENESS = 0.25
WORDS = 0.2
"""Weight of the share of the words of a part of the question that a sentence has, each by its rarity."""
SAME_DOCUMENT = 0.1
SPEAKER = 0.3
"""Less for who is speaking, or for speech, instead of a statement on the matter."""
_SPEAKS = re.compile(
    r"^(?:[\"“']|(?:We|I|My|Our|Let)\b)|\b(?:is|are|was|were|be) asked\b|^\w+ of us\b|"
    r"^(?:Only )?\w+ of the \d+ studies\b|"
    r"^\d+ (?:people|visitors)\b",
    re.I,
)
SHORT = 25
"""Words that a sentence of an answer may have before its length counts against it ..."""
LENGTH = 0.004
"""... by so much a word."""


def pick(quotes: Sequence[Quote], bearing: Bearing, places: Sequence[int], tools: Tools) -> list[Quote]:
    """Greedy over `places`: nearness to question and person, plus a bonus for an aspect not yet spoken to and for the
    other side, less likeness to those taken. The nearest comes first; sentences of one document stand together."""
    if not places:
        return []
    vectors = np.stack([quote.vector for quote in quotes])
    alike = tools.likeness(vectors, vectors)
    fit = {place: _fit(quotes[place], bearing, place) for place in places}
    sides = {place: side(quotes[place].claim) for place in places}
    taken: list[int] = []
    while len(taken) < min(MOST, len(places)):
        spoken = {aspect for place in taken for aspect in bearing.serves[place]}
        documents = {quotes[place].document for place in taken}
        heard = {sides[place] for place in taken}
        asked = {bearing.parts[place] for place in taken}

        def worth(place: int, spoken=spoken, documents=documents, heard=heard, asked=asked) -> float:
            cost = LIKENESS * max((float(alike[place, other]) for other in taken), default=0.0)
            bonus = NEW_PART * (bearing.parts[place] not in asked)
            bonus += NEW_ASPECT * bool(bearing.serves[place] - spoken)
            bonus += OTHER_SIDE * bool(taken and sides[place] and sides[place] not in heard)
            return round(fit[place] + bonus - cost - SAME_DOCUMENT * (quotes[place].document in documents), 6)

        best = max((place for place in places if place not in taken), key=lambda place: (worth(place), -place))
        near = max(float(bearing.question[best]), float(bearing.person[best]))
        if len(taken) >= FEWEST and near < NEAR and not bearing.settles[best]:
            break
        taken.append(best)
    ranked = sorted(taken, key=lambda place: (-fit[place], place))
    first: dict[int, int] = {}
    for rank, place in enumerate(ranked):
        first.setdefault(quotes[place].document, rank)
    return [quotes[place] for place in sorted(ranked, key=lambda place: (first[quotes[place].document], place))]


def _fit(quote: Quote, bearing: Bearing, place: int) -> float:
    long = LENGTH * max(len(quote.claim.split()) - SHORT, 0)
    near = float(bearing.question[place]) + TO_PERSON * float(bearing.person[place])
    tone = SETTLES * bearing.settles[place] - SPEAKER * bool(_SPEAKS.match(quote.claim))
    return round(near + WORDS * bearing.words[place] + tone - long, 6)
