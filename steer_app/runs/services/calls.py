"""Calls are single-flight: a finished call is never made again, whatever dies (K6)."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import F
from django.db.models.functions import Now
from django.utils import timezone

from steer_app.runs.boot import is_dead, this_boot
from steer_app.runs.domain.failures import BudgetRefused
from steer_app.runs.models import ModelCall
from steer_app.runs.services import budgets


@dataclass(frozen=True)
class Planned:
    """A call before it is made. `hash` covers skill, prompt fingerprint, model, parameters and messages."""

    run_id: int
    hash: str
    skill: str
    brain: str
    step_key: str = ""
    model: str = ""
    fingerprint: str = ""
    request: Mapping[str, Any] | None = None
    most_tokens: int = 0
    most_microusd: int = 0
    for_report: bool = False
    total_timeout_s: float = 300


@dataclass(frozen=True)
class Made:
    """A call that was answered: the raw text, and what it cost."""

    answer: str
    tokens_in: int = 0
    tokens_out: int = 0
    microusd: int = 0


def once(planned: Planned, make: Callable[[], Made], check: Callable[[], None]) -> str:
    """The raw answer of a call, made by whoever comes first; the others wait for their row.

    `check` is asked before the call and while waiting, and raises Cancelled. Raises BudgetRefused, and whatever
    `make` raises (the row then says so, and the next to ask tries again).
    """
    while True:
        row, fresh = ModelCall.objects.get_or_create(
            run_id=planned.run_id, hash=planned.hash, defaults=_first_row(planned)
        )
        if row.state == ModelCall.State.DONE:
            return row.answer
        if fresh or _take_over(row, planned):
            return _make(row, planned, make, check)
        check()
        time.sleep(0.02)


def _first_row(planned: Planned) -> dict[str, Any]:
    return {
        "skill": planned.skill,
        "brain": planned.brain,
        "model": planned.model,
        "fingerprint": planned.fingerprint,
        "step_key": planned.step_key,
        "request": dict(planned.request or {}),
        "boot": this_boot(),
        "lease_until": timezone.now() + timedelta(seconds=planned.total_timeout_s),
    }


def _take_over(row: ModelCall, planned: Planned) -> bool:
    """Make a call that failed, or whose maker died or overstayed; what the lost attempt may have cost is charged."""
    lost = row.state == ModelCall.State.IN_FLIGHT
    if lost and not is_dead(row.boot) and (row.lease_until is None or row.lease_until > timezone.now()):
        return False
    won = ModelCall.objects.filter(pk=row.pk, epoch=row.epoch, state=row.state).update(
        epoch=F("epoch") + 1,
        state=ModelCall.State.IN_FLIGHT,
        boot=this_boot(),
        lease_until=Now() + timedelta(seconds=planned.total_timeout_s),
        in_doubt_tokens=F("in_doubt_tokens") + (planned.most_tokens if lost else 0),
    )
    if won and lost:
        budgets.settle(
            run_id=planned.run_id,
            reserved_tokens=planned.most_tokens,
            reserved_microusd=planned.most_microusd,
            tokens=planned.most_tokens,
            microusd=planned.most_microusd,
        )
    row.epoch += 1
    return bool(won)


def _make(row: ModelCall, planned: Planned, make: Callable[[], Made], check: Callable[[], None]) -> str:
    mine = ModelCall.objects.filter(pk=row.pk, epoch=row.epoch)
    try:
        check()
        if not budgets.reserve(
            run_id=planned.run_id,
            tokens=planned.most_tokens,
            microusd=planned.most_microusd,
            for_report=planned.for_report,
        ):
            raise BudgetRefused("The budget does not allow the next call.")
    except Exception:
        mine.delete()
        raise
    try:
        made = make()
    except Exception as error:
        mine.update(state=ModelCall.State.FAILED, error=str(error)[:2000], ended_at=Now())
        _settle(planned, Made(""))
        raise
    mine.update(
        state=ModelCall.State.DONE,
        answer=made.answer,
        tokens_in=made.tokens_in,
        tokens_out=made.tokens_out,
        microusd=made.microusd,
        ended_at=Now(),
    )
    _settle(planned, made)
    return made.answer


def _settle(planned: Planned, made: Made) -> None:
    budgets.settle(
        run_id=planned.run_id,
        reserved_tokens=planned.most_tokens,
        reserved_microusd=planned.most_microusd,
        tokens=made.tokens_in + made.tokens_out,
        microusd=made.microusd,
    )
