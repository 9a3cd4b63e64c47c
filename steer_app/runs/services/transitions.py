"""The one way to change a run: under its lock, apply, plan, and never leave it stuck (K1, K2, K4)."""

import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import DatabaseError, transaction
from django.db.models import Q
from django.db.models.functions import Now

from steer_app.runs.domain import events as ev
from steer_app.runs.domain.failures import Conflict
from steer_app.runs.domain.method import Method
from steer_app.runs.domain.outcome import Ask, End, Outcome
from steer_app.runs.domain.states import ALIVE, outcome_of, status_after_planning
from steer_app.runs.methods import method
from steer_app.runs.models import Budget, Question, Run, Steer, Step
from steer_app.runs.services import dispatch, journal

log = logging.getLogger(__name__)

OPEN_STEPS = (Step.Status.READY, Step.Status.CLAIMED)
ENDED = "ended"
"""Why a steer was refused that the run's end overtook: the one reason that the kernel gives itself."""


def settle(run: Run, outcome: Outcome) -> None:
    """Write an outcome, plan, and leave the run working, waiting, paused or ended (K2, K4). The lock is held."""
    says = _apply(run, outcome)
    if says:
        end(run, says)
        return
    plan(run)


def _apply(run: Run, outcome: Outcome) -> End | None:
    """Write all of an outcome but its end, which is returned."""
    for change in outcome.changes:
        change.apply(run)
    journal.record(run, outcome.events)
    if outcome.gaps:
        run.gaps = [*run.gaps, *({"step": gap.step, "reason": gap.reason} for gap in outcome.gaps)]
        run.save(update_fields=["gaps"])
    after_asking = _ask(run, outcome.ask) if outcome.ask else None
    return outcome.end or after_asking


def _ask(run: Run, ask: Ask) -> End | None:
    """Write the question beside the decision that asks it (K11).

    An answer by policy is applied at once, so nobody waits (K12); a closed run asks nobody any more. Of a paused
    run's question the time stands still from the start.
    """
    if ask.answer is not None:
        state = Question.State.ANSWERED
    else:
        state = Question.State.WITHDRAWN if run.closed else Question.State.OPEN
    is_open = state == Question.State.OPEN
    if is_open and Question.objects.filter(run=run, state=Question.State.OPEN).exists():
        raise Conflict("There is an open question already; it comes first.")
    question = Question.objects.create(
        run=run,
        key=ask.key,
        text=ask.text,
        options=ask.options,
        payload=dict(ask.payload),
        state=state,
        answer=None if ask.answer is None else dict(ask.answer),
        answered_by=ask.answered_by,
        closed_at=None if is_open else run.now,
        **(_clock(run, ask.timeout_s) if is_open and ask.timeout_s else {}),
    )
    expires_at = question.expires_at.isoformat() if question.expires_at else None
    journal.record(run, [ev.QuestionAsked(question.pk, ask.key, ask.text, ask.options, expires_at)])
    if is_open:
        return None
    _tell_closed(run, question)
    return None if ask.answer is None else _apply(run, method(run.method).answered(run, question, dict(ask.answer)))


def _clock(run: Run, timeout_s: float) -> dict[str, Any]:
    if run.status == "paused":
        return {"remaining_s": timeout_s}
    return {"expires_at": run.now + timedelta(seconds=timeout_s)}


def close_question(run: Run, question: Question, state: str, *, answer: Any = None, by: str = "") -> None:
    """Answered, expired or withdrawn: written and told. The lock is held; plan after it.

    Parked steps are taken afresh (K12): their rows go, and the plan makes them again once they are due. Were they
    ready at once, a decision could be taken before what the answer teaches about the person is known (K11).
    """
    question.state, question.answer, question.answered_by = state, answer, by
    question.closed_at = run.now
    question.save(update_fields=["state", "answer", "answered_by", "closed_at"])
    Step.objects.filter(run=run, status=Step.Status.PARKED).delete()
    _tell_closed(run, question)


def reopen_question(run: Run, question: Question, *, by: str, timeout_s: float | None) -> None:
    """Open again under the next revision, with all of its time before it. The lock is held, no other is open."""
    question.state, question.answer, question.answered_by = Question.State.OPEN, None, ""
    question.revision += 1
    question.closed_at = question.expires_at = question.remaining_s = None
    for name, value in _clock(run, timeout_s).items() if timeout_s else ():
        setattr(question, name, value)
    question.save()
    expires_at = question.expires_at.isoformat() if question.expires_at else None
    journal.record(run, [ev.QuestionReopened(question.pk, question.key, question.revision, by, expires_at)])


def _tell_closed(run: Run, question: Question) -> None:
    closed = ev.QuestionClosed(question.pk, question.key, question.state, question.answer, question.answered_by)
    journal.record(run, [closed])


def settle_steer(
    run: Run,
    steer: Steer,
    state: str,
    reason: str = "",
    *,
    because: str = "",
    at: Sequence[str] = (),
    since: str = "",
) -> None:
    """Applied or refused, told in the journal. The lock is held."""
    steer.state, steer.reason, steer.settled_at = state, reason, run.now
    steer.because, steer.at, steer.since = because, list(at), since
    steer.save(update_fields=["state", "reason", "settled_at", "because", "at", "since"])
    journal.record(run, [ev.SteerSettled(steer.pk, state, reason, because, list(at), since)])


