"""A probe without a model: the sentences of the snippets that a reading would most likely pick."""

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.probe import Answer, Expected, Item, Request


def answer(request: Request, tools: Tools) -> Answer:
    return Answer(items=[_expected(item, request, tools) for item in request.items])


def _expected(item: Item, request: Request, tools: Tools) -> Expected:
    settings = tools.thresholds.probe
    found = tools.gather(item.passages, item.question, request.topic, item.query, (), tools.thresholds.learn)
    picked = tools.pick(found, request.known, tools.thresholds.learn, settings.learnings)
    claims = [group[0].text for group in picked]
    tags = tools.tags(claims or [item.question], item.question, request.tags, settings.tags, settings.same_tag)
    return Expected(learnings=claims, tags=tags)
