"""The one way to change a run: under its lock, apply, plan, and never leave it stuck (K1, K2, K4)."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from steer_app.runs.domain import events as ev
from steer_app.runs.domain.failures import Conflict
from steer_app.runs.domain.outcome import Ask, End, Outcome
from steer_app.runs.domain.states import ALIVE, outcome_of, status_after_planning
from steer_app.runs.methods import method
from steer_app.runs.models import Question, Run, Steer, Step
from steer_app.runs.services import dispatch, journal

OPEN_STEPS = (Step.Status.READY, Step.Status.CLAIMED)


def transition(run_id: int, build: Callable[[Run], Outcome]) -> Run:
    """Apply what `build` makes of the run, then plan: every way in but a step's own finish comes through here.

    Raises Conflict if the run has ended, and whatever `build` raises; nothing is written then.
    """
    with transaction.atomic():
        run = journal.lock(run_id)
        if run.status == "ended":
            raise Conflict("This run has ended; start a follow-up run instead.")
        settle(run, build(run))
    return run


def settle(run: Run, outcome: Outcome) -> None:
    """Write an outcome, plan, and leave the run working, waiting, paused or ended (K2, K4). The lock is held."""
    _apply(run, outcome)
    if outcome.end:
        end(run, outcome.end)
        return
    plan(run)


def _apply(run: Run, outcome: Outcome) -> None:
    for change in outcome.changes:
        change.apply(run)
    journal.record(run, outcome.events)
    if outcome.gaps:
        run.gaps = [*run.gaps, *({"step": gap.step, "reason": gap.reason} for gap in outcome.gaps)]
        run.save(update_fields=["gaps"])
    if outcome.ask:
        _ask(run, outcome.ask)


def _ask(run: Run, ask: Ask) -> None:
    """Write the question beside the decision that asks it; an answer by policy is applied at once (K11, K12)."""
    expires_at = timezone.now() + timedelta(seconds=ask.timeout_s) if ask.timeout_s and ask.answer is None else None
    question = Question.objects.create(
        run=run, key=ask.key, text=ask.text, options=ask.options, payload=dict(ask.payload), expires_at=expires_at
    )
    asked = ev.QuestionAsked(
        question.pk, ask.key, ask.text, ask.options, expires_at.isoformat() if expires_at else None
    )
    journal.record(run, [asked])
    if ask.answer is not None:
        close_question(run, question, Question.State.ANSWERED, answer=dict(ask.answer), by=ask.answered_by)
        _apply(run, method(run.method).answered(run, question, question.answer))


def close_question(run: Run, question: Question, state: str, *, answer: Any = None, by: str = "") -> None:
    """Answered, expired or withdrawn: written, told, and parked steps are taken afresh (K12). The lock is held."""
    question.state, question.answer, question.answered_by = state, answer, by
    question.closed_at = timezone.now()
    question.save(update_fields=["state", "answer", "answered_by", "closed_at"])
    Step.objects.filter(run=run, status=Step.Status.PARKED).update(status=Step.Status.READY, enqueued_at=None)
    journal.record(run, [ev.QuestionClosed(question.pk, question.key, state, answer, by)])


def settle_steer(run: Run, steer: Steer, state: str, reason: str = "") -> None:
    """Applied or refused, told in the journal. The lock is held."""
    steer.state, steer.reason, steer.settled_at = state, reason, timezone.now()
    steer.save(update_fields=["state", "reason", "settled_at"])
    journal.record(run, [ev.SteerSettled(steer.pk, state, reason)])


def plan(run: Run) -> None:
    """Insert the steps that can be done now and set the status that follows (K2 to K4). The lock is held."""
    if run.status in {"draft", "ended"}:
        return
    how = method(run.method)
    state = how.load(run)
    specs = list(how.plan_next(state))
    Step.objects.bulk_create(
        [Step(run=run, kind=spec.kind, key=spec.key, payload=dict(spec.payload)) for spec in specs],
        ignore_conflicts=True,
    )
    if run.status == "paused":
        return
    kinds = set(Step.objects.filter(run=run, status__in=OPEN_STEPS).values_list("kind", flat=True))
    status = status_after_planning(
        reporting=bool(kinds & how.report_kinds),
        working=bool(kinds),
        asking=Question.objects.filter(run=run, state=Question.State.OPEN).exists(),
    )
    if status is None:
        end(run, End("failed", f"stuck: nothing to do and nothing to wait for, in {state!r}"[:4000]))
        return
    set_status(run, status)
    announce(run)


def announce(run: Run) -> None:
    """Send the run's ready steps that nobody was told of, once the transaction has committed."""
    ready = Step.objects.filter(run=run, status=Step.Status.READY, enqueued_at=None, not_before=None)
    step_ids = list(ready.order_by("pk").values_list("pk", flat=True))
    if step_ids:
        Step.objects.filter(pk__in=step_ids).update(enqueued_at=Now())
        transaction.on_commit(lambda: dispatch.send(run.executor, run.pk, step_ids))


