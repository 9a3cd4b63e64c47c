"""Learnings without a model: the sentences that fit the question best, to the letter, and different from each other."""

from steer_app.brains.offline.evidence import Evidence
from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.aspects.telling import tells
from steer_app.steer.skills.learn import Answer, LearningDraft, Quote, Request


def answer(request: Request, tools: Tools) -> Answer:
    settings = tools.thresholds.learn
    cares = [aspect for aspect in request.aspects if tells(aspect, request.topic, tools)]
    found = tools.gather(request.passages, request.question, request.topic, request.goal, cares, settings)
    picked = tools.pick(found, request.known, settings, settings.most)
    probe = tools.thresholds.probe
    claims = [group[0].text for group in picked]
    tags = tools.tags(claims, request.question, request.tags, probe.tags, probe.same_tag)
    return Answer(
        learnings=[LearningDraft(claim=group[0].text, quotes=[_quote(one) for one in group[:3]]) for group in picked],
        tags=tags,
        summary=_summary(request, picked, tags),
    )


def _quote(one: Evidence) -> Quote:
    return Quote(passage=one.passage, start=one.start, end=one.end)


def _summary(request: Request, picked: list[list[Evidence]], tags: list[str]) -> str:
    """Counts and names only."""
    read = len({source.passage for source in request.passages})
    if not picked:
        return f"None of the {_counted(read, 'passage')} read says enough about this question to be quoted."
    titles = {source.document: source.title for source in request.passages}
    documents = sorted({group[0].document for group in picked}, key=lambda document: (titles[document], document))
    named = ", ".join(titles[document] for document in documents[:3]) + (" and others" if len(documents) > 3 else "")
    about = f" They deal with {_listed(tags)}." if tags else ""
    return f"{_counted(len(picked), 'statement')} from {_counted(len(documents), 'document')} ({named}).{about}"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _listed(items: list[str]) -> str:
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + f" and {items[-1]}"
