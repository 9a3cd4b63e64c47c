"""What makes every wait end: lost leases, lost messages, questions and stops whose time is over (K5)."""

import logging
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone

from steer_app.runs.boot import is_dead
from steer_app.runs.domain.failures import Conflict
from steer_app.runs.domain.states import ALIVE
from steer_app.runs.models import Question, Run, Step
from steer_app.runs.services import dispatch, journal, questions, steps, transitions

log = logging.getLogger(__name__)

LOST_LEASES, DEATHS = 3, 10


def sweep(run_id: int | None = None) -> None:
    """One round over all runs of the workers, or over the one inline run `run_id`."""
    runs = Run.objects.filter(pk=run_id) if run_id else Run.objects.filter(executor=Run.Executor.WORKERS)
    live = Q(run__in=runs)
    for step in Step.objects.filter(live, status=Step.Status.CLAIMED, lease_until__lt=Now()):
        give_up(step, "lost", LOST_LEASES, "its worker stopped answering three times")
    for question in Question.objects.filter(
        live, state=Question.State.OPEN, expires_at__lte=Now(), run__status__in=ALIVE
    ):
        questions.expire(question_id=question.pk)
    _cut_off_what_outstays_a_stop(runs)
    _end_those_out_of_time(runs)
    _announce_again(runs)


def free_dead_claims() -> int:
    """Free at once what dead processes of this host had claimed; called when a worker starts. Returns how many."""
    freed = 0
    for step in Step.objects.filter(status=Step.Status.CLAIMED, run__executor=Run.Executor.WORKERS):
        if is_dead(step.boot):
            give_up(step, "deaths", DEATHS, "its worker died under it ten times")
            freed += 1
    return freed


def give_up(step: Step, counter: str, most: int, reason: str) -> None:
    """Take a claim away from a worker that is gone: ready again, or failed at its `most`-th time."""
    if getattr(step, counter) + 1 >= most:
        steps.failed(step, reason)
        return
    freed = Step.objects.filter(pk=step.pk, epoch=step.epoch, status=Step.Status.CLAIMED).update(
        status=Step.Status.READY, lease_until=None, enqueued_at=None, **{counter: F(counter) + 1}
    )
    if freed:
        log.info("step %s of run %s is free again", step.key, step.run_id)


def _cut_off_what_outstays_a_stop(runs) -> None:
    """Ten seconds after a stop, claimed steps no longer hold up the report; what they bring later is late (K14)."""
    over = timezone.now() - timedelta(seconds=settings.STOP_GRACE_S)
    for run in runs.filter(status__in=ALIVE, closed_at__lt=over):
        with transaction.atomic():
            run = journal.lock(run.pk)
            cut = Step.objects.filter(run=run, status=Step.Status.CLAIMED, cancel=True).update(
                status=Step.Status.CANCELLED, ended_at=Now()
            )
            if cut:
                transitions.plan(run)


def _end_those_out_of_time(runs) -> None:
    """A cap on active seconds closes the research phase like any other budget (K7)."""
    now = timezone.now()
    for run in runs.filter(status="running", closed="", budget__cap_s__isnull=False).select_related("budget"):
        if run.active_since and run.active_s + (now - run.active_since).total_seconds() > run.budget.cap_s:
            try:
                _close_for_time(run.pk)
            except Conflict:
                continue


def _close_for_time(run_id: int) -> None:
    with transaction.atomic():
        run = journal.lock(run_id)
        transitions.close(run, "budget")
        transitions.plan(run)


def _announce_again(runs) -> None:
    """Ready steps that nobody was told of, or whose message was lost with the bus, are sent again."""
    lost = timezone.now() - timedelta(seconds=max(settings.LEASE_S / 4, settings.SWEEP_S))
    untold = Q(enqueued_at=None) | Q(enqueued_at__lt=lost)
    due = Q(not_before=None) | Q(not_before__lte=Now())
    waiting = Step.objects.filter(untold, due, run__in=runs, run__status__in=ALIVE, status=Step.Status.READY)
    for step_id, run_id, executor in waiting.order_by("pk").values_list("pk", "run_id", "run__executor"):
        if Step.objects.filter(pk=step_id, status=Step.Status.READY).update(enqueued_at=Now()):
            dispatch.send(executor, run_id, [step_id])
