"""A person's own search in one collection: the same ranking as the sessions', with what it rests on."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from steer_app.brains import asking
from steer_app.sources import index
from steer_app.sources.domain import ranking, words
from steer_app.sources.domain.marks import Piece, marked, said
from steer_app.sources.domain.ranking import Parts
from steer_app.sources.search import Hit, hits

MOST = 50
LONGEST_QUERY = 500
NEAR, SOMEWHAT_NEAR = 0.5, 0.3
"""Cosines of the sentence model: an answer to a question lies about 0.6 from it, another subject below 0.2."""


@dataclass(frozen=True)
class Ranked:
    hit: Hit
    parts: Parts
    pieces: Sequence[Piece]
    """The passage's text, the words that match the query's marked."""
    said: int
    """Words of the query that the passage, its headings or its title say."""
    asked: int
    cosine: float
    """0 where the query's vector was not to be had."""

    @property
    def nearness(self) -> str:
        if self.cosine >= NEAR:
            return "near"
        return "somewhat near" if self.cosine >= SOMEWHAT_NEAR else "far"


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
    parts = {int(own.passages[row]): (one, float(by_meaning[row])) for row, one in order}
    found = hits([(row, one.score) for row, one in order], own.passages)
    ranked = [_ranked(hit, *parts[hit.passage], query, frozenset(terms)) for hit in found]
    return Found(ranked, vector is not None, len(own.passages))


def _ranked(hit: Hit, parts: Parts, cosine: float, query: str, terms: frozenset[str]) -> Ranked:
    all_said = f"{hit.title}\n{hit.section}\n{hit.text}"
    return Ranked(hit, parts, marked(hit.text, terms), *said(query, all_said), cosine)
