"""The double: a number from 1 to 9, by the request alone."""

import random

from steer_app.brains.counting.count import Answer, Request


def answer(request: Request, rng: random.Random) -> Answer:
    return Answer(number=rng.randint(1, 9))
