"""Do a step and write what came of it: fenced, so that a worker that was given up on writes nothing (K2)."""

import logging
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from steer_app.runs.domain import events as ev
from steer_app.runs.domain.failures import BudgetRefused, Cancelled, Failure, Retryable
from steer_app.runs.domain.outcome import Gap, Outcome
from steer_app.runs.methods import method
from steer_app.runs.models import Question, Run, Step
from steer_app.runs.services import claims, journal, transitions

log = logging.getLogger(__name__)

TRIES = 3


@dataclass
class StepContext:
    """What `perform` is given beside its step (domain.method.Context)."""

    run: Run
    step: Step
    late: bool = False

    def cancelled(self) -> bool:
        return not Step.objects.filter(
            pk=self.step.pk, epoch=self.step.epoch, status=Step.Status.CLAIMED, cancel=False
        ).exists()

    def check(self) -> None:
        if self.cancelled():
            raise Cancelled


def perform(step_id: int, *, with_heartbeat: bool = True) -> bool:
    """Claim a step, do it, and write its outcome. False if it was not to be had."""
    step = claims.claim(step_id)
    if step is None:
        return False
    if not with_heartbeat:
        _perform(step)
        return True
    with claims.heartbeat.holding(step):
        _perform(step)
    return True


def _perform(step: Step) -> None:
    how = method(step.run.method)
    try:
        if step.tries >= TRIES:
            _perform_under_the_lock(step)
            return
        outcome = how.perform(step, StepContext(step.run, step))
    except Cancelled:
        cancelled(step)
    except BudgetRefused as refusal:
        out_of_budget(step, refusal.reason)
    except Retryable as failure:
        retry_or_fail(step, failure.reason)
    except Failure as failure:
        failed(step, failure.reason)
    except Exception as error:
        log.exception("step %s of run %s failed", step.key, step.run_id)
        failed(step, f"{type(error).__name__}: {error}"[:500])
    else:
        finish(step, outcome)


def _perform_under_the_lock(step: Step) -> None:
    """The guard moved three times: do it where nothing can move (K10)."""
    with transaction.atomic():
        run = journal.lock(step.run_id)
        if _fence(step, run, Step.Status.DONE):
            step.run = run
            outcome = method(run.method).perform(step, StepContext(run, step, late=True))
            transitions.settle(run, outcome)


def finish(step: Step, outcome: Outcome) -> bool:
    """Write an outcome, plan and never be stuck, in one transaction (K2). False: fenced, all of it discarded."""
    with transaction.atomic():
        run = journal.lock(step.run_id)
        if outcome.ask and outcome.ask.answer is None and _is_asking(run):
            parked = _fence(step, run, Step.Status.PARKED)
            transitions.plan(run)
            return parked
        if outcome.guard and not outcome.guard(run):
            again = _fence(step, run, Step.Status.READY, tries=F("tries") + 1, enqueued_at=None)
            transitions.plan(run)
            return again
        if not _fence(step, run, Step.Status.DONE, result=dict(outcome.result)):
            return False
        transitions.settle(run, outcome)
    return True


def failed(step: Step, reason: str) -> bool:
    """The step fails for good, typed and named as a gap; its siblings go on."""
    with transaction.atomic():
        run = journal.lock(step.run_id)
        if not _fence(step, run, Step.Status.FAILED, reason=reason):
            return False
        journal.record(run, [ev.StepFailed(step.key, reason)])
        transitions.settle(run, _with_gap(method(run.method).failed(run, step, reason), step.key, reason))
    return True


def _with_gap(outcome: Outcome, key: str, reason: str) -> Outcome:
    return Outcome(
        outcome.changes, outcome.events, outcome.ask, outcome.end, (*outcome.gaps, Gap(key, reason)), outcome.guard
    )


def retry_or_fail(step: Step, reason: str) -> None:
    """Ready again after a pause that doubles, three tries in all; then it fails."""
    if step.tries + 1 >= TRIES:
        failed(step, reason)
        return
    pause = timedelta(seconds=2**step.tries)
    with transaction.atomic():
        run = journal.lock(step.run_id)
        _fence(
            step,
            run,
            Step.Status.READY,
            tries=F("tries") + 1,
            reason=reason,
            enqueued_at=None,
            not_before=Now() + pause,
        )


def cancelled(step: Step) -> None:
    """The step found that it is no longer wanted."""
    with transaction.atomic():
        run = journal.lock(step.run_id)
        if _fence(step, run, Step.Status.CANCELLED):
            journal.record(run, [ev.StepCancelled(step.key)])
            transitions.plan(run)


def out_of_budget(step: Step, reason: str) -> None:
    """The first refusal ends the research phase of the whole run (K7)."""
    with transaction.atomic():
        run = journal.lock(step.run_id)
        if step.kind in method(run.method).report_kinds:
            if _fence(step, run, Step.Status.FAILED, reason=reason):
                transitions.settle(run, _with_gap(method(run.method).failed(run, step, reason), step.key, reason))
        elif _fence(step, run, Step.Status.CANCELLED, reason=reason):
            transitions.close(run, "budget")
            transitions.plan(run)


def _is_asking(run: Run) -> bool:
    return Question.objects.filter(run=run, state=Question.State.OPEN).exists()


def _fence(step: Step, run: Run, status: str, **values: object) -> bool:
    """Move the step on if this claim of it still holds and the run lives; else it is a zombie's and is dropped.

    `ready` with our epoch is a claim that was swept and not taken again: late work is not wasted (K2).
    """
    held = Step.objects.filter(pk=step.pk, epoch=step.epoch, status__in=[Step.Status.CLAIMED, Step.Status.READY])
    over = {} if status in {Step.Status.READY, Step.Status.PARKED} else {"ended_at": Now()}
    if run.status == "ended" or not held.update(status=status, lease_until=None, **over, **values):
        log.info("step.fenced: %s of run %s, epoch %s", step.key, run.pk, step.epoch)
        return False
    return True
