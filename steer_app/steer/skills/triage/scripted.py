"""A double for tests and demonstrations: it never takes the short way, so that sessions grow their trees."""

import random

from steer_app.steer.skills.triage import Answer, Request


def answer(request: Request, rng: random.Random) -> Answer:
    return Answer(direct=False, why="a double never answers directly")
