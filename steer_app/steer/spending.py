"""What reading ahead has cost, and whether it was of use."""

from dataclasses import dataclass, field, replace

from steer_app.runs.domain.spending import COLUMNS, Spent, of_call, total
from steer_app.runs.models import ModelCall, Run
from steer_app.steer.domain.plan import AHEAD, READ, key, place_of
from steer_app.steer.domain.wording import cost
from steer_app.steer.models import Node
from steer_app.steer.skills import learn


@dataclass(frozen=True)
class Ahead:
    """The calls made for one candidate while its question waited."""

    path: str
    calls: int = 0
    spent: Spent = field(default_factory=Spent)
    used: bool = False
    """The candidate was kept and read, and its reading asked for the same."""


def ahead(run: Run) -> list[Ahead]:
    """Of each candidate that was read ahead, in the order in which they were."""
    rows = ModelCall.objects.filter(run=run, step_key__startswith=f"{AHEAD}:").order_by("pk")
    by_path: dict[str, Ahead] = {}
    for step_key, *columns in rows.values_list("step_key", *COLUMNS):
        path = place_of(step_key)
        so_far = by_path.get(path, Ahead(path))
        by_path[path] = Ahead(path, so_far.calls + 1, total([so_far.spent, of_call(*columns)]))
    used = _used(run, list(by_path))
    return [replace(one, used=one.path in used) for one in by_path.values()]


def ahead_of(run: Run, path: str) -> Ahead:
    return next((one for one in ahead(run) if one.path == path), Ahead(path))


def in_vain(run: Run) -> list[str]:
    """What was read ahead and was of no use, a sentence each."""
    unused = [one for one in ahead(run) if not one.used]
    return [f"{one.path} was read ahead in vain: {cost(one.spent)}." for one in unused]


def was_used(run: Run, path: str) -> bool:
    """Whether the reading of `path`, which has just asked, found its call made ahead."""
    calls = ModelCall.objects.filter(run=run, skill=learn.NAME)
    keys = set(calls.filter(step_key__in=[key(AHEAD, path), key(READ, path)]).values_list("step_key", flat=True))
    return keys == {key(AHEAD, path)}


def _used(run: Run, paths: list[str]) -> set[str]:
    kept = Node.objects.filter(run=run, path__in=paths, has_result=True).values_list("path", flat=True)
    calls = ModelCall.objects.filter(run=run, skill=learn.NAME, step_key__in=[key(READ, path) for path in paths])
    return set(kept) - {place_of(step_key) for step_key in calls.values_list("step_key", flat=True)}
