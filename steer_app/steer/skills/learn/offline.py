"""Learnings without a model: the sentences that fit the question best, to the letter, and different from each other."""

from collections.abc import Sequence

from steer_app.brains.offline.evidence import Evidence
from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.aspects.asked import asks_for_figures, parts, sought
from steer_app.steer.skills.aspects.telling import tells
from steer_app.steer.skills.learn import Answer, LearningDraft, Quote, Request
from steer_app.steer.skills.report.differences import rivals

LOOKED_AT = 60
"""Sentences with figures, best first, among which pairs are looked for."""
RIVALS = 4
"""Learnings that a reading adds for being one side of such a pair."""


def answer(request: Request, tools: Tools) -> Answer:
    settings = tools.thresholds.learn
    cares = [aspect for aspect in request.aspects if tells(aspect, request.topic, tools)]
    found = tools.gather(
        request.passages,
        request.question,
        request.topic,
        request.goal,
        cares,
        settings,
        sought(parts(request.question, request.topic, tools), request.topic, tools),
        sought(parts(request.topic, request.topic, tools), request.topic, tools),
    )
    picked = tools.pick(found, request.known, settings, settings.most)
    if asks_for_figures(request.topic, tools):
        picked += _rivals(request, found, picked, tools)
    probe = tools.thresholds.probe
    claims = [group[0].text for group in picked]
    tags = tools.tags(claims, request.question, request.tags, probe.tags, probe.same_tag)
    return Answer(
        learnings=[LearningDraft(claim=group[0].text, quotes=[_quote(one) for one in group[:3]]) for group in picked],
        tags=tags,
        summary=_summary(request, picked, tags),
    )


def _rivals(
    request: Request, found: Sequence[Evidence], picked: Sequence[list[Evidence]], tools: Tools
) -> list[list[Evidence]]:
    """What else says otherwise: the best pairs of sentences of two documents that give two figures of one thing, less
    those that are learned or known already. A reader should not see one side's figure alone."""
    titles = {source.document: source.title for source in request.passages}
    topic = set(tools.stems(request.topic))
    learned = {one.text for group in picked for one in group} | set(request.known)
    told = [one for one in found if tools.numbers(one.text)][:LOOKED_AT]
    added: list[Evidence] = []
    for at, one in enumerate(told):
        for other in told[:at]:
            new = [side for side in (other, one) if side.text not in learned and side not in added]
            if not new or one.document == other.document or len(added) + len(new) > RIVALS:
                continue
            near = float(tools.likeness(one.vector[None, :], other.vector[None, :])[0, 0])
            names = titles[one.document], titles[other.document]
            if rivals(one.text, other.text, near, topic, tools, names):
                added += new
    return [[one] for one in added]


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
