"""What a person may do with an interest, unasked: each move is a version of the persona, and the next decision uses
it."""

from steer_app.runs.domain.failures import SteerRefused
from steer_app.runs.domain.outcome import Outcome
from steer_app.runs.models import Run, Steer
from steer_app.steer.models import Aspect, Session
from steer_app.steer.steps.persona import Draft, next_version

LONGEST = 2000


def steered(run: Run, steer: Steer) -> Outcome:
    """Add, edit, remove, restore, pin or unpin an aspect; the next decision uses it."""
    what, text = steer.payload.get("do"), " ".join(steer.text.split())[:LONGEST]
    if not Session.objects.get(run=run).persona_version:
        raise SteerRefused("Your interests are still being worked out; try again in a moment.")
    draft = next_version(run, "edit")
    if what == "add":
        draft.add(_given(text), "you said", text)
        return _as_outcome(draft)
    row = Aspect.objects.filter(run=run, no=steer.payload.get("no")).first()
    if row is None:
        raise SteerRefused("There is no such interest.")
    if what == "edit":
        new = draft.add(_given(text), "edited", row.text)
        draft.change(row, state=Aspect.State.SUPERSEDED.value, superseded_by=new, because="you edited it")
    elif what == "remove":
        draft.change(row, state=Aspect.State.REMOVED.value, because="you removed it")
    elif what == "restore" and row.state != Aspect.State.ACTIVE:
        draft.active.append(row.no)
        draft.change(row, state=Aspect.State.ACTIVE.value, superseded_by=None, because="")
    elif what in {"pin", "unpin"}:
        draft.change(row, pinned=what == "pin")
    else:
        raise SteerRefused("That cannot be done with an interest.")
    return _as_outcome(draft)


def _as_outcome(draft: Draft) -> Outcome:
    changes, events = draft.outcome_parts()
    return Outcome(changes=tuple(changes), events=tuple(events))


def _given(text: str) -> str:
    if not text:
        raise SteerRefused("Say in a few words what the interest is.")
    return text
