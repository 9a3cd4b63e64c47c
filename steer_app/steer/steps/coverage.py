"""How well sets of learnings cover the aspects, in one call."""

from collections.abc import Sequence

from steer_app.runs.domain.failures import Permanent
from steer_app.steer.models import Aspect
from steer_app.steer.skills import coverage
from steer_app.steer.steps.work import Work


def scores(work: Work, aspects: Sequence[Aspect], sets: Sequence[Sequence[str]]) -> list[list[int]]:
    """scores[i][j] in {0, 1, 2}: set i, aspect j. No aspects, or nothing in any set: no call.

    Raises Permanent if the brain's answer has another shape.
    """
    if not aspects or not any(sets):
        return [[0] * len(aspects) for _ in sets]
    request = coverage.Request(tuple(row.text for row in aspects), tuple(tuple(claims) for claims in sets))
    found = work.ask(coverage, request).scores
    if len(found) != len(sets) or any(len(row) != len(aspects) for row in found):
        raise Permanent("The brain scored another number of aspects than it was asked about.")
    return [[min(2, max(0, score)) for score in row] for row in found]


def by_number(aspects: Sequence[Aspect], row: Sequence[int]) -> dict[str, int]:
    """A row of scores as {aspect's number: score}; keys are strings, as in JSON."""
    return {str(aspect.no): score for aspect, score in zip(aspects, row, strict=True)}
