"""Do a step and write what came of it: fenced, so that a worker that was given up on writes nothing (K2)."""

import logging
from dataclasses import dataclass, replace
from datetime import timedelta

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F
from django.db.models.functions import Now

from steer_app.runs.domain import events as ev
from steer_app.runs.domain.failures import BudgetRefused, Cancelled, Failure, HandedBack, Retryable, Unavailable
from steer_app.runs.domain.method import Method
from steer_app.runs.domain.outcome import End, Gap, Outcome
from steer_app.runs.masking import masked
from steer_app.runs.methods import method
from steer_app.runs.models import Question, Run, Step
from steer_app.runs.services import claims, holds, journal, transitions

log = logging.getLogger(__name__)

TRIES = 3


@dataclass
class StepContext:
    """What `perform` is given beside its step (domain.method.Context)."""

    run: Run
    step: Step
    late: bool = False

    def cancelled(self) -> bool:
        """Told to stop, ended, or taken by another worker. A lease that is merely over is none of these: until
        somebody else claims the step its work is not wasted (K2)."""
        return not _held(self.step).filter(cancel=False).exists()

    def check(self) -> None:
        claims.heartbeat.touch(self.step)
        if claims.stopping.is_set():
            raise HandedBack
        if self.cancelled():
            raise Cancelled


def perform(step_id: int, *, with_heartbeat: bool = True) -> bool:
    """Claim a step, do it, and write its outcome. False if it was not to be had."""
    if claims.stopping.is_set():
        return False
    step = claims.claim(step_id)
    if step is None:
        return False
    try:
        if not with_heartbeat:
            _perform(step)
            return True
        with claims.heartbeat.holding(step):
            _perform(step)
    except Run.DoesNotExist:
        log.info("step.dropped: %s of run %s, which was deleted meanwhile", step.key, step.run_id)
    return True


def _perform(step: Step) -> None:
    """Whatever `perform` raises, and whatever is wrong with its outcome, ends in a written state of the step."""
    how = method(step.run.method)
    try:
        if step.moved >= TRIES:
            _perform_under_the_lock(how, step)
        else:
            finish(step, how.perform(step, StepContext(step.run, step)))
    except Cancelled:
        cancelled(step)
    except HandedBack:
        hand_back(step)
    except BudgetRefused as refusal:
        out_of_budget(step, refusal.reason)
    except Retryable as failure:
        retry_or_fail(step, failure.reason)
    except Unavailable as failure:
        hold(step, failure.reason)
    except Failure as failure:
        failed(step, failure.reason)
    except (OperationalError, InterfaceError):
        log.exception("the database failed step %s of run %s", step.key, step.run_id)
        retry_or_fail(step, "the database did not answer")
    except Exception as error:
        if not Run.objects.filter(pk=step.run_id).exists():  # what it did had no ground left to stand on
            raise Run.DoesNotExist from error
        log.exception("step %s of run %s failed", step.key, step.run_id)
        failed(step, masked(f"{type(error).__name__}: {error}")[:500])


def _perform_under_the_lock(how: Method, step: Step) -> None:
    """What the step rests on moved three times: do it where nothing can move (K10)."""
    with transaction.atomic():
        run = journal.lock(step.run_id)
        step.run = run
        _conclude(run, step, replace(how.perform(step, StepContext(run, step, late=True)), guard=None))


def finish(step: Step, outcome: Outcome) -> bool:
    """Write an outcome, plan and never be stuck, in one transaction (K2). False: fenced, all of it discarded."""
    with transaction.atomic():
        return _conclude(journal.lock(step.run_id), step, outcome)


def _conclude(run: Run, step: Step, outcome: Outcome) -> bool:
    if outcome.ask and outcome.ask.answer is None and not run.closed and _is_asking(run):
        return put_back(run, step, Step.Status.PARKED)
    if outcome.guard and not outcome.guard(run):
        return put_back(run, step, Step.Status.READY, moved=F("moved") + 1)
    if not _fence(step, run, Step.Status.DONE, result=dict(outcome.result)):
        return False
    if run.holds:  # whoever answers is back
        Run.objects.filter(pk=run.pk).update(holds=0)
    transitions.settle(run, outcome)
    return True


