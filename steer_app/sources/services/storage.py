"""Files by the hash of their content, so that the same bytes lie there once and are never half written."""

import hashlib
import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from django.conf import settings

from steer_app.sources.models import Document

_CHUNK = 1 << 20


class TooLarge(Exception):
    """More bytes than settings.UPLOAD_MB."""


@dataclass(frozen=True)
class Stored:
    sha256: str
    size_bytes: int


def path_of(sha256: str) -> Path:
    return Path(settings.MEDIA_ROOT) / "sha256" / sha256[:2] / sha256[2:]


def store(stream: BinaryIO) -> Stored:
    """Keeps what the stream holds; afterwards it is there whole or not at all. Raises TooLarge."""
    root = Path(settings.MEDIA_ROOT)
    root.mkdir(parents=True, exist_ok=True)
    digest, size = hashlib.sha256(), 0
    descriptor, name = tempfile.mkstemp(dir=root, prefix="incoming-")
    incoming = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            while chunk := stream.read(_CHUNK):
                size += len(chunk)
                if size > settings.UPLOAD_MB * 2**20:
                    raise TooLarge
                digest.update(chunk)
                file.write(chunk)
        target = path_of(digest.hexdigest())
        target.parent.mkdir(parents=True, exist_ok=True)
        incoming.replace(target)
    finally:
        incoming.unlink(missing_ok=True)
    return Stored(digest.hexdigest(), size)


def forget(hashes: Iterable[str]) -> None:
    """Removes the files that no document names any more."""
    wanted = {sha256 for sha256 in hashes if sha256}
    still = set(Document.objects.filter(sha256__in=wanted).values_list("sha256", flat=True))
    for sha256 in wanted - still:
        path_of(sha256).unlink(missing_ok=True)
