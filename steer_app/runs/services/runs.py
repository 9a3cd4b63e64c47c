"""A run from its creation to its end, as people move it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction

from steer_app.runs.domain import events as ev
from steer_app.runs.domain.failures import Conflict
from steer_app.runs.methods import method
from steer_app.runs.models import Budget, Question, Run, Step
from steer_app.runs.services import journal, transitions


@dataclass(frozen=True)
class Caps:
    """What a run may spend; None is no cap. Money in millionths of a dollar, `seconds` counts active time only."""

    tokens: int | None = None
    microusd: int | None = None
    seconds: float | None = None
    report_tokens: int = 0
    report_microusd: int = 0
    report_seconds: float = 0


def caps_of(run: Run) -> Caps:
    """What a run may spend, for another that may spend the same: what was spent stays with the run it was spent in."""
    budget = Budget.objects.filter(run=run).first() or Budget()
    return Caps(
        tokens=budget.cap_tokens,
        microusd=budget.cap_microusd,
        seconds=budget.cap_s,
        report_tokens=budget.report_tokens,
        report_microusd=budget.report_microusd,
        report_seconds=budget.report_s,
    )


def create(
    *,
    method_name: str,
    owner: Any,
    title: str,
    params: Mapping[str, Any],
    executor: str = Run.Executor.WORKERS,
    caps: Caps = Caps(),
) -> Run:
    """A draft with checked params. Raises pydantic.ValidationError, LookupError."""
    checked = method(method_name).params.model_validate(dict(params))
    with transaction.atomic():
        run = Run.objects.create(
            owner=owner,
            method=method_name,
            title=title[:300],
            params=checked.model_dump(mode="json"),
            executor=executor,
        )
        Budget.objects.create(
            run=run,
            cap_tokens=caps.tokens,
            cap_microusd=caps.microusd,
            cap_s=caps.seconds,
            report_tokens=caps.report_tokens,
            report_microusd=caps.report_microusd,
            report_s=caps.report_seconds,
        )
    return run


def start(*, run_id: int) -> Run:
    """Set a draft to work. Raises Conflict if it was started before."""
    with transaction.atomic():
        run = journal.lock(run_id)
        if run.status != "draft":
            raise Conflict("This run was started already.")
        run.started_at = run.now
        run.save(update_fields=["started_at"])
        journal.record(run, [ev.RunStarted(run.method)])
        transitions.set_status(run, "running")
        transitions.plan(run)
    return run


def pause(*, run_id: int, by: str = "") -> Run:
    """No step is claimed from now on; those at work finish. The clocks of questions stand still (K11, K14)."""
    with transaction.atomic():
        run = journal.lock(run_id)
        if not transitions.is_alive(run):
            raise Conflict(f"A run that is {run.status} cannot be paused.")
        pause_locked(run, by)
    return run


def pause_locked(run: Run, by: str = "") -> None:
    """As `pause`, of a run that is alive, whose lock is held."""
    for question in Question.objects.filter(run=run, state=Question.State.OPEN):
        if question.expires_at is not None:
            question.remaining_s = max(0.0, (question.expires_at - run.now).total_seconds())
            question.expires_at = None
            question.save(update_fields=["remaining_s", "expires_at"])
    transitions.set_status(run, "paused", by)


def resume(*, run_id: int, by: str = "") -> Run:
    """Go on where it was paused."""
    with transaction.atomic():
        run = journal.lock(run_id)
        if run.status != "paused":
            raise Conflict(f"A run that is {run.status} cannot be resumed.")
        resume_locked(run, by)
    return run


def resume_locked(run: Run, by: str = "") -> None:
    """As `resume`, of a paused run whose lock is held."""
    for question in Question.objects.filter(run=run, state=Question.State.OPEN):
        if question.remaining_s is not None:
            question.expires_at = run.now + timedelta(seconds=question.remaining_s)
            question.remaining_s = None
            question.save(update_fields=["remaining_s", "expires_at"])
    _wake(run, by)


def stop(*, run_id: int, by: str = "") -> Run:
    """End the research phase; what is at work may finish for a moment, then the report is written (K14)."""
    return _close(run_id, "stopped", by)


def write_now(*, run_id: int, by: str = "") -> Run:
    """As stop, but the person has what they need: the outcome counts as complete."""
    return _close(run_id, "wrote now", by)


def _close(run_id: int, why: str, by: str) -> Run:
    with transaction.atomic():
        run = journal.lock(run_id)
        if run.status in {"draft", "ended"}:
            raise Conflict(f"A run that is {run.status} cannot be stopped.")
        if run.status == "reporting" or run.closed:
            raise Conflict("The report is being written already.")
        close_locked(run, why, by)
    return run


def close_locked(run: Run, why: str, by: str = "") -> None:
    """As `stop` and `write_now`, of a run whose research is open and whose lock is held."""
    transitions.close(run, why, by)
    if run.status == "paused":
        _wake(run, by)
    else:
        transitions.plan(run)


def _wake(run: Run, by: str) -> None:
    """Out of a pause. Messages of ready steps were used up by workers that were not let in: all are sent anew."""
    Step.objects.filter(run=run, status=Step.Status.READY).update(enqueued_at=None)
    run.held_because, run.held_until = "", None
    Run.objects.filter(pk=run.pk).update(held_because="", held_until=None)
    transitions.set_status(run, "running", by)
    transitions.plan(run)
