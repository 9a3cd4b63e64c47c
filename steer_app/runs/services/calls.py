"""Calls are single-flight: a finished call is never made again, whatever dies (K6)."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from steer_app.runs import masking
from steer_app.runs.boot import is_dead, this_boot
from steer_app.runs.domain.failures import BudgetRefused
from steer_app.runs.models import ModelCall
from steer_app.runs.services import budgets

WAIT_S, LONGEST_WAIT_S = 0.02, 0.2
LONGEST_ERROR = 2000
NOT_MADE = "not made"


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
    most_microusd: int | None = 0
    """None: nobody knows the price."""
    price: int | None = None
    """The row of the price list that it is made at."""
    messages: Sequence[tuple[str, str]] = ()
    """(role, text) as they are sent, if any are."""
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
    microusd: int | None = 0
    """None: nobody knows the price."""
    tokens_cached: int = 0
    """Those of `tokens_in` that came out of a cache."""
    attempts: int = 1


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
        "request": masking.deep(dict(planned.request or {})),
        "messages": masking.deep([list(one) for one in planned.messages]),
        "notice": planned.notice,
        "price": planned.price,
        "boot": this_boot(),
        "began_at": Now(),
        "lease_until": _lease(planned),
    }


def _lease(planned: Planned):
    return Now() + timedelta(seconds=planned.total_timeout_s)


def _take_over(row: ModelCall, planned: Planned) -> bool:
    """Make a call that failed, or whose maker died or overstayed; what the lost attempt may have cost is charged."""
    same = ModelCall.objects.filter(pk=row.pk, epoch=row.epoch, state=row.state)
    if row.state == ModelCall.State.IN_FLIGHT and not is_dead(row.boot):
        same = same.filter(lease_until__lt=Now())
    lost = int(row.state == ModelCall.State.IN_FLIGHT)
    with transaction.atomic():
        won = same.update(
            epoch=F("epoch") + 1,
            state=ModelCall.State.IN_FLIGHT,
            boot=this_boot(),
            lease_until=_lease(planned),
            price=planned.price,
            began_at=Now(),
            attempts=F("attempts") + lost,
            in_doubt_tokens=F("in_doubt_tokens") + F("reserved_tokens"),
            in_doubt_microusd=F("in_doubt_microusd") + F("reserved_microusd"),
            reserved_tokens=0,
            reserved_microusd=0,
        )
        if won and _holds_something(row):
            _settle(row, row.reserved_tokens, row.reserved_microusd)
    row.epoch, row.reserved_tokens, row.reserved_microusd = row.epoch + 1, 0, 0
    return bool(won)


def _make(row: ModelCall, planned: Planned, make: Callable[[], Made], check: Callable[[], None]) -> str | None:
    """Make the call and keep its answer. None: another maker took over meanwhile."""
    try:
        check()
        _reserve(row, planned)
    except Exception as error:
        _end(row, ModelCall.State.FAILED, Made("", attempts=0), error=f"{NOT_MADE}: {error}")
        raise
    try:
        made = make()
    except Exception as error:
        asked = Made("", attempts=getattr(error, "attempts", 1))
        _end(row, ModelCall.State.FAILED, asked, error=f"{type(error).__name__}: {error}")
        raise
    return made.answer if _end(row, ModelCall.State.DONE, made) else None


def _reserve(row: ModelCall, planned: Planned) -> None:
    """Set aside what the attempt may cost; in one transaction with its row, so that no reservation is forgotten."""
    if not planned.most_tokens and planned.most_microusd == 0:
        return
    may_cost = budgets.Wanted(planned.most_tokens, planned.most_microusd, planned.for_report)
    try:
        with transaction.atomic():
            mine = ModelCall.objects.filter(pk=row.pk, epoch=row.epoch)
            mine.update(reserved_tokens=may_cost.tokens, reserved_microusd=may_cost.microusd)
            if not budgets.reserve(run_id=planned.run_id, wanted=may_cost):
                raise _NoRoom
    except _NoRoom:
        raise BudgetRefused(budgets.refuse(run_id=planned.run_id, wanted=may_cost)) from None
    row.reserved_tokens, row.reserved_microusd = may_cost.tokens, may_cost.microusd


class _NoRoom(Exception):
    """Takes back what was written before the budget said no."""


def _holds_something(row: ModelCall) -> bool:
    return bool(row.reserved_tokens or row.reserved_microusd)


def _end(row: ModelCall, state: str, made: Made, error: str = "") -> bool:
    """Write what came of an attempt and settle what it cost. False: it is not this maker's any more, and was charged
    as in doubt. What went wrong before an answer came stays on the row, for the trace."""
    told = {"error": masking.masked(error)[:LONGEST_ERROR]} if error else {}
    with transaction.atomic():
        ours = ModelCall.objects.filter(pk=row.pk, epoch=row.epoch).update(
            state=state,
            answer=made.answer,
            tokens_in=made.tokens_in,
            tokens_cached=made.tokens_cached,
            tokens_out=made.tokens_out,
            microusd=made.microusd,
            attempts=F("attempts") + made.attempts,
            reserved_tokens=0,
            reserved_microusd=0,
            ended_at=Now(),
            **told,
        )
        if ours and (_holds_something(row) or made.tokens_in or made.tokens_out or made.microusd):
            _settle(row, made.tokens_in + made.tokens_out, made.microusd)
    return bool(ours)


def _settle(row: ModelCall, tokens: int, microusd: int | None) -> None:
    budgets.settle(
        run_id=row.run_id,
        reserved_tokens=row.reserved_tokens,
        reserved_microusd=row.reserved_microusd or 0,
        tokens=tokens,
        microusd=microusd,
    )
