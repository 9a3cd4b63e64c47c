"""A double: sentences of the snippets, or made-up ones where there is none, and tags from a fixed list."""

import random

from steer_app.brains.offline.sentences import sentences
from steer_app.steer.skills.learn.scripted import draw_tags
from steer_app.steer.skills.probe import Answer, Expected, Item, Request

MADE_UP = ("costs", "limits", "effects", "exceptions", "experience", "rules")


def answer(request: Request, rng: random.Random) -> Answer:
    return Answer(items=[_expected(item, request, rng) for item in request.items])


def _expected(item: Item, request: Request, rng: random.Random) -> Expected:
    known = set(request.known)
    pool = [one.text for source in item.passages for one in sentences(source.text) if one.text not in known]
    if not pool:
        pool = [f"There is something on {word} to be found under: {item.question}" for word in MADE_UP]
    count = min(len(pool), rng.randint(1, 4))
    return Expected(learnings=list(dict.fromkeys(rng.sample(pool, count))), tags=draw_tags(request.tags, rng))
