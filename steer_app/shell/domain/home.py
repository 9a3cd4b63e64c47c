"""The home page's order: what waits for the person first."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

GROUPS = (
    ("waiting", "Waiting for you", ("waiting", "paused")),
    ("going", "Under way", ("draft", "running", "reporting")),
    ("ended", "Ended", ("ended",)),
)


@dataclass(frozen=True)
class Group:
    key: str
    title: str
    runs: tuple[Any, ...]


def grouped(runs: Iterable[Any]) -> list[Group]:
    """The runs by what they ask of a person; in a group by state as listed above, then newest first. A group that no
    run is in is left out."""
    newest = sorted(runs, key=lambda run: (run.created_at, run.pk), reverse=True)
    groups = [
        Group(key, title, tuple(run for status in statuses for run in newest if standing(run) == status))
        for key, title, statuses in GROUPS
    ]
    return [group for group in groups if group.runs]


def standing(run: Any) -> str:
    """The run's status to the person: one that works on while a question is open waits for them all the same.

    `asks` stands on the runs of the home's list; a run's own page shows its question beside its status.
    """
    return "waiting" if run.status == "running" and getattr(run, "asks", False) else run.status


WORDS = {
    "draft": ("idle", "Not started"),
    "running": ("run", "Running"),
    "waiting": ("wait", "Waiting for you"),
    "paused": ("idle", "Paused"),
    "reporting": ("run", "Writing the report"),
}
OUTCOMES = {
    "complete": ("done", "Complete"),
    "complete_with_gaps": ("done", "Complete, with gaps"),
    "budget": ("wait", "Ended by its budget"),
    "stopped": ("idle", "Stopped"),
    "failed": ("fail", "Failed"),
}


def state(status: str, outcome: str) -> tuple[str, str]:
    """The colour class and the words of a run's state; the words alone say it."""
    return OUTCOMES.get(outcome, ("idle", "Ended")) if status == "ended" else WORDS.get(status, ("idle", status))
