"""One file becomes text and passages: the slow half without a transaction, the quick half in the run's."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from io import BytesIO

import numpy as np

from steer_app.brains import embeddings
from steer_app.sources.domain import paths, words
from steer_app.sources.domain.blocks import Parsed, packed
from steer_app.sources.domain.passages import Span, split
from steer_app.sources.domain.statuses import Refused, Status
from steer_app.sources.models import Document, Passage
from steer_app.sources.parsing import pool
from steer_app.sources.services import documents, storage

DEPTH = 5
"""Messages in messages in mailboxes: deeper is a trick, not a mail."""
SLICE = 64
"""Passages embedded together: slices of a document from its first passage on, so a vector's batch never varies."""


@dataclass(frozen=True)
class Reading:
    """What was made of one file's bytes."""

    path: str
    sha256: str
    size_bytes: int
    status: Status
    reason: str = ""
    parsed: Parsed = field(default_factory=lambda: Parsed("", "", []))
    spans: Sequence[Span] = ()
    vectors: bytes = b""
    terms: Sequence[bytes] = ()
    embedder: str = ""
    parts: Sequence["Reading"] = ()

    def all(self) -> list["Reading"]:
        """This one and all that was in it."""
        return [self, *(inner for part in self.parts for inner in part.all())]


def read(path: str, sha256: str, size_bytes: int, *, check: Callable[[], None], depth: int = 0) -> Reading:
    """Parses and embeds a stored file, and what is attached to it. `check` is called before each piece of work."""
    check()
    name = path.rsplit("/", 1)[-1]
    try:
        parsed = pool.parse(storage.path_of(sha256), name)
    except Refused as refusal:
        return Reading(path, sha256, size_bytes, refusal.status, refusal.reason)
    spans = split(parsed.text, parsed.blocks)
    heads = [_head(parsed, span) for span in spans]
    texts = [parsed.text[span.start : span.end] for span in spans]
    attached, parsed.attached = parsed.attached, []
    return Reading(
        path,
        sha256,
        size_bytes,
        Status.READY,
        " ".join(parsed.notes),
        parsed,
        spans,
        _vectors([f"{head}\n{text}" for head, text in zip(heads, texts, strict=True)], check),
        [words.hashed(words.terms(f"{head}\n{text}")).tobytes() for head, text in zip(heads, texts, strict=True)],
        embeddings.embedder().fingerprint,
        _parts(path, attached, check, depth) if depth < DEPTH else (),
    )


@dataclass(frozen=True)
class Record:
    """A change of a run's outcome: the reading goes into its document, unless that has moved on meanwhile."""

    document_id: int
    reading: Reading

    def apply(self, run: object) -> None:
        """Replaces what was read of the document before. Does nothing if it is gone or holds other bytes now."""
        document = (
            Document.objects.filter(pk=self.document_id, sha256=self.reading.sha256).defer("text", "blocks").first()
        )
        if document is None or document.status == Status.DUPLICATE:
            return
        document.parts.all().delete()
        document.passages.all().delete()
        _write(document, self.reading)
        if self.reading.parts:
            documents.settle_duplicates(document.collection_id)
        documents.touch(document.collection_id)


def _parts(path: str, attached: list[tuple[str, bytes]], check: Callable[[], None], depth: int) -> list[Reading]:
    taken: set[str] = set()
    found: list[Reading] = []
    for number, (name, content) in enumerate(attached, 1):
        part_path = paths.shown_path(f"{path}/{name}")
        if part_path in taken:
            part_path = paths.shown_path(f"{path}/{number}-{name}")
        taken.add(part_path)
        stored = storage.store(BytesIO(content))
        found.append(read(part_path, stored.sha256, stored.size_bytes, check=check, depth=depth + 1))
    return found


def _head(parsed: Parsed, span: Span) -> str:
    """Title and headings go into the index with the words below them: they say what those are about."""
    title = parsed.title if parsed.title not in span.section else ""
    return ". ".join(part for part in (title, span.section) if part)[:300]


def _vectors(texts: Sequence[str], check: Callable[[], None]) -> bytes:
    """float16 rows, one after the other."""
    rows = []
    for first in range(0, len(texts), SLICE):
        check()
        rows.append(embeddings.embed_passages(texts[first : first + SLICE]).astype(np.float16).tobytes())
    return b"".join(rows)


def _write(document: Document, reading: Reading) -> None:
    parsed = reading.parsed
    Document.objects.filter(pk=document.pk).update(
        title=parsed.title[:300],
        kind=parsed.kind,
        status=reading.status,
        reason=reading.reason,
        text=parsed.text,
        blocks=packed(parsed.blocks) if parsed.blocks else {},
        pages=parsed.pages,
        words=len(parsed.text.split()),
        embedder=reading.embedder,
    )
    Passage.objects.bulk_create(_passages(document.pk, reading), batch_size=500)
    for part in reading.parts:
        inner, _ = Document.objects.update_or_create(
            collection_id=document.collection_id,
            path=part.path,
            defaults={"parent": document, "sha256": part.sha256, "size_bytes": part.size_bytes},
        )
        _write(inner, part)


def _passages(document_id: int, reading: Reading) -> list[Passage]:
    width = 2 * embeddings.DIMENSIONS
    return [
        Passage(
            document_id=document_id,
            no=no,
            start=span.start,
            end=span.end,
            place=span.place[:120],
            section=span.section,
            text=reading.parsed.text[span.start : span.end],
            vector=reading.vectors[no * width : (no + 1) * width],
            terms=reading.terms[no],
        )
        for no, span in enumerate(reading.spans)
    ]
