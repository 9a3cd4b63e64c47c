"""A probe without a model: the sentences of the snippets that a reading would most likely pick."""

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.aspects.asked import parts, sought
from steer_app.steer.skills.probe import Answer, Expected, Item, Request


def answer(request: Request, tools: Tools) -> Answer:
    return Answer(items=[_expected(item, request, tools) for item in request.items])


def _expected(item: Item, request: Request, tools: Tools) -> Expected:
    settings = tools.thresholds.probe
    learn, topic = tools.thresholds.learn, request.topic
    wanted = sought(parts(item.question, topic, tools), topic, tools)
    found = tools.gather(item.passages, item.question, topic, item.query, (), learn, wanted)
    picked = tools.pick(found, request.known, learn, settings.learnings)
    claims = [group[0].text for group in picked]
    tags = tools.tags(claims or [item.question], item.question, request.tags, settings.tags, settings.same_tag)
    return Expected(learnings=claims, tags=tags)
