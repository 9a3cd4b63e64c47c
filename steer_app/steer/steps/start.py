"""The first step: the documents are there, then the root, and the settings that a person can move."""

import time

from steer_app.runs.domain.outcome import Outcome
from steer_app.runs.models import Run, Step
from steer_app.runs.services import steps
from steer_app.runs.services.changes import Insert
from steer_app.sources.selectors import latest_ingestion
from steer_app.steer.domain.events import NodeAdded, SessionStarted
from steer_app.steer.domain.place import ROOT
from steer_app.steer.domain.plan import START
from steer_app.steer.models import Node, Session
from steer_app.steer.steps.work import Work

BETWEEN_LOOKS_S = 0.2


def perform(work: Work, place: str) -> Outcome:
    given = work.params
    for collection in given.collections:
        await_documents(work, collection)
    triage = Session.Triage.WANTED if given.direct else Session.Triage.NONE
    root = {"path": ROOT, "question": given.query, "query": given.query, "accepted_by": START}
    return Outcome(
        changes=(
            Insert("steer.Session", {"c0": given.c0, "tol": given.tol, "triage": triage}),
            Insert("steer.Node", root),
        ),
        events=(
            SessionStarted(given.query, given.about, given.depth, given.breadth, given.c0, given.tol),
            NodeAdded(ROOT, given.query, Node.Origin.PLANNED.value, Node.Status.QUEUED.value, 1.0),
        ),
    )


def await_documents(work: Work, collection: int) -> None:
    """Return once the collection's ingestion is over, or stands still because it is paused.

    A session that waits does the ingestion's ready steps itself: if it only slept, as many waiting sessions as there
    are worker threads would wait for each other for ever.
    """
    while (ingestion := latest_ingestion(collection)) and ingestion.status in {"running", "reporting"}:
        work.ctx.check()
        if not _help(ingestion):
            time.sleep(BETWEEN_LOOKS_S)


def _help(ingestion: Run) -> bool:
    """Do one step of the ingestion, if one is to be had."""
    ready = Step.objects.filter(run=ingestion, status=Step.Status.READY).order_by("pk").values_list("pk", flat=True)
    step = ready.first()
    return step is not None and steps.perform(step)
