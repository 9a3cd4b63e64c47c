"""What has changed since the state that a steer was written against, where that changes what it means."""

from collections.abc import Iterable

from steer_app.runs.models import Event, Run
from steer_app.steer.domain.events import AspectChanged, NodeMoved, NodeRead, SettingsMoved
from steer_app.steer.models import Aspect, Node

MOVED = {
    "pruned": "has been left out",
    "queued": "is followed again",
    "read": "is followed again",
    "deferred": "has been put off",
    "failed": "turned out to be unreadable",
    "waiting": "is being asked about again",
}
INTEREST = {"active": "counts again", "superseded": "was replaced", "removed": "was removed"}


def branches(run: Run, against: int, paths: Iterable[str], *, reads: bool = False) -> str:
    """What became of branches since seq `against`, a sentence each, the last thing only; "" for nothing.

    `reads`: that one was read counts too, as it does for whoever leaves it out.
    """
    wanted = list(dict.fromkeys(paths))
    if not wanted:
        return ""
    kinds = [NodeMoved.type, NodeRead.type] if reads else [NodeMoved.type]
    rows = Event.objects.filter(run=run, seq__gt=against, type__in=kinds, payload__path__in=wanted).order_by("seq")
    last = {row.payload["path"]: row for row in rows}
    if not last:
        return ""
    names = dict(Node.objects.filter(run=run, path__in=last).values_list("path", "question"))
    return " ".join(f"“{names[path]}” {_became(last[path])} since you wrote this." for path in wanted if path in last)


def _became(event: Event) -> str:
    return "has been read" if event.type == NodeRead.type else MOVED[event.payload["status"]]


def interest(run: Run, against: int, no: int) -> str:
    """What became of an interest since seq `against`."""
    rows = Event.objects.filter(run=run, seq__gt=against, type=AspectChanged.type, payload__no=no).order_by("seq")
    last = rows.last()
    row = Aspect.objects.filter(run=run, no=no).first() if last else None
    return f"“{row.text}” {INTEREST[last.payload['state']]} since you wrote this." if last and row else ""


def settings(run: Run, against: int) -> str:
    """Whether how often to ask was moved since seq `against`."""
    moved = Event.objects.filter(run=run, seq__gt=against, type=SettingsMoved.type).exists()
    return "How often I may ask has been changed since you wrote this; yours is the newer word." if moved else ""
