"""Passages for the skills: found by a search, or recalled from a node's hits, and read once more by sentence."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from steer_app.brains import embeddings
from steer_app.brains.offline.vectors import likeness, of_passage
from steer_app.sources.models import Document, Passage
from steer_app.sources.search import search
from steer_app.steer.skills.common import SourceText

READ_HITS = 40
"""Passages a node's reading takes in."""
PROBE_HITS = 8
"""Snippets a probe takes in."""
REREAD_HITS = 60
"""Hits of a search that are read sentence by sentence before the best of them are kept."""
SENTENCE_SHARE = 1.0
"""What the cosine of a hit's best sentence counts beside its score in the search."""


@dataclass(frozen=True)
class Found:
    """A passage, and where a reader finds it."""

    source: SourceText
    file: str
    place: str
    """Where in the document: "page 14", a slide, or the heading above it."""

    @property
    def hit(self) -> dict[str, Any]:
        return {"passage": self.source.passage, "score": self.source.score}


def find(collections: Sequence[int], query: str, k: int = READ_HITS) -> list[Found]:
    """The best `k` passages for a query, best first. The same query over the same documents finds the same."""
    hits = search(collections, query, k)
    files = dict(Document.objects.filter(pk__in={hit.document for hit in hits}).values_list("pk", "path"))
    return [
        Found(
            SourceText(hit.passage, hit.document, hit.title, hit.text, hit.start, hit.score),
            files.get(hit.document, ""),
            hit.place or hit.section,
        )
        for hit in hits
    ]


def find_closely(collections: Sequence[int], query: str, k: int = READ_HITS) -> list[Found]:
    """As `find`, among more hits that are reread."""
    return reread(find(collections, query, max(k, REREAD_HITS)), query)[:k]


def reread(found: Sequence[Found], query: str) -> list[Found]:
    """The passages again, best first by their score and the likeness of their best quotable sentence to the query.

    A passage's vector is a mean of all it says, so one sentence that answers is lost among others; and a listing
    without a sentence, however alike, has nothing to quote. The sentences' vectors are kept (brains.offline.vectors),
    and a brain that weighs sentences needs the same ones to read the node; for another brain they would cost seconds.
    """
    asked = embeddings.embed_one(query)[None, :]
    scored = [replace(one, source=_scored(one.source, asked)) for one in found]
    return sorted(scored, key=lambda one: -one.source.score)


def _scored(source: SourceText, asked: np.ndarray) -> SourceText:
    return replace(source, score=round(source.score + SENTENCE_SHARE * _best_sentence(source.text, asked), 6))


def _best_sentence(text: str, asked: np.ndarray) -> float:
    """The cosine of the sentence nearest to what is asked, 0 where there is none to quote."""
    _, vectors = of_passage(text)
    return max(0.0, float(likeness(vectors, asked).max())) if len(vectors) else 0.0


def recall(hits: Iterable[dict[str, Any]]) -> list[Found]:
    """The passages of an earlier search, in its order; those deleted since are missing."""
    hits = list(hits)
    wanted = Passage.objects.select_related("document").defer("vector", "terms", "document__text", "document__blocks")
    rows = wanted.in_bulk([hit["passage"] for hit in hits])
    return [_found(rows[hit["passage"]], hit["score"]) for hit in hits if hit["passage"] in rows]


def _found(passage: Passage, score: float) -> Found:
    document = passage.document
    source = SourceText(passage.pk, document.pk, document.shown_title, passage.text, passage.start, score)
    return Found(source, document.path, passage.place or passage.section)


def texts(found: Iterable[Found]) -> tuple[SourceText, ...]:
    return tuple(one.source for one in found)
