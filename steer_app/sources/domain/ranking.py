"""Words and meanings as ranks over one collection. Exact, in memory; pure numpy."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

K1, B = 1.2, 0.4
"""Passages are of much the same length already: less is made of it than the usual .75 does."""
CONSIDERED = 200
"""How many rows of each ranking are fused."""
WORDS_SHARE = 0.5
DOCUMENT_SHARE, DOCUMENT_PASSAGES = 0.5, 3
"""What a passage gains by its document's best three, itself among them."""


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


@dataclass(frozen=True)
class Parts:
    """What a row's score is made of, each from 0 to 1."""

    words: float
    meaning: float
    document: float
    """The mean of the three best of its document, itself among them."""

    @property
    def own(self) -> float:
        return WORDS_SHARE * self.words + (1 - WORDS_SHARE) * self.meaning

    @property
    def score(self) -> float:
        return round(self.own + DOCUMENT_SHARE * self.document, 6)


def fused(by_words: np.ndarray, by_meaning: np.ndarray, documents: np.ndarray) -> list[tuple[int, float]]:
    """(row, score) of all rows among the best of either ranking, best first, ties by the lower row; score <= 1.5."""
    return [(row, parts.score) for row, parts in told(by_words, by_meaning, documents)]


def told(by_words: np.ndarray, by_meaning: np.ndarray, documents: np.ndarray) -> list[tuple[int, Parts]]:
    """As `fused`, with what each score is made of.

    Half and half of both scores, each scaled to 0 to 1 over the rows considered: a convex combination keeps how far
    ahead a row is, which ranks alone do not (Bruch, Gai and Ingber 2023). To this comes half the mean of the three
    best of the row's document, for a page on the subject has several good passages and a chance hit has one.
    """
    words, meaning = _scaled(by_words), _scaled(by_meaning)
    rows = sorted(words.keys() | meaning.keys())
    alone = {row: Parts(words.get(row, 0.0), meaning.get(row, 0.0), 0.0) for row in rows}
    of_document: dict[int, list[float]] = {}
    for row in rows:
        of_document.setdefault(int(documents[row]), []).append(alone[row].own)
    standing = {
        document: sum(sorted(scores, reverse=True)[:DOCUMENT_PASSAGES]) / DOCUMENT_PASSAGES
        for document, scores in of_document.items()
    }
    whole = {row: Parts(alone[row].words, alone[row].meaning, standing[int(documents[row])]) for row in rows}
    return sorted(whole.items(), key=lambda pair: (-pair[1].score, pair[0]))


def _scaled(scores: np.ndarray) -> dict[int, float]:
    """The best rows' scores, the highest as 1 and the last one considered as 0 (0 as 0 where fewer are positive)."""
    rows = best(scores)
    if not len(rows):
        return {}
    top, least = float(scores[rows[0]]), float(scores[rows[-1]]) if len(rows) == CONSIDERED else 0.0
    return {int(row): (float(scores[row]) - least) / (top - least) if top > least else 1.0 for row in rows}
