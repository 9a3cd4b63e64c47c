"""Fits the coverage rule on the labelled pairs and measures it on subjects it has not seen."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from steer_app.brains.offline.coverage import Features, features, score, word_share
from steer_app.brains.offline.thresholds import Coverage, Line

LABELLED = Path(__file__).parent.parent / "labelled" / "coverage"
LEVELS = (0, 1, 2)
RIDGE = 1.0
_SHIFTS = np.linspace(-1, 1, 41)


@dataclass(frozen=True)
class Pair:
    subject: str
    aspect: str
    learnings: tuple[str, ...]
    score: int


@dataclass(frozen=True)
class Measured:
    """Confusion[i][j]: pairs labelled i that came out as j."""

    confusion: list[list[int]]

    @property
    def f1(self) -> list[float]:
        table = np.array(self.confusion)
        return [2 * table[k, k] / max(1, table[k].sum() + table[:, k].sum()) for k in LEVELS]

    @property
    def macro_f1(self) -> float:
        return float(np.mean(self.f1))

    @property
    def accuracy(self) -> float:
        return float(np.trace(np.array(self.confusion)) / np.sum(self.confusion))


def labelled(folder: Path = LABELLED) -> list[Pair]:
    """All pairs, by subject. Each line of each file is {subject, aspect, learnings, score}."""
    rows = (json.loads(line) for path in sorted(folder.glob("*.jsonl")) for line in path.read_text().splitlines())
    return [Pair(row["subject"], row["aspect"], tuple(row["learnings"]), row["score"]) for row in rows]


def features_of(pairs: Sequence[Pair]) -> list[Features]:
    return [features(pair.aspect, pair.learnings) for pair in pairs]


def measured(truth: Sequence[int], said: Sequence[int]) -> Measured:
    table = np.zeros((3, 3), dtype=int)
    np.add.at(table, (np.array(truth), np.array(said)), 1)
    return Measured(table.tolist())


def fit(rows: Sequence[Features], truth: Sequence[int]) -> Coverage:
    """Two ridge logistic fits with non-negative weights (each class weighs the same), then both cuts by macro F1."""
    table, wanted = np.array([row.row for row in rows]), np.array(truth)
    # The second sentence only tells part from full: whether an aspect is touched at all is for the nearest to say.
    part = _logistic(table * [1, 1, 0], wanted >= 1)
    full = _logistic(table, wanted >= 2)
    meets = np.array([row.meets_particulars for row in rows])
    reach, fill = table @ part[:-1] + part[-1], table @ full[:-1] + full[-1]
    best = (-1.0, 0.0, 0.0)
    for low in _SHIFTS:
        for high in _SHIFTS:
            said = (reach >= low) * (1 + ((fill >= high) & meets))
            value = measured(truth, said.tolist()).macro_f1
            if value > best[0] + 1e-12:
                best = (value, float(low), float(high))
    return Coverage(_line(part, best[1]), _line(full, best[2]))


def cross_validated(pairs: Sequence[Pair], rows: Sequence[Features]) -> list[int]:
    """Each pair's score by a rule fitted on the other subjects."""
    said = [0] * len(pairs)
    for subject in sorted({pair.subject for pair in pairs}):
        rest = [i for i, pair in enumerate(pairs) if pair.subject != subject]
        rule = fit([rows[i] for i in rest], [pairs[i].score for i in rest])
        for i, pair in enumerate(pairs):
            if pair.subject == subject:
                said[i] = score(rows[i], rule)
    return said


def by_words_alone(pairs: Sequence[Pair]) -> list[int]:
    """The lexical baseline: two cuts on the share of the aspect's words, fitted on the other subjects."""
    return _by_cuts(pairs, _shares(pairs))


def by_cosine_alone(pairs: Sequence[Pair], rows: Sequence[Features]) -> list[int]:
    return _by_cuts(pairs, [row.nearest for row in rows])


def as_prescribed(pairs: Sequence[Pair], rows: Sequence[Features]) -> list[int]:
    """The starting rule with its starting values: .7 cos + .3 words or cos; 2 from .68, or .58 with a second at .45."""
    said = []
    for row, share in zip(rows, _shares(pairs), strict=True):
        best = max(0.7 * row.nearest + 0.3 * share, row.nearest)
        is_full = best >= 0.68 or (best >= 0.58 and row.second >= 0.45)
        said.append(2 if is_full and row.meets_particulars else int(best >= 0.42))
    return said


def _shares(pairs: Sequence[Pair]) -> list[float]:
    return [max(word_share(pair.aspect, text) for text in pair.learnings) for pair in pairs]


def _by_cuts(pairs: Sequence[Pair], values: Sequence[float]) -> list[int]:
    said = [0] * len(pairs)
    for subject in sorted({pair.subject for pair in pairs}):
        rest = [i for i, pair in enumerate(pairs) if pair.subject != subject]
        known, truth = np.array([values[i] for i in rest]), [pairs[i].score for i in rest]
        marks = np.unique(np.quantile(known, np.linspace(0.02, 0.98, 60)))
        options = [(low, high) for low in marks for high in marks if low < high]
        low, high = max(
            options,
            key=lambda cut: measured(truth, ((known >= cut[0]).astype(int) + (known >= cut[1])).tolist()).macro_f1,
        )
        for i, pair in enumerate(pairs):
            if pair.subject == subject:
                said[i] = int(values[i] >= low) + int(values[i] >= high)
    return said


def _logistic(table: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Weights (>= 0) and the constant."""
    weight = np.where(wanted, len(wanted) / (2 * wanted.sum()), len(wanted) / (2 * (~wanted).sum()))

    def loss(values: np.ndarray) -> float:
        margin = np.where(wanted, 1, -1) * (table @ values[:-1] + values[-1])
        return float((weight * np.logaddexp(0, -margin)).sum() + RIDGE * (values[:-1] ** 2).sum())

    start = np.append(np.ones(table.shape[1]), -1.0)
    bounds = [(0, None)] * table.shape[1] + [(None, None)]
    return minimize(loss, start, method="L-BFGS-B", bounds=bounds).x


def _line(values: np.ndarray, shift: float) -> Line:
    return Line(tuple(round(float(value), 4) for value in values[:-1]), round(shift - float(values[-1]), 4))
