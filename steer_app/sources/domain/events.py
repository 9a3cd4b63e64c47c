"""What an ingestion tells while it runs."""

from dataclasses import dataclass
from typing import ClassVar

from steer_app.runs.domain.events import Event


@dataclass(frozen=True)
class CollectionOpened(Event):
    """`documents` files are to be read in `batches` steps."""

    type: ClassVar[str] = "collection.opened"
    collection: int
    documents: int
    batches: int


@dataclass(frozen=True)
class DocumentRead(Event):
    type: ClassVar[str] = "document.read"
    document: int
    path: str
    kind: str
    words: int
    passages: int


@dataclass(frozen=True)
class DocumentFailed(Event):
    type: ClassVar[str] = "document.failed"
    document: int
    path: str
    status: str
    reason: str


@dataclass(frozen=True)
class CollectionIndexed(Event):
    type: ClassVar[str] = "collection.indexed"
    collection: int
    documents: int
    passages: int
    failed: int
