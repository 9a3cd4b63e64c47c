"""The home page's order: what waits for the person first, what runs for others last."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

GROUPS = (
    ("waiting", "Waiting for you", ("waiting",)),
    ("going", "Under way", ("running", "reporting")),
    ("resting", "Paused and drafts", ("paused", "draft")),
    ("ended", "Finished", ("ended",)),
)
READINGS = ("readings", "Readings of collections")


@dataclass(frozen=True)
class Group:
    key: str
    title: str
    runs: tuple[Any, ...]
    more: bool = False
    """There are others that are not in `runs`."""


def grouped(runs: Iterable[Any], background: Collection[str] = (), most_ended: int = 30) -> list[Group]:
    """The runs by what they ask of a person; in a group by state as listed above, then newest first, ended ones by
    their end. Runs of a `background` method stand apart, last. A group that no run is in is left out."""
    newest = sorted(runs, key=lambda run: (run.ended_at or run.created_at, run.pk), reverse=True)
    own = [run for run in newest if run.method not in background]
    groups = [
        _cut(key, title, [run for status in statuses for run in own if standing(run) == status], most_ended)
        for key, title, statuses in GROUPS
    ]
    groups.append(Group(*READINGS, tuple(run for run in newest if run.method in background)))
    return [group for group in groups if group.runs]


def _cut(key: str, title: str, runs: list[Any], most_ended: int) -> Group:
    most = most_ended if key == "ended" else len(runs)
    return Group(key, title, tuple(runs[:most]), more=len(runs) > most)


def standing(run: Any) -> str:
    """The run's status to the person: one that works on while a question is open waits for them all the same.

    `asks` stands on the runs of the home's list; a run's own page shows its question beside its status.
    """
    return "waiting" if run.status == "running" and getattr(run, "asks", False) else run.status
