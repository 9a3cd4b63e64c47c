"""What makes every wait end: lost leases, lost messages, questions and stops whose time is over (K5)."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from steer_app.runs.boot import is_dead
from steer_app.runs.domain import events as ev
from steer_app.runs.domain.states import ALIVE
from steer_app.runs.models import Question, Run, Step
from steer_app.runs.services import budgets, claims, dispatch, holds, journal, questions, steps, transitions

log = logging.getLogger(__name__)

LOST_LEASES = ("lost", 3, "its worker stopped answering three times")
DEATHS = ("deaths", 10, "its worker died under it ten times")
OVER = Q(lease_until__lt=Now())


def sweep(run_id: int | None = None) -> None:
    """One round over all runs of the workers, or over the one inline run `run_id`."""
    runs = Run.objects.filter(pk=run_id) if run_id else Run.objects.filter(executor=Run.Executor.WORKERS)
    live = Q(run__in=runs)
    for step in Step.objects.filter(live, OVER, status=Step.Status.CLAIMED):
        _each(give_up, step, OVER)
    overdue = Question.objects.filter(live, state=Question.State.OPEN, expires_at__lte=Now(), run__status__in=ALIVE)
    for question_id in overdue.values_list("pk", flat=True):
        _each(_expire, question_id)
    for run in runs.filter(status__in=ALIVE, closed_at__lt=Now() - timedelta(seconds=settings.STOP_GRACE_S)):
        _each(_cut_off, run.pk)
    for run in runs.filter(status="running", closed="", budget__cap_s__isnull=False).select_related("budget"):
        _each(_close_if_out_of_time, run)
    for run_id in runs.filter(status="paused", held_until__lte=Now()).values_list("pk", flat=True):
        _each(holds.look_again, run_id)
    _announce_again(runs)


def _each(work: Callable[..., object], *args: object) -> None:
    """One bad row stops no sweep; a database that is gone does."""
    try:
        work(*args)
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        log.exception("a sweep stumbled over %r", args[0])


def free_dead_claims() -> int:
    """Free at once what dead processes of this host had claimed; called when a worker starts. Returns how many."""
    claimed = Step.objects.filter(status=Step.Status.CLAIMED, run__executor=Run.Executor.WORKERS)
    dead = [step for step in claimed if is_dead(step.boot)]
    for step in dead:
        _each(give_up, step)
    return len(dead)


def give_up(step: Step, still: Q = Q()) -> None:  # noqa: B008 - an empty Q is never changed
    """Take a claim away from a worker that is gone: ready again, or failed at its third lost lease or tenth death.

    `still` is asked again under the lock: a heartbeat may have come in between.
    """
    with transaction.atomic():
        run = journal.lock(step.run_id)
        held = Step.objects.filter(still, pk=step.pk, epoch=step.epoch, status=Step.Status.CLAIMED).first()
        if held is None:
            return
        counter, most, reason = DEATHS if is_dead(held.boot) else LOST_LEASES
        if getattr(held, counter) + 1 >= most:
            steps.failed(held, reason)
        elif steps.put_back(run, held, Step.Status.READY, **{counter: F(counter) + 1}):
            log.info("step %s of run %s is free again", step.key, step.run_id)


def _expire(question_id: int) -> None:
    questions.expire(question_id=question_id)


def _cut_off(run_id: int) -> None:
    """Ten seconds after a stop, claimed steps no longer hold up the report; what they bring later is late (K14)."""
    with transaction.atomic():
        run = journal.lock(run_id)
        late = Step.objects.filter(run=run, status=Step.Status.CLAIMED, cancel=True)
        keys = list(late.order_by("pk").values_list("key", flat=True))
        if keys:
            late.update(status=Step.Status.CANCELLED, ended_at=Now(), lease_until=None, reason="outstayed the stop")
            journal.record(run, [ev.StepCancelled(key) for key in keys])
            transitions.plan(run)


def _close_if_out_of_time(seen: Run) -> None:
    """A cap on active seconds closes the research phase like any other budget (K7)."""
    if not _is_out_of_time(seen, timezone.now()):
        return
    with transaction.atomic():
        run = journal.lock(seen.pk)
        if run.status == "running" and _is_out_of_time(run, run.now):
            transitions.close(run, "budget", reason=budgets.out_of_time(run.budget))
            transitions.plan(run)


def _is_out_of_time(run: Run, now: datetime) -> bool:
    left = budgets.seconds_left(run, now, for_report=False) if run.active_since else None
    return left is not None and left < 0


def _announce_again(runs: QuerySet[Run]) -> None:
    """Ready steps that nobody was told of, or whose message was lost with the bus, are sent again."""
    lost = Now() - timedelta(seconds=max(settings.LEASE_S / 4, settings.SWEEP_S))
    untold = Q(enqueued_at=None) | Q(enqueued_at__lt=lost)
    waiting = Step.objects.filter(untold, claims.DUE, run__in=runs, run__status__in=ALIVE, status=Step.Status.READY)
    for step_id, run_id, executor in waiting.order_by("pk").values_list("pk", "run_id", "run__executor"):
        mine = Step.objects.filter(untold, pk=step_id, status=Step.Status.READY).update(enqueued_at=Now())
        if mine and not dispatch.send(executor, run_id, [step_id]):
            return