def set_status(run: Run, status: str, by: str = "") -> None:
    """Move to `status`, tell it, and keep the count of active seconds (K7)."""
    if status == run.status:
        return
    now = timezone.now()
    works = status in {"running", "reporting"}
    if run.active_since and not works:
        run.active_s += (now - run.active_since).total_seconds()
        run.active_since = None
    elif works and not run.active_since:
        run.active_since = now
    run.status = status
    run.save(update_fields=["status", "active_s", "active_since"])
    if status != "ended":
        journal.record(run, [ev.RunChanged(status, by=by)])


def end(run: Run, says: End) -> None:
    """End the run with a typed outcome; what was still open is cancelled or withdrawn. The lock is held."""
    for question in Question.objects.filter(run=run, state=Question.State.OPEN):
        close_question(run, question, Question.State.WITHDRAWN)
    open_steps = Step.objects.filter(run=run)
    open_steps.filter(status__in=[Step.Status.READY, Step.Status.PARKED]).update(
        status=Step.Status.CANCELLED, ended_at=Now()
    )
    open_steps.filter(status=Step.Status.CLAIMED).update(cancel=True)
    for steer in Steer.objects.filter(run=run, state=Steer.State.RECEIVED):
        settle_steer(run, steer, Steer.State.REFUSED, "the run ended before it could be applied")
    set_status(run, "ended")
    run.outcome = outcome_of(method_says=says.outcome, closed=run.closed, gaps=bool(run.gaps))
    run.reason = says.reason
    run.ended_at = timezone.now()
    run.save(update_fields=["outcome", "reason", "ended_at"])
    journal.record(run, [ev.RunChanged("ended", run.outcome, run.reason)])
    transaction.on_commit(lambda: dispatch.send(run.executor, run.pk, []))


def close(run: Run, why: str, by: str = "") -> None:
    """Take on no new work: ready steps go, claimed ones are told, an open question is withdrawn (K7, K14).

    `why`: budget, stopped or wrote now. The report's own steps stay. The lock is held; plan after it.
    """
    if run.closed:
        return
    run.closed = why
    Run.objects.filter(pk=run.pk).update(closed=why, closed_at=Now())
    for question in Question.objects.filter(run=run, state=Question.State.OPEN):
        close_question(run, question, Question.State.WITHDRAWN)
    others = Step.objects.filter(run=run).exclude(kind__in=method(run.method).report_kinds)
    others.filter(status__in=[Step.Status.READY, Step.Status.PARKED]).update(
        status=Step.Status.CANCELLED, ended_at=Now()
    )
    others.filter(status=Step.Status.CLAIMED).update(cancel=True)
    journal.record(run, [ev.ResearchClosed(why, by)])


def is_alive(run: Run) -> bool:
    return run.status in ALIVE
