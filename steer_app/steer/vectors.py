"""Vectors of texts: each computed alone, once, and kept by the text's hash (kernel rule K16)."""

from collections.abc import Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass

import numpy as np

from steer_app.brains import embeddings
from steer_app.runs.models import Run
from steer_app.steer.domain.wording import fingerprint
from steer_app.steer.models import TextVector

STORED_AS = np.dtype("<f4")


@dataclass(frozen=True)
class KeepVectors:
    """Keep vectors that a step computed; those that another step kept meanwhile are the same."""

    embedder: str
    vectors: Mapping[str, bytes]

    def apply(self, run: Run) -> None:
        TextVector.objects.bulk_create(
            [TextVector(embedder=self.embedder, fingerprint=key, vector=raw) for key, raw in self.vectors.items()],
            ignore_conflicts=True,
        )


class Vectors:
    """The vectors of one step's texts: stored ones are read together, missing ones computed one at a time."""

    def __init__(self) -> None:
        self._known: dict[str, np.ndarray] = {}
        self._fresh: dict[str, bytes] = {}
        self._coming: dict[str, Future[np.ndarray]] = {}

    def foresee(self, texts: Iterable[str]) -> None:
        """Begin with texts that `learn` will be asked for, so that they are ready when a call made meanwhile is."""
        missing = {fingerprint(text): text for text in texts}
        missing = {key: text for key, text in missing.items() if key not in self._known and key not in self._coming}
        if not missing:
            return
        rows = TextVector.objects.filter(embedder=embeddings.embedder().fingerprint, fingerprint__in=missing)
        for key, raw in rows.values_list("fingerprint", "vector"):
            self._known[key] = np.frombuffer(raw, dtype=STORED_AS)
        for key, text in missing.items():
            if key not in self._known:
                self._coming[key] = embeddings.embed_beside(text)

    def learn(self, wanted: Iterable[str]) -> None:
        """Have the vectors of these texts at hand. What nobody has begun yet is computed here, from the end, while the
        threads beside begin at the front."""
        texts = {fingerprint(text): text for text in wanted}
        self.foresee(texts.values())
        for key, text in reversed(texts.items()):
            if coming := self._coming.pop(key, None):
                vector = embeddings.embed_one(text) if coming.cancel() else coming.result()
                self._known[key] = np.asarray(vector, dtype=STORED_AS)
                self._fresh[key] = self._known[key].tobytes()

    def of(self, text: str) -> np.ndarray:
        self.learn([text])
        return self._known[fingerprint(text)]

    def all_of(self, texts: Iterable[str]) -> list[np.ndarray]:
        texts = list(texts)
        self.learn(texts)
        return [self._known[fingerprint(text)] for text in texts]

    def kept(self) -> tuple[KeepVectors, ...]:
        """The change that keeps what was computed, if anything was."""
        return (KeepVectors(embeddings.embedder().fingerprint, self._fresh),) if self._fresh else ()
