"""The passage of one document that comes nearest to a query, and how near the others come."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from steer_app.sources import index
from steer_app.sources.domain import words
from steer_app.sources.search import Hit, hits


@dataclass(frozen=True)
class Nearest:
    hit: Hit
    by_meaning: bool
    """False: by words, for want of a vector."""
    place: int
    """1 if no passage of any document is nearer."""
    among: int


def nearest(collection_ids: Sequence[int], document_id: int, query: str, vector: np.ndarray | None) -> Nearest | None:
    """By the cosine with `vector`, (384,) of the query, else by BM25; None where neither says anything.

    Of equals the first in the document's order.
    """
    indexes = [index.of(collection_id) for collection_id in sorted(set(collection_ids))]
    if not indexes:
        return None
    documents = np.concatenate([part.documents for part in indexes])
    passages = np.concatenate([part.passages for part in indexes])
    own = np.flatnonzero(documents == document_id)
    asked = words.hashed(words.terms(query))
    rankings = [np.concatenate([part.words.scores(asked) for part in indexes])]
    if vector is not None:
        rankings.insert(0, np.concatenate([np.round(part.vectors @ vector, 4) for part in indexes]))
    for scores in rankings:
        if len(own) and scores[own].max() > 0:
            best = int(own[np.argmax(scores[own])])
            found = hits([(best, float(scores[best]))], passages)
            place = 1 + int((scores > scores[best]).sum())
            return (
                Nearest(found[0], len(rankings) == 2 and scores is rankings[0], place, len(scores)) if found else None
            )
    return None
