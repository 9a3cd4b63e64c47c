"""What a skill's `offline.answer(request, tools)` is handed: every language tool behind one name."""

from collections.abc import Iterable, Sequence

import numpy as np

from steer_app.brains import embeddings
from steer_app.brains.offline import coverage, evidence, vectors
from steer_app.brains.offline.chunks import best_texts, chunks, subchunks
from steer_app.brains.offline.dates import dates
from steer_app.brains.offline.measures import as_it_stands, is_of_effects, sought
from steer_app.brains.offline.names import names
from steer_app.brains.offline.numbers import numbers
from steer_app.brains.offline.phrases import phrases
from steer_app.brains.offline.polarity import clauses, polarity
from steer_app.brains.offline.ranking import bm25, fuse, mmr
from steer_app.brains.offline.sentences import quotable, sentences
from steer_app.brains.offline.standing import leans, stands_alone
from steer_app.brains.offline.tags import tags
from steer_app.brains.offline.thresholds import THRESHOLDS, Thresholds
from steer_app.brains.offline.wanted import Wanted
from steer_app.brains.offline.words import Idf, normalised, stem, stems, words


class Tools:
    """Deterministic: each answer is a function of its arguments, in any process, in any order of calls."""

    thresholds: Thresholds = THRESHOLDS

    sentences = staticmethod(sentences)
    quotable = staticmethod(quotable)
    words = staticmethod(words)
    stem = staticmethod(stem)
    stems = staticmethod(stems)
    normalised = staticmethod(normalised)
    idf = staticmethod(Idf)
    numbers = staticmethod(numbers)
    dates = staticmethod(dates)
    names = staticmethod(names)
    polarity = staticmethod(polarity)
    clauses = staticmethod(clauses)
    chunks = staticmethod(chunks)
    subchunks = staticmethod(subchunks)
    best_texts = staticmethod(best_texts)
    phrases = staticmethod(phrases)
    """The terms of a set of texts, best first."""
    tags = staticmethod(tags)
    sought = staticmethod(sought)
    as_it_stands = staticmethod(as_it_stands)
    """A matter to look for, told in figures or in words."""
    is_of_effects = staticmethod(is_of_effects)
    wanted = staticmethod(Wanted)
    """The parts of a question beside the texts found for it."""
    gather = staticmethod(evidence.gather)
    pick = staticmethod(evidence.pick)
    stands_alone = staticmethod(stands_alone)
    leans = staticmethod(leans)
    coverage_features = staticmethod(coverage.features)
    coverage_score = staticmethod(coverage.score)
    bm25 = staticmethod(bm25)
    fuse = staticmethod(fuse)
    mmr = staticmethod(mmr)
    passage = staticmethod(vectors.of_passage)
    """A passage's quotable sentences with their vectors, embedded together."""
    likeness = staticmethod(vectors.likeness)
    """Cosines of all pairs of rows, rounded to 4 places."""

    def embed_one(self, text: str) -> np.ndarray:
        """(384,) unit vector of the text embedded alone."""
        return vectors.of_text(text)

    def embed_each(self, texts: Sequence[str]) -> np.ndarray:
        """(n, 384) unit rows, each embedded alone: no row depends on its neighbours."""
        return vectors.of_texts(list(texts))

    def cos(self, left: str, right: str) -> float:
        """Cosine of two texts, rounded to 4 places."""
        return embeddings.cos(self.embed_one(left), self.embed_one(right))

    def novel(self, text: str, known: Iterable[str]) -> float:
        """1 - the greatest cosine to the known texts; 1 when nothing is known."""
        near = self.likeness(self.embed_one(text)[None, :], self.embed_each(list(known)))
        return round(1.0 - float(near.max()), 4) if near.size else 1.0
