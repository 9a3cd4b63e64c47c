"""Files come into a collection, are replaced, and go."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from django.conf import settings
from django.db import transaction
from django.db.models import F

from steer_app.sources.domain import paths
from steer_app.sources.domain.standing import AGAIN
from steer_app.sources.domain.statuses import Status
from steer_app.sources.models import Collection, Document, Passage
from steer_app.sources.services import storage
from steer_app.sources.services.storage import Stored

_UNREAD = {"title": "", "kind": "", "text": "", "blocks": {}, "pages": 0, "words": 0, "embedder": ""}


@dataclass(frozen=True)
class Incoming:
    """A file on its way in. With a `refusal` there are no bytes to read, only the reason."""

    path: str
    stored: Stored
    refusal: tuple[Status, str] | None = None


@dataclass(frozen=True)
class Added:
    added: int = 0
    changed: int = 0
    unchanged: int = 0


@dataclass(frozen=True)
class Upload:
    """A file as a person sends it, under its path in the collection."""

    path: str
    stream: BinaryIO


@dataclass(frozen=True)
class Refusal:
    """A file that was not taken in, and why."""

    path: str
    reason: str


def add_upload(*, collection_id: int, name: str, stream: BinaryIO) -> Document:
    """Takes a file in under its bare name. The same bytes again change nothing, other bytes replace the old.

    Raises storage.TooLarge.
    """
    path = paths.bare(name)
    put(collection_id=collection_id, files=[Incoming(path, storage.store(stream))])
    return Document.objects.get(collection=collection_id, path=path)


def take(*, collection_id: int, uploads: Iterable[Upload]) -> tuple[Added, list[Refusal]]:
    """Takes in what can be taken, in one transaction, and says which files were refused.

    Of two files under one path the later one counts. Each is as in `add_upload`.
    """
    incoming: dict[str, Incoming] = {}
    refused: list[Refusal] = []
    for upload in uploads:
        try:
            incoming[upload.path] = Incoming(upload.path, storage.store(upload.stream))
        except storage.TooLarge:
            refused.append(Refusal(upload.path, f"It has more than {settings.UPLOAD_MB} MB, the most that is taken."))
    return put(collection_id=collection_id, files=list(incoming.values())), refused


def read_again(*, document_id: int) -> None:
    """The same bytes wait to be read once more; what was found wrong with them is forgotten."""
    Document.objects.filter(pk=document_id, status__in=AGAIN).update(status=Status.WAITING, reason="")


def put(*, collection_id: int, files: Sequence[Incoming]) -> Added:
    """Takes files in, all or none. New and changed ones wait to be read; what was read of the old is gone."""
    with transaction.atomic():
        Collection.objects.select_for_update().get(pk=collection_id)
        known = Document.objects.filter(collection=collection_id, path__in=[file.path for file in files])
        by_path = {document.path: document for document in known.defer("text", "blocks")}
        changed = [file for file in files if file.path in by_path and not _is_same(by_path[file.path], file)]
        before = [by_path[file.path].sha256 for file in changed]
        for file in changed:
            _replace(by_path[file.path], file)
        new = [file for file in files if file.path not in by_path]
        Document.objects.bulk_create([_row(collection_id, file) for file in new])
        settle_duplicates(collection_id)
        if changed:
            touch(collection_id)
        transaction.on_commit(lambda: storage.forget(before))
    return Added(len(new), len(changed), len(files) - len(new) - len(changed))


def delete(*, document_id: int) -> None:
    """Removes a document with all that was in it; a duplicate of it is read in its place."""
    with transaction.atomic():
        document = Document.objects.select_related("collection").get(pk=document_id)
        Collection.objects.select_for_update().get(pk=document.collection_id)
        hashes = hashes_of([document_id])
        document.delete()
        settle_duplicates(document.collection_id)
        touch(document.collection_id)
        transaction.on_commit(lambda: storage.forget(hashes))


def touch(collection_id: int) -> None:
    """Passages came or went: what searches hold in memory is out of date."""
    Collection.objects.filter(pk=collection_id).update(revision=F("revision") + 1)


def settle_duplicates(collection_id: int) -> None:
    """Of several documents with the same bytes the first by path is read; the others point to it."""
    rows = Document.objects.filter(collection=collection_id).exclude(sha256="").order_by("path")
    firsts: dict[str, str] = {}
    for pk, path, sha256, status, reason in rows.values_list("pk", "path", "sha256", "status", "reason"):
        first = firsts.setdefault(sha256, path)
        if first == path and status == Status.DUPLICATE:
            Document.objects.filter(pk=pk).update(status=Status.WAITING, reason="")
        elif first != path and (status != Status.DUPLICATE or reason != _same_as(first)):
            Passage.objects.filter(document=pk).delete()
            Document.objects.filter(parent=pk).delete()
            Document.objects.filter(pk=pk).update(status=Status.DUPLICATE, reason=_same_as(first), **_UNREAD)


def hashes_of(document_ids: Iterable[int]) -> list[str]:
    """Of the documents and of all that was in them."""
    level = list(document_ids)
    found: list[str] = []
    while level:
        found.extend(Document.objects.filter(pk__in=level).values_list("sha256", flat=True))
        level = list(Document.objects.filter(parent__in=level).values_list("pk", flat=True))
    return found


def _same_as(path: str) -> str:
    return f"The same content as {path}."


def _is_same(document: Document, file: Incoming) -> bool:
    return document.sha256 == file.stored.sha256 and document.size_bytes == file.stored.size_bytes


def _row(collection_id: int, file: Incoming) -> Document:
    status, reason = file.refusal or (Status.WAITING, "")
    return Document(
        collection_id=collection_id,
        path=file.path,
        sha256=file.stored.sha256,
        size_bytes=file.stored.size_bytes,
        status=status,
        reason=reason,
    )


def _replace(document: Document, file: Incoming) -> None:
    document.parts.all().delete()
    document.passages.all().delete()
    status, reason = file.refusal or (Status.WAITING, "")
    values = {"sha256": file.stored.sha256, "size_bytes": file.stored.size_bytes, "status": status, "reason": reason}
    Document.objects.filter(pk=document.pk).update(**values, **_UNREAD)