def failed(step: Step, reason: str) -> bool:
    """The step fails for good, typed and named as a gap; its siblings go on.

    A method that cannot even say what the failure means ends its run: nothing is retried for ever (K4).
    """
    try:
        with transaction.atomic():
            run = journal.lock(step.run_id)
            return _fail(run, step, reason)
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        log.exception("the failure of step %s of run %s could not be written", step.key, step.run_id)
        with transaction.atomic():
            run = journal.lock(step.run_id)
            if not _fence(step, run, Step.Status.FAILED, reason=reason):
                return False
            journal.record(run, [ev.StepFailed(step.key, reason)])
            transitions.end(run, End("failed", f"{step.key}: {reason} ({type(error).__name__}: {error})"[:4000]))
        return True


def _fail(run: Run, step: Step, reason: str) -> bool:
    if not _fence(step, run, Step.Status.FAILED, reason=reason):
        return False
    journal.record(run, [ev.StepFailed(step.key, reason)])
    outcome = method(run.method).failed(run, step, reason)
    transitions.settle(run, replace(outcome, gaps=(*outcome.gaps, Gap(step.key, reason))))
    return True


def retry_or_fail(step: Step, reason: str) -> None:
    """Ready again after a pause that doubles, three tries in all; then it fails."""
    if step.tries + 1 >= TRIES:
        failed(step, reason)
        return
    due = Now() + timedelta(seconds=2**step.tries)
    with transaction.atomic():
        run = journal.lock(step.run_id)
        put_back(run, step, Step.Status.READY, tries=F("tries") + 1, reason=reason, not_before=due)


def hold(step: Step, reason: str) -> None:
    """Whoever answers is away: the step is ready again, and its run waits.

    A run whose params were changed while the step was at work is not held: what it says of the brain is old news.
    """
    with transaction.atomic():
        run = journal.lock(step.run_id)
        is_back = put_back(run, step, Step.Status.READY, reason=reason)
        if is_back and transitions.is_alive(run) and run.params == step.run.params:
            holds.hold_locked(run, reason)


def cancelled(step: Step) -> None:
    """The step found that it is no longer wanted. Under the lock it may be wanted again: then it is ready (K13)."""
    with transaction.atomic():
        put_back(journal.lock(step.run_id), step, Step.Status.READY)


def hand_back(step: Step) -> None:
    """This worker is going; another one takes the step."""
    with transaction.atomic():
        put_back(journal.lock(step.run_id), step, Step.Status.READY)


def out_of_budget(step: Step, reason: str) -> None:
    """The first refusal ends the research phase of the whole run (K7)."""
    with transaction.atomic():
        run = journal.lock(step.run_id)
        if step.kind in method(run.method).report_kinds:
            _fail(run, step, reason)
        elif _fence(step, run, Step.Status.CANCELLED, reason=reason):
            transitions.close(run, "budget", reason=reason)
            transitions.plan(run)


def put_back(run: Run, step: Step, status: str, **values: object) -> bool:
    """A claim ends without a result: ready or parked, or cancelled if nobody wants the step any more. The lock is
    held; plans. False: fenced."""
    if _unwanted(run, step):
        status, values = Step.Status.CANCELLED, {}
    if not _fence(step, run, status, enqueued_at=None, **values):
        return False
    if status == Step.Status.CANCELLED:
        journal.record(run, [ev.StepCancelled(step.key)])
    transitions.plan(run)
    return True


def _unwanted(run: Run, step: Step) -> bool:
    """Pruned, or outside the report of a closed run (K13, K14). Both change under the run's lock only."""
    if run.closed and step.kind not in method(run.method).report_kinds:
        return True
    return Step.objects.filter(pk=step.pk, cancel=True).exists()


def _is_asking(run: Run) -> bool:
    return Question.objects.filter(run=run, state=Question.State.OPEN).exists()


def _held(step: Step):
    """The step's row while this claim of it holds: `ready` with our epoch was swept and not taken again (K2)."""
    return Step.objects.filter(pk=step.pk, epoch=step.epoch, status__in=[Step.Status.CLAIMED, Step.Status.READY])


def _fence(step: Step, run: Run, status: str, **values: object) -> bool:
    """Move the step on if this claim of it still holds and the run lives; else it is a zombie's and is dropped."""
    over = {} if status in {Step.Status.READY, Step.Status.PARKED} else {"ended_at": Now()}
    if run.status == "ended" or not _held(step).update(status=status, lease_until=None, **over, **values):
        log.info("step.fenced: %s of run %s, epoch %s", step.key, run.pk, step.epoch)
        return False
    return True
