"""A finished session's tree, carried into a new session as already read (kernel rule K14).

Nodes that were read keep what they taught and are not read, scouted or decided again; whatever else was in the tree is
there as left out, to be brought back. Decisions, questions and the report stay with the session they belong to, and so
does what was set aside of the person: the new session begins with who the person is now. Paths and numbers of interests
stay the same, so that coverage and the order of the run (K9) hold.
"""

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
    NodeAdded,
    NodeRead,
    PersonaChanged,
    SessionStarted,
    TreeCarried,
)
from steer_app.steer.domain.place import ROOT
from steer_app.steer.models import Learning, Node, Session

FIRST_VERSION = 1
CAUSE = "follow-up"
BEFORE = "before"
NOT_READ = "It was not read in the session before. Bring it back to have it read."
LEFT_OUT = "It was left out in the session before."
COPIED = ("question", "query", "goal", "confidence", "utility", "suggested", "origin", "hits", "tags", "summary")
LEARNED = (
    "path", "no", "claim", "text", "document", "title", "file", "place", "passage", "start", "end", "further",
)  # fmt: skip


def carried(run: Run, earlier: Run) -> Outcome:
    """What a new session `run` begins with. `earlier` has a session row: it got as far as its root."""
    session = Session.objects.get(run=earlier)
    rows = selectors.aspects(earlier, session.persona_version)
    persona = earlier.persona_versions.filter(no=session.persona_version).first()
    text = persona.text if persona else ""
    given = selectors.params(run)
    nodes = list(Node.objects.filter(run=earlier))
    learnings = list(Learning.objects.filter(run=earlier).order_by("path", "no"))
    taught: dict[str, int] = {}
    for row in learnings:
        taught[row.path] = taught.get(row.path, 0) + 1
    read = [node for node in nodes if node.status == Node.Status.READ]
    changes: list[Change] = [
        Insert(
            "steer.Session",
            {"c0": session.c0, "tol": session.tol, "at_once": session.at_once, "follows": earlier.pk}
            | {"persona_version": FIRST_VERSION},
        ),
        Insert(
            "steer.PersonaVersion",
            {"no": FIRST_VERSION, "text": text, "cause": CAUSE, "aspects": [row.no for row in rows]},
        ),
        InsertAll("steer.Learning", [{name: getattr(row, name) for name in LEARNED} for row in learnings]),
    ]
    events: list[Event] = [
        SessionStarted(given.query, given.about, given.depth, given.breadth, session.c0, session.tol, session.at_once),
        TreeCarried(earlier.pk, earlier.title, len(read), sum(taught.get(node.path, 0) for node in read)),
    ]
    for row in rows:
        added = AspectAdded(row.no, row.text, row.origin, row.words)
        changes.append(Insert("steer.Aspect", added.payload() | {"pinned": row.pinned, "focus": row.focus}))
        events.append(added)
        if row.pinned or row.focus:
            events.append(AspectChanged(row.no, str(row.state), row.pinned, row.focus))
    events.append(PersonaChanged(FIRST_VERSION, text, CAUSE))
    values = [_row(node) for node in selectors.nodes(earlier).values()]
    hits = {node.path: node.hits for node in nodes}
    changes.append(InsertAll("steer.Node", [one | {"hits": hits[one["path"]]} for one in values]))
    for one in values:
        events += _told(one, taught.get(one["path"], 0))
    return Outcome(changes=tuple(changes), events=tuple(events))


def _row(node: Node) -> dict[str, Any]:
    """A node in the new session: read as it was, or left out."""
    read = node.status == Node.Status.READ
    values = {name: getattr(node, name) for name in COPIED if name != "hits"}
    status = Node.Status.READ if read or node.path == ROOT else Node.Status.PRUNED
    return {
        **values,
        "path": node.path,
        "status": status.value,
        "note": node.note if status == Node.Status.READ else _why_left_out(node),
        "pruned_by": "" if status == Node.Status.READ else f"{BEFORE} {node.path}",
        "persona_version": FIRST_VERSION,
        "has_result": node.has_result or status == Node.Status.READ,
        "decided": True,
        "documents": node.documents,
        "coverage": node.coverage,
        "unread": node.unread,
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
