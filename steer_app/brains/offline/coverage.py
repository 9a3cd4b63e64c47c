"""How well a set of statements covers an aspect: 0 not, 1 in part, 2 well.

Two logistic rules with weights that cannot be negative, over three features that can only grow as statements join the
set: the nearest statement's cosine, the second nearest's, and the greatest geometric mean of a statement's cosine and
its share of the aspect's content words (so that a word far from the meaning, in a large set, proves nothing). So a set
that contains another never scores lower, by construction. The prescription's single sum with two cuts was tried on the
same folds and did worse; see docs/offline-brain.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from steer_app.brains.offline.names import names
from steer_app.brains.offline.numbers import numbers
from steer_app.brains.offline.thresholds import Coverage, Line
from steer_app.brains.offline.vectors import likeness, of_text, of_texts
from steer_app.brains.offline.words import stems


@dataclass(frozen=True)
class Features:
    nearest: float
    named: float
    second: float
    meets_particulars: bool
    """Whether what the aspect names (an amount, a place) occurs; if not, the score is at most 1."""

    @property
    def row(self) -> tuple[float, float, float]:
        return self.nearest, self.named, self.second


def features(aspect: str, statements: Sequence[str]) -> Features:
    """Features of one pair; no order of the statements matters, and each is embedded alone."""
    if not statements:
        return Features(0.0, 0.0, 0.0, False)
    near = np.maximum(likeness(of_texts(list(statements)), of_text(aspect)[None, :])[:, 0], 0.0)
    named = max(float(cos) * word_share(aspect, text) for cos, text in zip(near, statements, strict=True)) ** 0.5
    first, second = sorted([0.0, *near.tolist()])[:-3:-1]
    return Features(round(first, 4), round(named, 4), round(second, 4), _meets_particulars(aspect, statements))


def word_share(aspect: str, statement: str) -> float:
    """The share of the aspect's content words, as stems, that the statement holds."""
    wanted = set(stems(aspect))
    return len(wanted & set(stems(statement))) / len(wanted) if wanted else 0.0


def score(found: Features, settings: Coverage) -> int:
    """0, 1 or 2."""
    if not reaches(found, settings.part):
        return 0
    return 2 if found.meets_particulars and reaches(found, settings.full) else 1


def reaches(found: Features, line: Line) -> bool:
    """Whether the weighted sum of the features is at or above the line."""
    total = sum(weight * value for weight, value in zip(line.weights, found.row, strict=True))
    return round(total, 6) >= line.cut


def _meets_particulars(aspect: str, statements: Sequence[str]) -> bool:
    amounts = numbers(aspect)
    places = {stem for name in names(f"On {aspect}") for stem in stems(name)}
    has_amount = not amounts or any(
        wanted.agrees(found) for text in statements for found in numbers(text) for wanted in amounts
    )
    return has_amount and (not places or any(places & set(stems(text)) for text in statements))
