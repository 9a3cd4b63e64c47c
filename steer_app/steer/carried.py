"""A finished session's tree, carried into a new session as already read (kernel rule K14).

Nodes that were read keep what they taught and are not read, scouted or decided again; whatever else was in the tree is
there as left out, to be brought back. Decisions, questions and the report stay with the session they belong to, and so
does what was set aside of the person: the new session begins with who the person is now. Paths and numbers of interests
stay the same, so that coverage and the order of the run (K9) hold.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from steer_app.runs.domain.events import Event
from steer_app.runs.domain.outcome import Change, Outcome
from steer_app.runs.models import Run
from steer_app.runs.services.changes import Insert, InsertAll
from steer_app.steer import selectors
from steer_app.steer.domain.events import (
    AspectAdded,
    AspectChanged,
    AspectMeasured,
    NodeAdded,
    NodeRead,
    PersonaChanged,
    SessionStarted,
    TreeCarried,
)
from steer_app.steer.domain.place import ROOT
from steer_app.steer.models import Node, PersonaVersion, Session

FIRST_VERSION = 1
CAUSE = "follow-up"
BEFORE = "before"
NOT_READ = "It was not read in the session before. Bring it back to have it read."
LEFT_OUT = "It was left out in the session before."
COPIED = (
    "path", "question", "query", "goal", "confidence", "utility", "suggested", "origin", "tags", "summary", "documents",
    "coverage", "unread",
)  # fmt: skip
LEARNED = (
    "path", "no", "claim", "text", "document", "title", "file", "place", "passage", "start", "end", "further",
)  # fmt: skip


def carried(run: Run, earlier: Run) -> Outcome:
    """What a new session `run` begins with. `earlier` has a session row: it got as far as its root."""
    session = Session.objects.get(run=earlier)
    given = selectors.params(run)
    nodes = selectors.nodes(earlier)
    learnings = selectors.learnings(earlier, list(nodes))
    taught = Counter(row.path for row in learnings)
    read = [path for path, node in nodes.items() if node.status == Node.Status.READ]
    kept = {"c0": session.c0, "tol": session.tol, "at_once": session.at_once}
    hits = dict(Node.objects.filter(run=earlier).values_list("path", "hits"))
    rows = [_row(node) for node in nodes.values()]
    persona, told_of_the_person, measured = _persona(earlier, session.persona_version)
    changes: list[Change] = [
        Insert("steer.Session", {**kept, "follows": earlier.pk, "persona_version": FIRST_VERSION}),
        *persona,
        InsertAll("steer.Node", [{**row, "hits": hits[row["path"]]} for row in rows]),
        InsertAll("steer.Learning", [{name: getattr(row, name) for name in LEARNED} for row in learnings]),
    ]
    events: list[Event] = [
        SessionStarted(given.query, given.about, given.depth, given.breadth, session.c0, session.tol, session.at_once),
        TreeCarried(earlier.pk, earlier.title, len(read), sum(taught[path] for path in read), list(nodes)),
        *told_of_the_person,
        *(event for row in rows for event in _told(row, taught[row["path"]])),
        *measured,
    ]
    return Outcome(changes=tuple(changes), events=tuple(events))


def _persona(earlier: Run, version: int) -> tuple[list[Change], list[Event], list[Event]]:
    """Who the person is now, as the first version; and, to be told after the nodes, which of them cover an interest
    that came later than they did."""
    found = PersonaVersion.objects.filter(run=earlier, no=version).first()
    text, rows = found.text if found else "", selectors.aspects(earlier, version)
    first = {"no": FIRST_VERSION, "text": text, "cause": CAUSE, "aspects": [row.no for row in rows]}
    changes: list[Change] = [Insert("steer.PersonaVersion", first)]
    events: list[Event] = []
    measured: list[Event] = [AspectMeasured(row.no, row.covers) for row in rows if row.covers]
    for row in rows:
        added = AspectAdded(row.no, row.text, row.origin, row.words, row.rank)
        kept = {name: getattr(row, name) for name in ("pinned", "focus", "covers", "measured")}
        changes.append(Insert("steer.Aspect", {**added.payload(), **kept}))
        events.append(added)
        if row.pinned or row.focus:
            events.append(AspectChanged(row.no, str(row.state), row.pinned, row.focus, rank=row.rank))
    return changes, [*events, PersonaChanged(FIRST_VERSION, text, CAUSE)], measured


def _row(node: Node) -> dict[str, Any]:
    """A node in the new session: read as it was, or left out."""
    read = node.status == Node.Status.READ
    status = Node.Status.READ if read or node.path == ROOT else Node.Status.PRUNED
    return {
        **{name: getattr(node, name) for name in COPIED},
        "status": status.value,
        "note": node.note if status == Node.Status.READ else _why_left_out(node),
        "pruned_by": "" if status == Node.Status.READ else f"{BEFORE} {node.path}",
        "persona_version": FIRST_VERSION,
        "has_result": node.has_result or status == Node.Status.READ,
        "decided": True,
    }


def _why_left_out(node: Node) -> str:
    if node.status == Node.Status.FAILED:
        return f"It could not be read in the session before: {node.note}"
    return LEFT_OUT if node.status == Node.Status.PRUNED else NOT_READ


def _told(row: Mapping[str, Any], learnings: int) -> list[Event]:
    """A node as the journal tells it, so that folding gives the row."""
    names = ("path", "question", "origin", "confidence", "utility", "suggested")
    has_result = row["has_result"]
    status = Node.Status.QUEUED.value if row["status"] == Node.Status.READ else row["status"]
    added = NodeAdded(**{name: row[name] for name in names}, status=status, note=row["note"])
    if not has_result:
        return [added]
    return [
        added,
        NodeRead(
            row["path"], learnings, row["documents"], row["tags"], row["summary"], row["note"], dict(row["coverage"])
        ),
    ]
