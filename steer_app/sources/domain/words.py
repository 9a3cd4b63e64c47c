"""Words as the index knows them: stems, hashed to 32 bits."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b

import numpy as np

from steer_app.brains.stemming import stem

# Names such as max_wal_size and wal-level count whole and in parts, numbers such as 9.6 whole.
_TERM = re.compile(r"\d+(?:[.,]\d+)+|\w+(?:[-'’]\w+)*")
_PART = re.compile(r"[^\W_]+")
STOP = frozenset(
    """
    a about an and any are as at be been being but by can could did do does for from had has have how i if in
    into is it its me my no nor of on or our should so some such than that the their them then there these
    they this those through to us was we were what when where which while who whom why will with would you
    your
    """.split()  # noqa: SIM905 (a list of words reads better as words)
)


def terms(text: str) -> list[str]:
    """Stems in order, repeats kept, stop words left out; accents do not count."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(c))
    found: list[str] = []
    for token in _TERM.findall(plain):
        parts = _PART.findall(token)
        if token[0].isdigit() and len(parts) > 1:
            found.append(token)
            continue
        found.extend(stem(part) for part in parts if part not in STOP and part != "s")
        if "_" in token and len(parts) > 1:
            found.append(token)
    return found


def hashed(stems: Iterable[str]) -> np.ndarray:
    """Sorted uint32 hashes, repeats kept."""
    return np.sort(np.fromiter((_hash(term) for term in stems), dtype=np.uint32))


@lru_cache(maxsize=262144)
def _hash(term: str) -> int:
    return int.from_bytes(blake2b(term.encode(), digest_size=4).digest(), "big")
