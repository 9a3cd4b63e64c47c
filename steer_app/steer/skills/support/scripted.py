"""A stand-in that answers at once: what stands in the passage is supported, the rest by chance, nine times in ten."""

import random

from steer_app.steer.skills.support import Answer, Request, Verdict

SUPPORTED = 0.9


def answer(request: Request, rng: random.Random) -> Answer:
    return Answer(verdicts=[_verdict(claim, passage, rng) for claim, passage in request.pairs])


def _verdict(claim: str, passage: str, rng: random.Random) -> Verdict:
    """Chance is drawn for every pair, so that one pair's text does not shift the others' luck."""
    is_lucky = rng.random() < SUPPORTED
    if claim in passage or is_lucky:
        return Verdict(supported=True)
    return Verdict(supported=False, reason="the passage is about something else")
