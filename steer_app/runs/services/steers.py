"""What a person says unasked: a row with the journal's seq they had in sight, applied or refused, never lost."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from steer_app.runs.domain import events as ev
from steer_app.runs.domain.failures import Conflict, SteerRefused
from steer_app.runs.methods import method
from steer_app.runs.models import Steer
from steer_app.runs.services import journal, transitions


def submit(
    *, run_id: int, by: str, kind: str, against: int, text: str = "", payload: Mapping[str, Any] | None = None
) -> Steer:
    """Record a steer and apply it at once if the method can; a refusal is kept with its reason.

    A method that needs a step for it plans one and settles the steer with it (changes.SettleSteer).

    Raises Conflict on a run that has ended: a follow-up run is the way then (K14).
    """
    with transaction.atomic():
        run = journal.lock(run_id)
        if run.status == "ended":
            raise Conflict("This run has ended; start a follow-up run instead.")
        steer = Steer.objects.create(run=run, by=by, kind=kind, text=text, payload=dict(payload or {}), against=against)
        journal.record(run, [ev.SteerReceived(steer.pk, kind, text, steer.payload, against)])
        try:
            with transaction.atomic():
                outcome = method(run.method).steered(run, steer)
        except SteerRefused as refusal:
            told = {"because": refusal.because, "since": refusal.since}
            transitions.settle_steer(run, steer, Steer.State.REFUSED, refusal.reason, **told)
            return steer
        transitions.settle(run, outcome)
        steer.refresh_from_db()
    return steer
