"""Similarity as every comparison in the session sees it: rounded to 4 decimals (kernel rule K16)."""

from collections.abc import Sequence

import numpy as np

PLACES = 4


def mean(vectors: Sequence[np.ndarray]) -> np.ndarray:
    """The mean of at least one vector, in double precision, so that the order of summation cannot be seen."""
    return np.mean(np.asarray(vectors, dtype=np.float64), axis=0)


def similarity(a: np.ndarray, b: np.ndarray) -> float:
    """Cosine of two vectors, rounded to 4 decimals; 0.0 if one of them is zero.

    Cosines of one text differ by up to 4e-7 between batchings of the same model, so a raw one on the edge of a
    threshold would fall on either side by chance.
    """
    a, b = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    norm = float(np.linalg.norm(a) * np.linalg.norm(b))
    return round(float(a @ b) / norm, PLACES) + 0.0 if norm else 0.0
