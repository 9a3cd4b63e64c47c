"""How far each quote bears on the question, on the person, and on the direction in which it was read."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.aspects.telling import tells
from steer_app.steer.skills.report import Request
from steer_app.steer.skills.report.quotes import Quote

LEAST_SHARE = 0.6
"""A quote bears on the matter at least by this share of the best one's cosine, or it is left out: a shorter report
that keeps to the point is better than a long one."""
ENOUGH_TO_CENTRE = 12
"""Quotes from which on their mean says what all of them speak of."""
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

    def worth(self, place: int) -> float:
        parts = (TO_QUESTION, self.question), (TO_PERSON, self.person), (TO_DIRECTION, self.direction)
        return round(sum(weight * float(values[place]) for weight, values in parts), 4)

    def on_the_point(self) -> list[int]:
        """Places of the quotes that bear on the question or an aspect, by a share of the best."""
        least = LEAST_SHARE * float(self.plain.max(initial=0.0))
        return [place for place, value in enumerate(self.plain) if value >= least]


def measure(request: Request, quotes: Sequence[Quote], tools: Tools) -> Bearing:
    if not quotes:
        return Bearing(np.zeros(0), np.zeros(0), np.zeros(0), np.zeros(0), ())
    vectors = np.stack([quote.vector for quote in quotes])
    shared = _shared(vectors)
    told = _without(vectors, shared)

    def near(texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        """(quotes, texts) blended and plain."""
        rows = tools.embed_each(list(texts))
        plain = tools.likeness(vectors, rows)
        return np.round((plain + tools.likeness(told, _without(rows, shared))) / 2, 4), plain

    question, plain = (values[:, 0] for values in near([request.query]))
    directions, _ = near([direction.question for direction in request.directions])
    own = directions[np.arange(len(quotes)), [quote.direction for quote in quotes]]
    aspects = [aspect.text for aspect in request.aspects if tells(aspect.text, request.query, tools)]
    if not aspects:
        return Bearing(question, np.zeros(len(quotes)), own, plain, tuple(frozenset() for _ in quotes))
    fits, plain_fits = near(aspects)
    serves = tuple(frozenset(int(place) for place in np.flatnonzero(row >= SERVES)) for row in fits)
    # A person's circumstances alone ("a disk that is nearly full") lead away from what they ask.
    plain = np.maximum(plain, TO_ASPECT * plain_fits.max(axis=1))
    return Bearing(question, fits.max(axis=1), own, plain, serves)


def _shared(vectors: np.ndarray) -> np.ndarray:
    """(d,) the direction of the mean, or zero for a few quotes only."""
    if len(vectors) < ENOUGH_TO_CENTRE:
        return np.zeros(vectors.shape[1], vectors.dtype)
    mean = vectors.mean(axis=0)
    return mean / max(float(np.linalg.norm(mean)), 1e-9)


def _without(rows: np.ndarray, shared: np.ndarray) -> np.ndarray:
    """Unit rows without their part along `shared`."""
    left = rows - np.outer(rows @ shared, shared)
    return left / np.maximum(np.linalg.norm(left, axis=1, keepdims=True), 1e-9)
