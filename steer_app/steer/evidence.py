"""Passages for the skills: found by a search, or recalled from a node's hits."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from steer_app.sources.models import Document, Passage
from steer_app.sources.search import search
from steer_app.steer.skills.common import SourceText

READ_HITS = 40
"""Passages a node's reading takes in."""
PROBE_HITS = 8
"""Snippets a probe takes in."""


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
