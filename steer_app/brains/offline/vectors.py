"""Vectors of sentences, always computed in the same company.

A vector depends a little (3e-7) on the batch it was computed in. So a passage's sentences are one batch, and any other
text is embedded alone (K16): what comes out is a function of the text, never of what happened to be waiting.
"""

import hashlib
import threading
from collections import OrderedDict

import numpy as np
from django.conf import settings

from steer_app.brains import embeddings
from steer_app.brains.offline.sentences import Sentence, quotable

WIDTH = 384
KEPT_PASSAGES, KEPT_TEXTS = 2048, 8192


class Store:
    """Least recently used first out; safe among threads. A value asked for twice at once may be computed twice."""

    def __init__(self, size: int):
        self._size = size
        self._rows: OrderedDict[str, np.ndarray] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str, compute) -> np.ndarray:
        with self._lock:
            if key in self._rows:
                self._rows.move_to_end(key)
                return self._rows[key]
        value = compute()
        with self._lock:
            self._rows[key] = value
            while len(self._rows) > self._size:
                self._rows.popitem(last=False)
        return value


_passages = Store(KEPT_PASSAGES)
_texts = Store(KEPT_TEXTS)


def _key(text: str) -> str:
    return f"{settings.EMBEDDER}:{hashlib.sha256(text.encode()).hexdigest()}"


def of_passage(text: str) -> tuple[tuple[Sentence, ...], np.ndarray]:
    """The passage's quotable sentences and their unit vectors, (n, 384), embedded together."""
    found = quotable(text)
    if not found:
        return found, np.zeros((0, WIDTH), dtype=np.float32)
    return found, _passages.get(_key(text), lambda: embeddings.embed([sentence.text for sentence in found]))


def of_text(text: str) -> np.ndarray:
    """The text's unit vector, (384,), embedded alone."""
    return _texts.get(_key(text), lambda: embeddings.embed_one(text))


def of_texts(texts: tuple[str, ...] | list[str]) -> np.ndarray:
    """(n, 384); each row embedded alone."""
    return np.stack([of_text(text) for text in texts]) if texts else np.zeros((0, WIDTH), dtype=np.float32)


def likeness(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Cosines of all pairs of unit rows, (n, m), rounded to 4 places."""
    return np.round(left @ right.T, 4)


ENOUGH_TO_CENTRE = 12
"""Rows from which on their mean says what all of them speak of."""


def shared_direction(rows: np.ndarray) -> np.ndarray:
    """(d,) the direction of the rows' mean, or zero for a few rows only.

    Where every sentence names Mill Street, a sentence is not near to a question because it names Mill Street too."""
    if len(rows) < ENOUGH_TO_CENTRE:
        return np.zeros(rows.shape[1], rows.dtype)
    mean = rows.mean(axis=0)
    return mean / max(float(np.linalg.norm(mean)), 1e-9)


def without(rows: np.ndarray, shared: np.ndarray) -> np.ndarray:
    """Unit rows without their part along `shared`."""
    left = rows - np.outer(rows @ shared, shared)
    return left / np.maximum(np.linalg.norm(left, axis=1, keepdims=True), 1e-9)
