"""The journal: a run's events in the order of their seq, and the lock that gives them one."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from steer_app.runs import bus
from steer_app.runs.domain.events import Event
from steer_app.runs.models import Event as EventRow
from steer_app.runs.models import Run


def lock(run_id: int) -> Run:
    """Take the run's lock for the rest of the transaction (K1) and read the run as it is under it.

    Every transaction that changes a run begins here. The update is the lock: on PostgreSQL the row's, on SQLite
    BEGIN IMMEDIATE has taken the whole database's already. `run.now` is the database's clock.
    Raises Run.DoesNotExist.
    """
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("journal.lock needs a transaction around it")
    Run.objects.filter(pk=run_id).update(last_seq=F("last_seq"))
    run = Run.objects.annotate(clock=Now()).get(pk=run_id)
    run.now = run.clock
    return run


def record(run: Run, events: Sequence[Event]) -> None:
    """Append `events` with the run's next seqs, and ring once the transaction has committed. The lock is held."""
    if not events:
        return
    first = run.last_seq + 1
    run.last_seq += len(events)
    Run.objects.filter(pk=run.pk).update(last_seq=run.last_seq)
    EventRow.objects.bulk_create(
        EventRow(run=run, seq=seq, type=event.type, payload=event.payload(), at=Now())
        for seq, event in enumerate(events, first)
    )
    transaction.on_commit(lambda: bus.ring(run.pk))
