"""Ranking: BM25, fusing two ranks, and picking what is good and different."""

import math
from collections.abc import Callable, Hashable, Sequence

from steer_app.brains.offline.words import stems

FUSE_K = 60


def bm25(query: str, texts: Sequence[str], k1: float = 1.2, b: float = 0.75) -> list[float]:
    """Okapi BM25 of each text for the query, over these texts as the collection."""
    bags: list[dict[str, int]] = []
    for text in texts:
        bag: dict[str, int] = {}
        for term in stems(text):
            bag[term] = bag.get(term, 0) + 1
        bags.append(bag)
    lengths = [sum(bag.values()) for bag in bags]
    mean = sum(lengths) / len(lengths) if lengths else 0.0
    scores = [0.0] * len(texts)
    for term in sorted(set(stems(query))):
        holders = sum(term in bag for bag in bags)
        if not holders:
            continue
        idf = math.log(1 + (len(bags) - holders + 0.5) / (holders + 0.5))
        for place, bag in enumerate(bags):
            count = bag.get(term, 0)
            if count:
                scores[place] += idf * count * (k1 + 1) / (count + k1 * (1 - b + b * lengths[place] / mean))
    return scores


def fuse(*rankings: Sequence[Hashable]) -> list[Hashable]:
    """Reciprocal rank fusion (k = 60) of best-first lists; ties by the item's own text."""
    scores: dict[Hashable, float] = {}
    for ranking in rankings:
        for rank, item in enumerate(ranking, 1):
            scores[item] = scores.get(item, 0.0) + 1 / (FUSE_K + rank)
    return sorted(scores, key=lambda item: (-round(scores[item], 9), str(item)))


def mmr(
    scores: Sequence[float],
    likeness: Callable[[int, int], float],
    k: int,
    weight: float,
    allowed: Callable[[int, list[int]], bool] = lambda _item, _taken: True,
) -> list[int]:
    """Indices of up to k items, greedily by weight * score - (1 - weight) * greatest likeness to those taken.

    Ties go to the lower index, so give the items in an order of their own. `allowed(item, taken)` may refuse one.
    """
    taken: list[int] = []
    left = list(range(len(scores)))
    nearest = [0.0] * len(scores)
    while left and len(taken) < k:
        left = [item for item in left if allowed(item, taken)]
        if not left:
            break
        best = max(left, key=lambda item: (round(weight * scores[item] - (1 - weight) * nearest[item], 6), -item))
        taken.append(best)
        left.remove(best)
        for item in left:
            nearest[item] = max(nearest[item], likeness(item, best))
    return taken
