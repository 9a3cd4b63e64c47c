"""The first step: the root, and the settings that a person can move."""

from steer_app.runs.domain.outcome import Outcome
from steer_app.runs.services.changes import Insert
from steer_app.steer.domain.events import NodeAdded, SessionStarted
from steer_app.steer.domain.place import ROOT
from steer_app.steer.domain.plan import START
from steer_app.steer.models import Node
from steer_app.steer.steps.work import Work


def perform(work: Work, place: str) -> Outcome:
    given = work.params
    root = {"path": ROOT, "question": given.query, "query": given.query, "accepted_by": START}
    return Outcome(
        changes=(
            Insert("steer.Session", {"c0": given.c0, "tol": given.tol}),
            Insert("steer.Node", root),
        ),
        events=(
            SessionStarted(given.query, given.about, given.depth, given.breadth, given.c0, given.tol),
            NodeAdded(ROOT, given.query, Node.Origin.PLANNED.value, Node.Status.QUEUED.value, 1.0),
        ),
    )
