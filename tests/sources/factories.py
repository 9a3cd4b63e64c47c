"""Rows as an ingestion leaves them, without running one."""

from collections.abc import Mapping
from io import BytesIO

from steer_app.sources.models import Collection
from steer_app.sources.services import collections, documents, reading


def collection(owner, texts: Mapping[str, str | bytes] = {}, name: str = "Heating") -> Collection:
    """A collection whose files have been read, in the order given."""
    made = collections.create(owner=owner, name=name)
    for path, content in texts.items():
        add(made, path, content)
    made.refresh_from_db()
    return made


def add(to: Collection, path: str, content: str | bytes):
    """One more file, read at once."""
    stream = BytesIO(content.encode() if isinstance(content, str) else content)
    document = documents.add_upload(collection_id=to.pk, name=path, stream=stream)
    made = reading.read(document.path, document.sha256, document.size_bytes, check=lambda: None)
    reading.Record(document.pk, made).apply(None)
    document.refresh_from_db()
    return document
