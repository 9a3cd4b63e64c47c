"""Decisions from the rows, as sums that a page can explain."""

from collections.abc import Collection

from steer_app.runs.models import Run
from steer_app.steer import selectors
from steer_app.steer.domain.sums import DecisionSum, Factors, decision_sum
from steer_app.steer.models import Aspect, Decision


def factors(run: Run) -> Factors:
    given = selectors.params(run)
    return Factors(given.lambda_exp, given.lambda_info, given.epsilon, given.align_gain)


def at(run: Run, paths: Collection[str]) -> dict[str, DecisionSum]:
    """The decisions made at some nodes, by path; two queries."""
    weights, texts = factors(run), dict(Aspect.objects.filter(run=run).values_list("no", "text"))
    rows = Decision.objects.filter(run=run, path__in=paths).values()
    return {row["path"]: decision_sum(row, texts, weights) for row in rows}


def numbered(run: Run, no: int) -> DecisionSum | None:
    """Decision number `no`, None if there is none."""
    path = Decision.objects.filter(run=run, no=no).values_list("path", flat=True).first()
    return at(run, [path])[path] if path is not None else None
