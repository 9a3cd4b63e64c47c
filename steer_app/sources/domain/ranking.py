"""Words and meanings as ranks over one collection. Exact, in memory; pure numpy."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

K1, B = 1.2, 0.75
FUSION_K = 60
CONSIDERED = 200
"""How many rows of each ranking are fused."""


@dataclass(frozen=True)
class Words:
    """An inverted index for BM25 (Robertson and Zaragoza 2009): for each term its rows and their weights."""

    vocabulary: np.ndarray
    """Sorted uint32 term hashes."""
    starts: np.ndarray
    rows: np.ndarray
    weights: np.ndarray
    idf: np.ndarray
    count: int

    @classmethod
    def of(cls, passages: Sequence[np.ndarray]) -> "Words":
        """From the sorted term hashes of each row."""
        lengths = np.array([len(passage) for passage in passages], dtype=np.float32)
        all_terms = np.concatenate(passages) if passages else np.zeros(0, dtype=np.uint32)
        all_rows = np.repeat(np.arange(len(passages), dtype=np.uint64), lengths.astype(np.int64))
        pairs, frequencies = np.unique((all_terms.astype(np.uint64) << np.uint64(32)) | all_rows, return_counts=True)
        term_of_pair = (pairs >> np.uint64(32)).astype(np.uint32)
        rows = (pairs & np.uint64(0xFFFFFFFF)).astype(np.int64)
        vocabulary, starts = np.unique(term_of_pair, return_index=True)
        starts = np.append(starts, len(pairs))
        shrink = K1 * (1 - B + B * lengths / max(float(lengths.mean()) if len(lengths) else 1.0, 1.0))
        weights = (frequencies * (K1 + 1) / (frequencies + shrink[rows])).astype(np.float32)
        documents = np.diff(starts)
        idf = np.log1p((len(passages) - documents + 0.5) / (documents + 0.5)).astype(np.float32)
        return cls(vocabulary, starts, rows.astype(np.int32), weights, idf, len(passages))

    def scores(self, query: np.ndarray) -> np.ndarray:
        """(rows,) BM25 of the query's term hashes, to 4 places; a term said twice counts once."""
        scores = np.zeros(self.count, dtype=np.float32)
        for term in np.unique(query):
            at = int(np.searchsorted(self.vocabulary, term))
            if at < len(self.vocabulary) and self.vocabulary[at] == term:
                part = slice(self.starts[at], self.starts[at + 1])
                scores[self.rows[part]] += self.idf[at] * self.weights[part]
        return np.round(scores, 4)

    def rarity(self, term: int) -> float:
        """The term's idf; of one that does not occur, the highest there is."""
        at = int(np.searchsorted(self.vocabulary, np.uint32(term)))
        if at < len(self.vocabulary) and self.vocabulary[at] == term:
            return float(self.idf[at])
        return float(np.log1p((self.count + 0.5) / 0.5))


def best(scores: np.ndarray, count: int = CONSIDERED) -> np.ndarray:
    """Rows with a positive score, best first, ties in row order, at most `count`."""
    candidates = np.flatnonzero(scores > 0)
    if len(candidates) > count:
        # All that reach the last place's score, so that a tie at the edge is settled by row, not by the partition.
        edge = np.partition(scores[candidates], -count)[-count]
        candidates = candidates[scores[candidates] >= edge]
    return candidates[np.argsort(-scores[candidates], kind="stable")][:count]


def fused(rankings: Sequence[Sequence[int]]) -> list[tuple[int, float]]:
    """Reciprocal rank fusion (Cormack et al. 2009): sum of 1 / (60 + rank), best first, ties by the lower row."""
    scores: dict[int, float] = {}
    for ranking in rankings:
        for rank, row in enumerate(ranking, 1):
            scores[row] = scores.get(row, 0.0) + 1 / (FUSION_K + rank)
    return sorted(scores.items(), key=lambda pair: (-round(pair[1], 9), pair[0]))
