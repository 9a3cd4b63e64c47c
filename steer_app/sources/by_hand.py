"""A person's own search in one collection: the same ranking as the sessions', with what it rests on."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from steer_app.brains import asking
from steer_app.sources import index
from steer_app.sources.domain import ranking, words
from steer_app.sources.domain.marks import Piece, marked
from steer_app.sources.domain.ranking import Parts
from steer_app.sources.search import Hit, hits

MOST = 50
LONGEST_QUERY = 500
STRENGTHS = ((0.75, "strong"), (0.4, "fair"), (0.0, "weak"))


@dataclass(frozen=True)
class Ranked:
    hit: Hit
    parts: Parts
    pieces: Sequence[Piece]
    """The passage's text, the words that match the query's marked."""

    @property
    def words(self) -> str:
        return strength(self.parts.words)

    @property
    def meaning(self) -> str:
        return strength(self.parts.meaning)


@dataclass(frozen=True)
class Found:
    ranked: Sequence[Ranked]
    by_meaning: bool
    """False where no worker gave the query's vector in time: then words alone decided."""
    passages: int
    """How many were compared."""


def find(collection_id: int, query: str, most: int = MOST) -> Found:
    """The best passages for the query, best first. Loads no model: a worker is asked for the query's vector."""
    query = query.strip()[:LONGEST_QUERY]
    own = index.of(collection_id)
    if not query or not len(own.passages):
        return Found((), True, len(own.passages))
    vector = asking.vector_of(query)
    terms = words.terms(query)
    by_words = own.words.scores(words.hashed(terms))
    by_meaning = np.zeros(len(own.passages)) if vector is None else np.round(own.vectors @ vector, 4)
    order = ranking.told(by_words, by_meaning, own.documents)[:most]
    parts = {int(own.passages[row]): one for row, one in order}
    found = hits([(row, one.score) for row, one in order], own.passages)
    ranked = [Ranked(hit, parts[hit.passage], marked(hit.text, frozenset(terms))) for hit in found]
    return Found(ranked, vector is not None, len(own.passages))


def strength(part: float) -> str:
    """A part of a score in a word; it is measured against the best of the same search."""
    return next((word for least, word in STRENGTHS if part > least or part == least > 0), "none")
