"""A session is begun by a person in the browser; workers do it."""

from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO, cast

from django.contrib.auth.base_user import AbstractBaseUser
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction

from steer_app.runs.models import Run
from steer_app.runs.services import runs
from steer_app.sources.models import Collection
from steer_app.sources.services import collections, documents, ingestion


def begin(*, owner: AbstractBaseUser, params: Mapping[str, Any], caps: runs.Caps) -> Run:
    """A session that is started, and the reading of its documents where some wait: its first step waits for them.

    Raises pydantic.ValidationError.
    """
    with transaction.atomic():
        for collection in params["collections"]:
            ingestion.ensure_if_waiting(collection_id=collection)
        run = runs.create(method_name="steer", owner=owner, title=params["query"], params=params, caps=caps)
        return runs.start(run_id=run.pk)


def gather(*, owner: AbstractBaseUser, name: str, files: Sequence[UploadedFile]) -> Collection:
    """A new collection of uploaded files, which are being read from now on."""
    made = collections.create(owner=owner, name=name)
    for file in files:
        documents.add_upload(collection_id=made.pk, name=file.name or "file", stream=cast(BinaryIO, file.file))
    ingestion.ensure(collection_id=made.pk)
    return made
