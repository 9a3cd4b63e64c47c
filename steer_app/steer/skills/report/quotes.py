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
FEWEST = 24
"""A report is not cut below so many quotes for the sake of that share: measured on the PostgreSQL manual, cutting to 12
threw out the one chapter that answered the question."""
SAFE = 2
"""The best quotes of each direction that are kept whatever their document's share."""
LEAST_WORDS = 4
"""A sentence shorter than this may stand in two quotes."""


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
    found: list[_Group] = []
    seen: set[int] = set()
    for place, direction in enumerate(directions):
        for learning in direction.learnings:
            if learning.id in seen or not learning.claim.strip():
                continue
            seen.add(learning.id)
            new = _Group(learning, place, tools)
            twin = next((group for group in found if group.says_what(new, tools)), None)
            if twin:
                twin.take(new)
            else:
                found.append(new)
    return [group.quote(order) for order, group in enumerate(found)]


class _Group:
    """Learnings that say the same; the one with most to say is quoted."""

    def __init__(self, learning: Learning, direction: int, tools: Tools):
        self.learning, self.direction = learning, direction
        self.others: list[Learning] = []
        self.vector = tools.embed_one(learning.claim)
        parts = [tools.normalised(part.text) for part in tools.sentences(learning.claim)]
        self.sentences = {part for part in parts if len(part.split()) >= LEAST_WORDS} | {
            tools.normalised(learning.claim)
        }

    def says_what(self, new: "_Group", tools: Tools) -> bool:
        """A sentence in common, or near in meaning with the same amounts, dates and polarity."""
        if self.sentences & new.sentences:
            return True
        near = round(float(self.vector @ new.vector), 4) >= SAME
        return near and _agree(self.learning.claim, new.learning.claim, tools)

    def take(self, new: "_Group") -> None:
        if new.sentences > self.sentences or self.learning.claim in new.learning.claim:
            self.others.insert(0, self.learning)
            self.learning, self.vector = new.learning, new.vector
        else:
            self.others.append(new.learning)
        self.sentences |= new.sentences

    def quote(self, order: int) -> Quote:
        also = tuple(self.others)
        return Quote(self.learning, also, self.direction, order, self.vector, _tags(self.learning, also))


def _tags(learning: Learning, also: Sequence[Learning]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tag for one in (learning, *also) for tag in one.tags))


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
    spoken: dict[int, int] = {}
    kept = []
    for quote in ranked:
        is_safe = spoken.get(quote.direction, 0) < SAFE
        if is_safe or taken.get(quote.document, 0) < most:
            kept.append(quote)
            taken[quote.document] = taken.get(quote.document, 0) + 1
            spoken[quote.direction] = spoken.get(quote.direction, 0) + 1
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
