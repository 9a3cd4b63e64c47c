"""A run whose brain is away waits, says so, and looks again by itself; nothing that was done is lost."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from steer_app.runs.domain import events as ev
from steer_app.runs.domain.failures import Conflict
from steer_app.runs.methods import method
from steer_app.runs.models import Run
from steer_app.runs.services import journal, runs

FIRST_LOOK_S, LONGEST_LOOK_S = 5, 120


def hold_locked(run: Run, reason: str) -> None:
    """Pause a live run until somebody, or the next look, lets it go on. Each look in vain doubles the time to the next.
    The lock is held."""
    look_s = min(LONGEST_LOOK_S, FIRST_LOOK_S * 2**run.holds)
    runs.pause_locked(run)
    Run.objects.filter(pk=run.pk).update(
        held_because=reason, held_until=Now() + timedelta(seconds=look_s), holds=F("holds") + 1
    )
    journal.record(run, [ev.RunHeld(reason, look_s)])


def look_again(run_id: int) -> bool:
    """Let a held run try once more. False if it is not held any more, or its time has not come."""
    with transaction.atomic():
        run = journal.lock(run_id)
        if run.status != "paused" or run.held_until is None or run.held_until > run.now:
            return False
        runs.resume_locked(run, "")
    return True


def change_params(*, run_id: int, changes: Mapping[str, Any], by: str) -> Run:
    """Go on with other params, such as another brain; a held run is let go. What was asked before stays answered.

    Raises Conflict on a run that has ended, pydantic.ValidationError on params that the method does not take.
    """
    with transaction.atomic():
        run = journal.lock(run_id)
        if run.status == "ended":
            raise Conflict("This run has ended; start a follow-up run instead.")
        checked = method(run.method).params.model_validate({**run.params, **changes}).model_dump(mode="json")
        run.params = checked
        Run.objects.filter(pk=run_id).update(params=checked, holds=0)
        journal.record(run, [ev.ParamsChanged({name: checked[name] for name in changes}, by)])
        if run.status == "paused" and run.held_because:
            runs.resume_locked(run, by)
    return run
