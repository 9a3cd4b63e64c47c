"""The persona's versions as its journal tells them: what each changed, and what it came of."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

Payload = Mapping[str, Any]
TYPES = ("aspect.added", "aspect.changed", "persona.changed", "question.reopened")
"""The events it is told from."""
START, EDIT, UNDO = "start", "edit", "undo "
FLAGS = (("pinned", "pinned", "unpinned"), ("focus", "deeper", "no longer deeper"))


@dataclass(frozen=True)
class Change:
    """One interest that is new or not what it was. `kind`: added, edited, superseded, removed, restored, moved, or a
    flag's name."""

    kind: str
    no: int
    text: str
    other: str = ""
    """What took its place, or the wording it had."""
    because: str = ""
    origin: str = ""


@dataclass(frozen=True)
class Version:
    no: int
    at: datetime
    cause: str
    """start, edit, the key of a remark, or undo and the key of the remark that was taken back."""
    by: str
    text: str
    """Of the person, if this version says something new; else empty."""
    changes: tuple[Change, ...]


@dataclass
class _Interest:
    text: str
    origin: str
    state: str = "active"
    rank: int = 0
    flags: dict[str, bool] = field(default_factory=dict)


def versions(events: Iterable[tuple[str, datetime, Payload]]) -> list[Version]:
    """From the events of TYPES with their time, in the journal's order; the oldest version first.

    The changes of a version are told just before it.
    """
    known: dict[int, _Interest] = {}
    told: list[Version] = []
    pending: list[Change] = []
    text, undone_by = "", ""
    for kind, at, payload in events:
        if kind == "question.reopened":
            undone_by = payload["by"]
        elif kind == "aspect.added":
            pending.append(_added(known, payload))
        elif kind == "aspect.changed":
            pending += _changed(known, payload, fresh={one.no for one in pending if one.kind == "added"})
        elif kind == "persona.changed":
            by = undone_by if payload["cause"].startswith(UNDO) else payload.get("by", "")
            says = payload["text"] if payload["text"] != text else ""
            told.append(Version(payload["version"], at, payload["cause"], by, says, _joined(pending)))
            pending, text = [], payload["text"]
    return told


def _added(known: dict[int, _Interest], at: Payload) -> Change:
    known[at["no"]] = _Interest(at["text"], at["origin"], rank=at.get("rank", at["no"]))
    return Change("added", at["no"], at["text"], because=at["words"], origin=at["origin"])


def _changed(known: dict[int, _Interest], at: Payload, fresh: set[int]) -> Iterable[Change]:
    """What is different now; of an interest that came in this same version nothing is told twice."""
    no, was = at["no"], known[at["no"]]
    if at["state"] != was.state:
        kind = "restored" if at["state"] == "active" else at["state"]
        by = known.get(at["superseded_by"] or 0)
        yield Change(kind, no, was.text, by.text if by else "", at["because"], by.origin if by else "")
    elif no not in fresh and at.get("rank") and at["rank"] < was.rank:
        yield Change("moved", no, was.text)
    for name, on, off in FLAGS:
        if no not in fresh and at[name] != was.flags.get(name, False):
            yield Change(on if at[name] else off, no, was.text)
        was.flags[name] = at[name]
    was.state, was.rank = at["state"], at.get("rank") or was.rank


def _joined(changes: list[Change]) -> tuple[Change, ...]:
    """An edit is one change: the new wording and the one it took the place of."""
    edits = {one.other: one for one in changes if one.kind == "superseded" and one.origin == "edited"}
    joined = []
    for one in changes:
        if one.kind == "added" and one.origin == "edited" and one.text in edits:
            joined.append(replace(one, kind="edited", other=edits[one.text].text))
        elif one not in edits.values():
            joined.append(one)
    return tuple(joined)
