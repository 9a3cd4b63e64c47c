"""Texts as vectors: unit rows of 384 numbers, the nearer in meaning the higher their cosine.

Which model computes them is settings.EMBEDDER, a name in settings.EMBEDDERS; it is imported and loaded at first use,
once a process. A vector depends a little (4e-7) on the batch it was computed in, so what enters a decision is computed
alone or in a batch that its document fixes, and compared after rounding to 4 places (K16).
"""

import os
import threading
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Protocol

import numpy as np
from django.conf import settings
from django.utils.module_loading import import_string

DIMENSIONS = 384


class Embedder(Protocol):
    """Safe among threads. Rows are float32 and of length 1."""

    fingerprint: str
    """Changes whenever the vectors do: stored beside them. Known without loading the model."""
    is_light: bool
    """Needs no model: any process may compute with it."""

    def embed(self, texts: Sequence[str]) -> np.ndarray: ...

    def embed_passages(self, texts: Sequence[str]) -> np.ndarray:
        """For an index: may trade the third decimal of a cosine for speed."""


_loading = threading.Lock()
_loaded: dict[str, Embedder] = {}


def fingerprint() -> str:
    """Of the embedder in force. Loads nothing."""
    return _class().fingerprint


def is_at_hand() -> bool:
    """Whether this process can compute a vector without loading a model first."""
    return settings.EMBEDDER in _loaded or _class().is_light


def embedder() -> Embedder:
    """The embedder in force. The first call may take seconds."""
    name = settings.EMBEDDER
    if name not in _loaded:
        with _loading:
            if name not in _loaded:
                _loaded[name] = _class()()
    return _loaded[name]


def _class() -> type[Embedder]:
    return import_string(settings.EMBEDDERS[settings.EMBEDDER].replace(":", "."))


def warm() -> None:
    """Loads the model and runs it once, so that the first person does not wait for it."""
    embed_one("warm")


def embed(texts: Sequence[str]) -> np.ndarray:
    """(n, 384). The texts are one batch: give those of one document, in its order."""
    return embedder().embed(list(texts)) if texts else np.zeros((0, DIMENSIONS), dtype=np.float32)


def embed_passages(texts: Sequence[str]) -> np.ndarray:
    """(n, 384) for the search index only, not for decisions. The texts are one batch, fixed by their document."""
    return embedder().embed_passages(list(texts)) if texts else np.zeros((0, DIMENSIONS), dtype=np.float32)


def embed_one(text: str) -> np.ndarray:
    """(384,), computed alone; the last 8,192 are remembered. Read-only, since it is shared.

    Who asks for a text that is being computed waits for it: the same work is never done twice at once.
    """
    place = _place(settings.EMBEDDER, text)
    with place.lock:
        if place.vector is None:
            vector = embedder().embed([text])[0]
            vector.setflags(write=False)
            place.vector = vector
    return place.vector


def embed_beside(text: str) -> Future[np.ndarray]:
    """`embed_one`, begun on a thread of its own: for texts that will be wanted once a call in flight is answered."""
    return _beside().submit(embed_one, text)


@cache
def _beside() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max(1, (os.cpu_count() or 1) - 1), thread_name_prefix="embed")


@dataclass(slots=True)
class _Place:
    lock: threading.Lock = field(default_factory=threading.Lock)
    vector: np.ndarray | None = None


@lru_cache(maxsize=8192)
def _place(name: str, text: str) -> _Place:
    return _Place()


def cos(left: np.ndarray, right: np.ndarray) -> float:
    """The cosine of two unit vectors, to 4 places."""
    return round(float(np.dot(left, right)), 4)
