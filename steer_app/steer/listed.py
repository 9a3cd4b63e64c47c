"""What a list of sessions says of each, for all of them at once."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, F, Max, Q, Value
from django.db.models.functions import Length, Replace

from steer_app.runs.models import Run
from steer_app.steer import samples
from steer_app.steer.domain.size import Level, expected_nodes, full_tree
from steer_app.steer.models import Learning, Node, Report

EXAMPLES = frozenset(sample.query for sample in samples.WORKED)
LEFT_OUT = (Node.Status.PRUNED, Node.Status.FAILED)


@dataclass(frozen=True)
class Listed:
    read: int
    """Nodes read so far."""
    expected: int
    """About how many it will have read in the end."""
    report: int
    """The latest version of its report; 0 if there is none."""
    is_example: bool
    has_learned: bool
    """Something was found in what was read."""


def listed(runs: Iterable[Run]) -> dict[int, Listed]:
    """By run; runs of other methods are left out. Three queries, however many runs."""
    sessions = {run.pk: run for run in runs if run.method == "steer"}
    levels = _levels(sessions)
    newest = Report.objects.filter(run__in=sessions).values_list("run_id").annotate(Max("version"))
    reports: dict[int, int] = dict(newest.order_by("run_id"))
    learned = set(Learning.objects.filter(run__in=sessions).values_list("run_id", flat=True).distinct())
    return {
        pk: Listed(
            read=sum(level.read for level in levels[pk]),
            expected=_expected(run, levels[pk]),
            report=reports.get(pk, 0),
            is_example=run.params.get("query") in EXAMPLES,
            has_learned=pk in learned,
        )
        for pk, run in sessions.items()
    }


def _expected(run: Run, levels: list[Level]) -> int:
    depth, breadth = run.params.get("depth", 0), run.params.get("breadth", 0)
    return expected_nodes(levels, depth, breadth) if levels else full_tree(depth, breadth)


def _levels(run_ids: Iterable[int]) -> dict[int, list[Level]]:
    """The nodes of each tree, counted by their depth: the dots in their path. Of what waits for an answer only what is
    suggested counts, as on the session's own page."""
    depth = Length("path") - Length(Replace(F("path"), Value("."), Value("")))
    kept = ~Q(status__in=LEFT_OUT) & ~Q(status=Node.Status.WAITING, suggested=False)
    rows = (
        Node.objects.filter(run__in=list(run_ids))
        .annotate(level=depth)
        .values_list("run_id", "level")
        .annotate(
            kept=Count("pk", filter=kept),
            undecided=Count("pk", filter=kept & Q(decided=False)),
            read=Count("pk", filter=Q(has_result=True)),
        )
        .order_by("run_id", "level")
    )
    levels: dict[int, list[Level]] = defaultdict(list)
    for run_id, *counts in rows:
        levels[run_id].append(Level(*counts))
    return levels
