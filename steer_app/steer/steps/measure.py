"""How well what was read before an interest came covers it.

A node's own coverage is by the persona that it was read with; an interest that came later would stand as not covered
until something more is read. This measures it by the learnings that are there, for the panel and the report's table
alone: it enters no decision, so nothing hangs on when it comes in (kernel rule K9).

Decision: the offline brain does it, whatever brain the session has. With a model, every interest that is added would
cost a reading of all that was learned so far; this costs no tokens.
"""

from steer_app.brains.gateway import Gateway
from steer_app.runs.domain.outcome import Outcome
from steer_app.runs.services.changes import Update
from steer_app.steer import selectors
from steer_app.steer.domain.events import AspectMeasured
from steer_app.steer.models import Aspect, Node
from steer_app.steer.skills import coverage
from steer_app.steer.steps.work import Work

AT_ONCE = 20
"""Nodes that are measured in one call."""


def perform(work: Work, place: str) -> Outcome:
    """The interests up to the number `place` that nobody has measured yet."""
    rows = list(Aspect.objects.filter(run=work.run, measured=False, no__lte=int(place)).order_by("no"))
    read = [node.path for node in selectors.nodes(work.run).values() if node.status == Node.Status.READ]
    claims: dict[str, list[str]] = {}
    for learning in work.learnings(read):
        claims.setdefault(learning.path, []).append(learning.claim)
    covers: dict[int, dict[str, int]] = {row.no: {} for row in rows}
    for path, scores in _scored(work, rows, claims).items():
        for row, score in zip(rows, scores, strict=True):
            if score:
                covers[row.no][path] = score
    return Outcome(
        changes=tuple(
            Update("steer.Aspect", {"no": no}, {"measured": True, "covers": found}) for no, found in covers.items()
        ),
        events=tuple(AspectMeasured(no, found) for no, found in covers.items()),
    )


def _scored(work: Work, rows: list[Aspect], claims: dict[str, list[str]]) -> dict[str, list[int]]:
    brain = Gateway(work.ctx, "offline", seed=work.params.seed)
    texts, paths = tuple(row.text for row in rows), list(claims)
    scored: dict[str, list[int]] = {}
    for start in range(0, len(paths) if texts else 0, AT_ONCE):
        some = paths[start : start + AT_ONCE]
        answer = brain.answer(coverage, coverage.Request(texts, tuple(tuple(claims[path]) for path in some)))
        scored |= dict(zip(some, answer.scores, strict=True))
    return scored
