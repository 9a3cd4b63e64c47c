"""The three to five sentences that come nearest to the question and speak to different things the person asked for."""

from collections.abc import Sequence

import numpy as np

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.common import KnownAspect
from steer_app.steer.skills.report.quotes import Quote

FEWEST, MOST = 3, 5
NEAR = 0.45
"""A fourth or fifth sentence has to come this near to the question."""
NEW_ASPECT = 0.25
LIKENESS = 0.35
WORDS = 0.2
"""Weight of the share of the question's own words that a sentence has."""
SAME_DOCUMENT = 0.1
SERVES = 0.35


def pick(query: str, aspects: Sequence[KnownAspect], quotes: Sequence[Quote], tools: Tools) -> list[Quote]:
    """Greedy: nearness to the question, plus a bonus for an aspect not yet spoken to, less likeness to those taken."""
    if not quotes:
        return []
    vectors = np.stack([quote.vector for quote in quotes])
    near = tools.likeness(vectors, tools.embed_one(query)[None, :])[:, 0]
    asked = set(tools.stems(query))
    words = [len(asked & set(tools.stems(quote.claim))) / max(len(asked), 1) for quote in quotes]
    serves = _served(vectors, aspects, tools)
    alike = tools.likeness(vectors, vectors)
    taken: list[int] = []
    while len(taken) < min(MOST, len(quotes)):
        spoken = {aspect for place in taken for aspect in serves[place]}
        documents = {quotes[place].document for place in taken}

        def worth(place: int, spoken=spoken, documents=documents) -> float:
            bonus = NEW_ASPECT * min(len(serves[place] - spoken), 1)
            cost = LIKENESS * max((float(alike[place, other]) for other in taken), default=0.0)
            return round(
                float(near[place])
                + WORDS * words[place]
                + bonus
                - cost
                - SAME_DOCUMENT * (quotes[place].document in documents),
                6,
            )

        best = max(
            (place for place in range(len(quotes)) if place not in taken), key=lambda place: (worth(place), -place)
        )
        if len(taken) >= FEWEST and near[best] < NEAR:
            break
        taken.append(best)
    return sorted((quotes[place] for place in taken), key=lambda quote: (quote.document, quote.learning.start))


def _served(vectors: np.ndarray, aspects: Sequence[KnownAspect], tools: Tools) -> list[set[int]]:
    if not aspects:
        return [set() for _ in vectors]
    fits = tools.likeness(vectors, tools.embed_each([aspect.text for aspect in aspects]))
    return [{int(place) for place in np.flatnonzero(row >= SERVES)} for row in fits]
