"""A double: each pair of aspect and learning touches or not by its own hash; one that touches gives 1, three give 2.

The request's rng is not used: a learning must count the same in every set, or a larger set could score lower.
"""

import hashlib
import random
from collections.abc import Sequence

from steer_app.steer.skills.coverage import Answer, Request


def answer(request: Request, rng: random.Random) -> Answer:
    return Answer(scores=[[_score(aspect, learnings) for aspect in request.aspects] for learnings in request.sets])


def _score(aspect: str, learnings: Sequence[str]) -> int:
    touching = sum(_touches(aspect, text) for text in sorted(set(learnings)))
    return min(2, (touching + 1) // 2)


def _touches(aspect: str, text: str) -> bool:
    """True for about one pair in six."""
    return hashlib.sha256(f"{aspect}\0{text}".encode()).digest()[0] < 43
