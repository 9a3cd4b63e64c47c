"""The learnings that a report may quote: each sentence once, no document louder than it should be."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.report import Direction, Learning, Sentence

SAME = 0.9
"""From here on two sentences say the same, unless their amounts, dates or polarity differ."""
SHARE = 5
"""At most one quote in so many comes from one document, if others can speak."""
FEWEST = 12
"""A report is not cut below so many quotes for the sake of that share."""


@dataclass(frozen=True, eq=False)
class Quote:
    """A sentence to quote, with all learnings that carry it."""

    learning: Learning
    also: tuple[Learning, ...]
    direction: int
    """Index of the direction in which it was read first."""
    order: int
    """Its place among all quotes, in tree order."""
    vector: np.ndarray
    tags: tuple[str, ...]

    @property
    def claim(self) -> str:
        return self.learning.claim

    @property
    def document(self) -> int:
        return self.learning.document

    def ids(self) -> set[int]:
        return {self.learning.id, *(other.id for other in self.also)}

    def sentence(self) -> Sentence:
        cites = [self.learning.id, *(other.id for other in self.also)]
        return Sentence(text=self.claim, cites=list(dict.fromkeys(cites)), kind="quote")


def collect(directions: Sequence[Direction], tools: Tools) -> list[Quote]:
    """One quote for each sentence said, in tree order; what says the same again is cited with it."""
    found: list[tuple[Learning, int, list[Learning]]] = []
    seen: set[int] = set()
    vectors: list[np.ndarray] = []
    for place, direction in enumerate(directions):
        for learning in direction.learnings:
            if learning.id in seen or not learning.claim.strip():
                continue
            seen.add(learning.id)
            vector = tools.embed_one(learning.claim)
            twin = _twin(learning, vector, found, vectors, tools)
            if twin is None:
                found.append((learning, place, []))
                vectors.append(vector)
            else:
                found[twin][2].append(learning)
    return [
        Quote(learning, tuple(also), place, order, vectors[order], _tags(learning, also))
        for order, (learning, place, also) in enumerate(found)
    ]


def _tags(learning: Learning, also: Sequence[Learning]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tag for one in (learning, *also) for tag in one.tags))


def _twin(learning, vector, found, vectors, tools: Tools) -> int | None:
    if not found:
        return None
    near = np.round(np.stack(vectors) @ vector, 4)
    words = tools.normalised(learning.claim)
    for place in range(len(found)):
        other = found[place][0].claim
        if tools.normalised(other) == words or (near[place] >= SAME and _agree(learning.claim, other, tools)):
            return place
    return None


def _agree(left: str, right: str, tools: Tools) -> bool:
    """ "2.0 at -15 °C" and "1.4 at -25 °C" are near in meaning and two facts all the same."""
    amounts = [sorted((q.low, q.high, q.unit) for q in tools.numbers(text)) for text in (left, right)]
    dates = [sorted((d.year or 0, d.month or 0, d.day or 0) for d in tools.dates(text)) for text in (left, right)]
    return amounts[0] == amounts[1] and dates[0] == dates[1] and tools.polarity(left) == tools.polarity(right)


def balanced(ranked: Sequence[Quote]) -> list[Quote]:
    """The quotes without those beyond their document's share; `ranked` best first, its order kept."""
    counts: dict[int, int] = {}
    for quote in ranked:
        counts[quote.document] = counts.get(quote.document, 0) + 1
    most = _most_per_document(list(counts.values()))
    taken: dict[int, int] = {}
    kept = []
    for quote in ranked:
        taken[quote.document] = taken.get(quote.document, 0) + 1
        if taken[quote.document] <= most:
            kept.append(quote)
    return kept


def _most_per_document(counts: list[int]) -> int:
    """The largest number that keeps every document within its share of what is then quoted."""
    total = sum(counts)
    if len(counts) <= 1:
        return total
    within = next(
        (cap for cap in range(max(counts), 0, -1) if cap * SHARE <= sum(min(count, cap) for count in counts)), 1
    )
    enough = next(cap for cap in range(1, total + 1) if sum(min(count, cap) for count in counts) >= min(total, FEWEST))
    return max(within, enough)
