"""Collections are made, named, filled from a folder, and removed."""

from pathlib import Path

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from steer_app.sources.domain import paths
from steer_app.sources.domain.statuses import Status
from steer_app.sources.models import Collection, Document
from steer_app.sources.services import documents, folders, storage
from steer_app.sources.services.documents import Added, Incoming
from steer_app.sources.services.storage import Stored


def create(*, owner: AbstractBaseUser, name: str) -> Collection:
    return Collection.objects.create(owner_id=owner.pk, name=name.strip()[:120] or "Untitled")


def rename(*, collection_id: int, name: str) -> None:
    Collection.objects.filter(pk=collection_id).update(name=name.strip()[:120] or "Untitled")


def delete(*, collection_id: int) -> None:
    """Removes the collection, its documents, and the files that no other collection holds."""
    with transaction.atomic():
        hashes = list(Document.objects.filter(collection=collection_id).values_list("sha256", flat=True).distinct())
        Collection.objects.filter(pk=collection_id).delete()
        transaction.on_commit(lambda: storage.forget(hashes))


def add_folder(*, collection_id: int, path: str | Path) -> Added:
    """Copies a folder's files in, under their paths within it; see folders.files for which.

    A file that is as it was is left as it is, one that changed is read again, one that is gone stays. Raises
    NotADirectoryError.
    """
    incoming = [_taken(paths.shown_path(name), file) for name, file in folders.files(Path(path))]
    return documents.put(collection_id=collection_id, files=incoming)


def _taken(name: str, file: Path) -> Incoming:
    try:
        size = file.stat().st_size
        with file.open("rb") as stream:
            return Incoming(name, storage.store(stream))
    except storage.TooLarge:
        refusal = (Status.TOO_LARGE, f"{size / 2**20:.0f} MB; STEERLAB_UPLOAD_MB says how much is taken.")
        return Incoming(name, Stored("", size), refusal)
    except OSError as error:
        return Incoming(name, Stored("", 0), (Status.CORRUPT, f"The file cannot be opened: {error.strerror}."))