def plan(run: Run) -> None:
    """Insert the steps that can be done now and set the status that follows (K2 to K4). The lock is held.

    A plan that fails would fail again and again: it ends the run, typed.
    """
    if run.status in {"draft", "ended"}:
        return
    how = method(run.method)
    try:
        state = how.load(run)
        specs = list(how.plan_next(state))
    except DatabaseError:
        raise
    except Exception as error:
        log.exception("run %s could not be planned", run.pk)
        end(run, End("failed", f"the method could not plan: {type(error).__name__}: {error}"[:4000]))
        return
    Step.objects.bulk_create(
        [Step(run=run, kind=spec.kind, key=spec.key, payload=dict(spec.payload)) for spec in specs],
        ignore_conflicts=True,
    )
    if run.status == "paused":
        return
    at_work = _open_steps(run)
    kinds = {kind for _, kind, _ in at_work}
    status = status_after_planning(
        reporting=bool(kinds & how.report_kinds),
        working=bool(kinds),
        asking=not kinds and (_is_asking(run) or waits(how, state)),
    )
    if status is None:
        end(run, End("failed", f"stuck: nothing to do and nothing to wait for, in {state!r}"[:4000]))
        return
    set_status(run, status)
    _announce(run, [step_id for step_id, _, is_untold in at_work if is_untold])


def _is_asking(run: Run) -> bool:
    return Question.objects.filter(run=run, state=Question.State.OPEN).exists()


def waits(how: Method, state: Any) -> bool:
    """Whether the method waits for a person in a way of its own (domain.method.Waiting)."""
    own = getattr(how, "waits", None)
    return bool(own and own(state))


def _open_steps(run: Run) -> list[tuple[int, str, bool]]:
    """(id, kind, whether it is ready and nobody was told) of the steps that are to be done or being done."""
    untold = Q(status=Step.Status.READY, enqueued_at=None, not_before=None)
    rows = Step.objects.filter(run=run, status__in=OPEN_STEPS).annotate(untold=untold).order_by("pk")
    return list(rows.values_list("pk", "kind", "untold"))


def _announce(run: Run, step_ids: list[int]) -> None:
    """Send ready steps that nobody was told of, once the transaction has committed."""
    if step_ids:
        Step.objects.filter(pk__in=step_ids).update(enqueued_at=Now())
        transaction.on_commit(lambda: dispatch.send(run.executor, run.pk, step_ids))


def set_status(run: Run, status: str, by: str = "") -> None:
    """Move to `status`, tell it, and keep the count of active seconds (K7)."""
    if status == run.status:
        return
    works = status in {"running", "reporting"}
    if run.active_since and not works:
        run.active_s += (run.now - run.active_since).total_seconds()
        run.active_since = None
    elif works and not run.active_since:
        run.active_since = run.now
    run.status = status
    run.save(update_fields=["status", "active_s", "active_since"])
    if status != "ended":
        journal.record(run, [ev.RunChanged(status, by=by)])


def end(run: Run, says: End) -> None:
    """End the run with a typed outcome; what was still open is cancelled or withdrawn. The lock is held."""
    for question in Question.objects.filter(run=run, state=Question.State.OPEN):
        close_question(run, question, Question.State.WITHDRAWN)
    Step.objects.filter(run=run, status__in=[*OPEN_STEPS, Step.Status.PARKED]).update(
        status=Step.Status.CANCELLED, ended_at=Now(), lease_until=None
    )
    for steer in Steer.objects.filter(run=run, state=Steer.State.RECEIVED):
        settle_steer(run, steer, Steer.State.REFUSED, "The run ended before it could be applied.", because=ENDED)
    set_status(run, "ended")
    # A call of the report that was refused ends the run by its budget too, though nothing closed its research (K7).
    refusal = Budget.objects.filter(run=run).values_list("refusal", flat=True).first() or ""
    closed = run.closed or ("budget" if refusal else "")
    run.outcome = outcome_of(method_says=says.outcome, closed=closed, gaps=bool(run.gaps))
    run.reason = says.reason or run.reason or (refusal if run.outcome == "budget" else "")
    run.ended_at = run.now
    run.save(update_fields=["outcome", "reason", "ended_at"])
    journal.record(run, [ev.RunChanged("ended", run.outcome, run.reason)])
    transaction.on_commit(lambda: dispatch.send(run.executor, run.pk, []))


def close(run: Run, why: str, by: str = "", reason: str = "") -> None:
    """Take on no new work: ready steps go, claimed ones are told, an open question is withdrawn (K7, K14).

    `why`: budget, stopped or wrote now; `reason`: which limit was reached, in a sentence, which the run keeps as its
    own. The report's own steps stay. The lock is held; plan after it.
    """
    if run.closed:
        return
    run.closed, run.reason = why, reason
    Run.objects.filter(pk=run.pk).update(closed=why, closed_at=Now(), reason=reason)
    for question in Question.objects.filter(run=run, state=Question.State.OPEN):
        close_question(run, question, Question.State.WITHDRAWN)
    others = Step.objects.filter(run=run).exclude(kind__in=method(run.method).report_kinds)
    others.filter(status__in=[Step.Status.READY, Step.Status.PARKED]).update(
        status=Step.Status.CANCELLED, ended_at=Now()
    )
    others.filter(status=Step.Status.CLAIMED).update(cancel=True)
    journal.record(run, [ev.ResearchClosed(why, by, reason)])


def is_alive(run: Run) -> bool:
    return run.status in ALIVE
