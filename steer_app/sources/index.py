"""What a search needs of a collection, kept in memory as long as the collection's revision holds."""

import threading
from collections import OrderedDict
from dataclasses import dataclass

import numpy as np

from steer_app.brains import embeddings
from steer_app.sources.domain.ranking import Words
from steer_app.sources.models import Collection, Passage

MOST_COLLECTIONS = 8


@dataclass(frozen=True)
class Index:
    """Row i is one passage; rows are in order of path and number, whatever order the passages were written in."""

    passages: np.ndarray
    documents: np.ndarray
    vectors: np.ndarray
    words: Words


_kept: OrderedDict[int, tuple[tuple[int, str], Index]] = OrderedDict()
_lock = threading.Lock()
_building: dict[int, threading.Lock] = {}


def of(collection_id: int) -> Index:
    """The collection's index as of now; empty if there is no such collection. Built by one thread, shared by all."""
    revision = Collection.objects.filter(pk=collection_id).values_list("revision", flat=True).first()
    state = (revision or 0, embeddings.fingerprint())
    with _lock:
        own = _building.setdefault(collection_id, threading.Lock())
    with own:
        with _lock:
            if collection_id in _kept and _kept[collection_id][0] == state:
                _kept.move_to_end(collection_id)
                return _kept[collection_id][1]
        built = _built(collection_id, state[1])
        with _lock:
            _kept[collection_id] = (state, built)
            while len(_kept) > MOST_COLLECTIONS:
                _kept.popitem(last=False)
        return built


def _built(collection_id: int, fingerprint: str) -> Index:
    """Vectors of another model are zeros: they match nothing until the next ingestion makes them anew."""
    rows = (
        Passage.objects.filter(document__collection=collection_id)
        .order_by("document__path", "no")
        .values_list("pk", "document", "document__embedder", "vector", "terms")
    )
    passages, documents, vectors, terms = [], [], [], []
    nothing = bytes(2 * embeddings.DIMENSIONS)
    for passage, document, embedder, vector, stored_terms in rows.iterator(chunk_size=5000):
        passages.append(passage)
        documents.append(document)
        vectors.append(bytes(vector) if embedder == fingerprint else nothing)
        terms.append(np.frombuffer(stored_terms, dtype=np.uint32))
    matrix = np.frombuffer(b"".join(vectors), dtype=np.float16).reshape(-1, embeddings.DIMENSIONS).astype(np.float32)
    return Index(np.array(passages, dtype=np.int64), np.array(documents, dtype=np.int64), matrix, Words.of(terms))
