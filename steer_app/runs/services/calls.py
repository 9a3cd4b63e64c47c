"""Calls are single-flight: a finished call is never made again, whatever dies (K6)."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from steer_app.runs.boot import is_dead, this_boot
from steer_app.runs.domain.failures import BudgetRefused
from steer_app.runs.models import ModelCall
from steer_app.runs.services import budgets

WAIT_S, LONGEST_WAIT_S = 0.02, 0.2


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
    notice: str = ""
    """What was shortened to make the request fit the model."""


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
    `make` raises (the row then says so, and the next to ask tries again). A maker that overstayed its lease while
    another one took over returns the row's answer, not its own: all who ask get the same.
    """
    wait_s = WAIT_S
    while True:
        row, fresh = ModelCall.objects.get_or_create(
            run_id=planned.run_id, hash=planned.hash, defaults=_first_row(planned)
        )
        if row.state == ModelCall.State.DONE:
            return row.answer
        if fresh or _take_over(row, planned):
            made = _make(row, planned, make, check)
            if made is not None:
                return made
        check()
        time.sleep(wait_s)
        wait_s = min(2 * wait_s, LONGEST_WAIT_S)


def _first_row(planned: Planned) -> dict[str, Any]:
    return {
        "skill": planned.skill,
        "brain": planned.brain,
        "model": planned.model,
        "fingerprint": planned.fingerprint,
        "step_key": planned.step_key,
        "request": dict(planned.request or {}),
        "notice": planned.notice,
        "boot": this_boot(),
        "lease_until": _lease(planned),
    }


def _lease(planned: Planned):
    return Now() + timedelta(seconds=planned.total_timeout_s)


def _take_over(row: ModelCall, planned: Planned) -> bool:
    """Make a call that failed, or whose maker died or overstayed; what the lost attempt may have cost is charged."""
    same = ModelCall.objects.filter(pk=row.pk, epoch=row.epoch, state=row.state)
    if row.state == ModelCall.State.IN_FLIGHT and not is_dead(row.boot):
        same = same.filter(lease_until__lt=Now())
    with transaction.atomic():
        won = same.update(
            epoch=F("epoch") + 1,
            state=ModelCall.State.IN_FLIGHT,
            boot=this_boot(),
            lease_until=_lease(planned),
            in_doubt_tokens=F("in_doubt_tokens") + F("reserved_tokens"),
            reserved_tokens=0,
            reserved_microusd=0,
        )
        if won and (row.reserved_tokens or row.reserved_microusd):
            _settle(row, row.reserved_tokens, row.reserved_microusd)
    row.epoch, row.reserved_tokens, row.reserved_microusd = row.epoch + 1, 0, 0
    return bool(won)


def _make(row: ModelCall, planned: Planned, make: Callable[[], Made], check: Callable[[], None]) -> str | None:
    """Make the call and keep its answer. None: another maker took over meanwhile."""
    try:
        check()
        _reserve(row, planned)
    except Exception:
        _end(row, ModelCall.State.FAILED, Made(""), error="not made")
        raise
    try:
        made = make()
    except Exception as error:
        _end(row, ModelCall.State.FAILED, Made(""), error=f"{type(error).__name__}: {error}"[:2000])
        raise
    return made.answer if _end(row, ModelCall.State.DONE, made) else None


def _reserve(row: ModelCall, planned: Planned) -> None:
    """Set aside what the attempt may cost; in one transaction with its row, so that no reservation is forgotten."""
    if not planned.most_tokens and not planned.most_microusd:
        return
    with transaction.atomic():
        mine = ModelCall.objects.filter(pk=row.pk, epoch=row.epoch)
        mine.update(reserved_tokens=planned.most_tokens, reserved_microusd=planned.most_microusd)
        if not budgets.reserve(
            run_id=planned.run_id,
            tokens=planned.most_tokens,
            microusd=planned.most_microusd,
            for_report=planned.for_report,
        ):
            raise BudgetRefused("The budget does not allow the next call.")
    row.reserved_tokens, row.reserved_microusd = planned.most_tokens, planned.most_microusd


def _end(row: ModelCall, state: str, made: Made, error: str = "") -> bool:
    """Write what came of an attempt and settle what it cost. False: it is not this maker's any more, and was charged
    as in doubt."""
    with transaction.atomic():
        ours = ModelCall.objects.filter(pk=row.pk, epoch=row.epoch).update(
            state=state,
            answer=made.answer,
            error=error,
            tokens_in=made.tokens_in,
            tokens_out=made.tokens_out,
            microusd=made.microusd,
            reserved_tokens=0,
            reserved_microusd=0,
            ended_at=Now(),
        )
        if ours and (row.reserved_tokens or row.reserved_microusd or made.tokens_in or made.microusd):
            _settle(row, made.tokens_in + made.tokens_out, made.microusd)
    return bool(ours)


def _settle(row: ModelCall, tokens: int, microusd: int) -> None:
    budgets.settle(
        run_id=row.run_id,
        reserved_tokens=row.reserved_tokens,
        reserved_microusd=row.reserved_microusd,
        tokens=tokens,
        microusd=microusd,
    )
