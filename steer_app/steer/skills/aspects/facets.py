"""The main subjects of a handful of passages."""

import math
from collections.abc import Sequence

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.common import SourceText

LEAST_DOCUMENTS = 2


def facets(query: str, passages: Sequence[SourceText], tools: Tools) -> list[str]:
    """Phrases of two words or more that several documents use and the query does not, strongest first.

    One document's phrases count when there is only one document.
    """
    asked = set(tools.stems(query))
    holders: dict[tuple[str, ...], set[int]] = {}
    counts: dict[tuple[str, ...], int] = {}
    everything = []
    for passage in passages:
        for chunk in tools.chunks(passage.text):
            everything.append(chunk)
            holders.setdefault(chunk.key, set()).add(passage.document)
            counts[chunk.key] = counts.get(chunk.key, 0) + 1
    texts = tools.best_texts(everything)
    least = min(LEAST_DOCUMENTS, len({passage.document for passage in passages}))
    strong = [
        key for key in counts
        if len(key) >= 2 and counts[key] >= 2 and len(holders[key]) >= least and not set(key) & asked
    ]  # fmt: skip
    strong.sort(key=lambda key: (-round(len(holders[key]) * (1 + math.log(counts[key])), 6), texts[key]))
    return [texts[key] for key in strong]
