"""How far each quote bears on the question, on the person, and on the direction in which it was read."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from steer_app.brains.offline.tools import Tools
from steer_app.brains.offline.vectors import shared_direction, without
from steer_app.steer.skills.aspects.asked import parts, sought
from steer_app.steer.skills.aspects.telling import tells
from steer_app.steer.skills.report import Request
from steer_app.steer.skills.report.quotes import Quote

LEAST_SHARE = 0.6
"""A quote bears on the matter at least by this share of the best one's cosine, or it is left out: a shorter report
that keeps to the point is better than a long one."""
SETTLES = 0.2
"""What a figure of the kind that the question is answered in adds to a quote's worth."""
TO_WORDS = 0.2
TO_QUESTION, TO_PERSON, TO_DIRECTION = 0.3, 0.4, 0.3
TO_ASPECT = 0.9
SERVES = 0.35
"""An aspect is spoken to from this cosine on."""


@dataclass(frozen=True, eq=False)
class Bearing:
    """Of each quote, in the order of the quotes. Each value is the mean of the cosine and of the same after what the
    quotes have in common is taken away: where every sentence names Mill Street, a sentence is not near to a question
    because it names Mill Street too."""

    question: np.ndarray
    person: np.ndarray
    """To the nearest aspect; zero when there is none."""
    direction: np.ndarray
    plain: np.ndarray
    """The greater plain cosine, to the question or to the nearest aspect."""
    serves: tuple[frozenset[int], ...]
    """Places of the aspects that the quote speaks to."""
    words: tuple[float, ...]
    """The share of the words of a part of the question, in [0, 1]."""
    parts: tuple[int, ...]
    """Which part of the question it speaks to most."""
    settles: tuple[float, ...]
    """How far a figure of the kind in which that part is told settles it, in [0, 1]."""

    def worth(self, place: int) -> float:
        parts = (TO_QUESTION, self.question), (TO_PERSON, self.person), (TO_DIRECTION, self.direction)
        near = sum(weight * float(values[place]) for weight, values in parts)
        return round(near + TO_WORDS * self.words[place] + SETTLES * self.settles[place], 4)

    def on_the_point(self) -> list[int]:
        """Places of the quotes that bear on the question or an aspect, by a share of the best."""
        least = LEAST_SHARE * float(self.plain.max(initial=0.0))
        return [place for place, value in enumerate(self.plain) if value >= least or self.settles[place]]


def measure(request: Request, quotes: Sequence[Quote], tools: Tools) -> Bearing:
    if not quotes:
        return Bearing(np.zeros(0), np.zeros(0), np.zeros(0), np.zeros(0), (), (), (), ())
    vectors = np.stack([quote.vector for quote in quotes])
    shared = shared_direction(vectors)
    told = without(vectors, shared)

    def near(texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        """(quotes, texts) blended and plain."""
        rows = tools.embed_each(list(texts))
        plain = tools.likeness(vectors, rows)
        return np.round((plain + tools.likeness(told, without(rows, shared))) / 2, 4), plain

    claims = [quote.claim for quote in quotes]
    titles = [quote.learning.title for quote in quotes]
    asked = sought(parts(request.query, request.query, tools), request.query, tools)
    wanted = tools.wanted(asked, claims, request.query)
    by_part, plain_by_part = near(wanted.looked_for())
    recalls = np.array([wanted.recalls(claim, title) for claim, title in zip(claims, titles, strict=True)])
    part = (by_part + recalls).argmax(axis=1)
    figures = [wanted.settles(claim, title) for claim, title in zip(claims, titles, strict=True)]
    settles = tuple(by[int(place)] for by, place in zip(figures, part, strict=True))
    directions, _ = near([direction.question for direction in request.directions])
    own = directions[np.arange(len(quotes)), [quote.direction for quote in quotes]]
    question, plain = by_part.max(axis=1), plain_by_part.max(axis=1)
    words = tuple(float(value) for value in recalls.max(axis=1))
    aspects = [aspect.text for aspect in request.aspects if tells(aspect.text, request.query, tools)]
    by_place = tuple(int(place) for place in part)
    if not aspects:
        nobody = tuple(frozenset[int]() for _ in quotes)
        return Bearing(question, np.zeros(len(quotes)), own, plain, nobody, words, by_place, settles)
    cared = tools.wanted(sought(aspects, request.query, tools), claims, request.query)
    fits, plain_fits = near(cared.looked_for())
    serves = tuple(frozenset(int(place) for place in np.flatnonzero(row >= SERVES)) for row in fits)
    # A person's circumstances alone ("a disk that is nearly full") lead away from what they ask.
    plain = np.maximum(plain, TO_ASPECT * plain_fits.max(axis=1))
    return Bearing(question, fits.max(axis=1), own, plain, serves, words, by_place, settles)
