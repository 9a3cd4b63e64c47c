"""A bag of hashed stems: no model, no torch, the same everywhere. It knows words, not meanings; tests use it."""

import re
from collections.abc import Sequence
from hashlib import blake2b

import numpy as np

from steer_app.brains.stemming import stem

_WORD = re.compile(r"[^\W_]+")
# Words that say nothing of the subject weigh little, or all English texts would look alike.
_LIGHT = frozenset(
    """
    a an and are as at be been but by can do does for from had has have how i if in into is it its may more
    not of on or our she he so some than that the their them then there these they this those to was we were
    what when where which who will with would you your
    """.split()  # noqa: SIM905 (a list of words reads better as words)
)


class Hashed:
    fingerprint = "hashed-1"
    is_light = True

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """(n, 384) unit rows: each stem adds to two of the 384 places, with a sign, the square root of its count."""
        rows = np.zeros((len(texts), 384), dtype=np.float64)
        for row, text in zip(rows, texts, strict=True):
            counts: dict[str, int] = {}
            for word in _WORD.findall(text.lower()):
                term = word if word in _LIGHT else stem(word)
                counts[term] = counts.get(term, 0) + 1
            for term in sorted(counts):
                weight = (0.15 if term in _LIGHT else 1.0) * counts[term] ** 0.5
                digest = blake2b(term.encode(), digest_size=8).digest()
                for part in (digest[:4], digest[4:]):
                    number = int.from_bytes(part, "big")
                    row[number % 384] += weight if number & 0x80000000 else -weight
            if not row.any():
                row[0] = 1.0
            row /= np.sqrt(row @ row)
        return rows.astype(np.float32)

    embed_passages = embed
