"""Money and tokens are reserved before a call and settled after it, each in one statement (K7)."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Q
from django.utils import timezone

from steer_app.runs.domain.spending import dollars, duration
from steer_app.runs.models import Budget, Run


@dataclass(frozen=True)
class Wanted:
    """What a call may cost at most."""

    tokens: int
    microusd: int | None = 0
    """None: nobody knows the price, so a cap on money cannot be kept."""
    for_report: bool = False
    """It may take what was set aside for the report."""


def reserve(*, run_id: int, wanted: Wanted) -> bool:
    """Set aside what a call may cost at most. False: it would pass a cap (less what the report needs), or time is up.

    What costs nothing is always allowed.
    """
    if not wanted.tokens and wanted.microusd == 0:
        return True
    if _time_is_up(run_id, wanted):
        return False
    aside_tokens = 0 if wanted.for_report else F("report_tokens")
    aside_money = 0 if wanted.for_report else F("report_microusd")
    tokens = F("spent_tokens") + F("reserved_tokens") + aside_tokens + wanted.tokens
    affordable = Q(cap_microusd=None)
    if wanted.microusd is not None:
        money = F("spent_microusd") + F("reserved_microusd") + aside_money + wanted.microusd
        affordable |= Q(cap_microusd__gte=money)
    fits = Q(cap_tokens=None) | Q(cap_tokens__gte=tokens)
    return bool(
        Budget.objects.filter(fits, affordable, run_id=run_id).update(
            reserved_tokens=F("reserved_tokens") + wanted.tokens,
            reserved_microusd=F("reserved_microusd") + (wanted.microusd or 0),
        )
    )


def settle(*, run_id: int, reserved_tokens: int, reserved_microusd: int, tokens: int, microusd: int | None) -> None:
    """Turn a reservation into what was really spent. A call lost in flight is settled at its reservation; what was
    spent at an unknown price is counted in tokens only."""
    Budget.objects.filter(run_id=run_id).update(
        reserved_tokens=F("reserved_tokens") - reserved_tokens,
        reserved_microusd=F("reserved_microusd") - reserved_microusd,
        spent_tokens=F("spent_tokens") + tokens,
        spent_microusd=F("spent_microusd") + (microusd or 0),
        unpriced_tokens=F("unpriced_tokens") + (tokens if microusd is None else 0),
    )


def refuse(*, run_id: int, wanted: Wanted) -> str:
    """Why `wanted` was refused, in words; the first refusal of a run is kept, for it decides how the run ends."""
    reason = _reason(Budget.objects.get(run_id=run_id), wanted)
    Budget.objects.filter(run_id=run_id, refusal="").update(refusal=reason)
    return reason


def seconds_left(run: Run, now: datetime, *, for_report: bool) -> float | None:
    """Active seconds until the research, or with `for_report` the report too, is out of time; None without a cap."""
    cap_s = run.budget.cap_s
    if cap_s is None:
        return None
    active_s = run.active_s + ((now - run.active_since).total_seconds() if run.active_since else 0)
    return cap_s - (0 if for_report else run.budget.report_s) - active_s


def out_of_time(budget: Budget) -> str:
    """The cap on seconds, in words."""
    return f"Its limit of {duration(budget.cap_s or 0)} of work was reached."


def _time_is_up(run_id: int, wanted: Wanted) -> bool:
    run = Run.objects.filter(pk=run_id, budget__cap_s__isnull=False).select_related("budget").first()
    left = seconds_left(run, timezone.now(), for_report=wanted.for_report) if run else None
    return left is not None and left <= 0


def _reason(budget: Budget, wanted: Wanted) -> str:
    """The first of the caps that is in the way."""
    aside = 0 if wanted.for_report else budget.report_tokens
    spoken_for = budget.spent_tokens + budget.reserved_tokens + aside
    if budget.cap_tokens is not None and spoken_for + wanted.tokens > budget.cap_tokens:
        parts = (budget.spent_tokens, budget.reserved_tokens, aside, wanted.tokens)
        return _told(f"{budget.cap_tokens:,} tokens", *(f"{part:,}" if part else "" for part in parts))
    if budget.cap_microusd is not None and wanted.microusd is None:
        return (
            f"Nobody has said what its model costs, so its limit of {dollars(budget.cap_microusd)} cannot be kept. "
            "An admin adds the price on the page Prices."
        )
    aside = 0 if wanted.for_report else budget.report_microusd
    spoken_for = budget.spent_microusd + budget.reserved_microusd + aside
    if budget.cap_microusd is not None and spoken_for + (wanted.microusd or 0) > budget.cap_microusd:
        parts = (budget.spent_microusd, budget.reserved_microusd, aside, wanted.microusd or 0)
        return _told(dollars(budget.cap_microusd), *(dollars(part) if part else "" for part in parts))
    return out_of_time(budget)


def _told(cap: str, spent: str, under_way: str, aside: str, wanted: str) -> str:
    """What a cap is taken up by, each in words; what is nothing is left out."""
    parts = ((spent, "spent"), (under_way, "set aside for calls under way"), (aside, "kept for the report"))
    taken = ", ".join(f"{amount} {words}" for amount, words in parts if amount)
    return f"Its limit of {cap} was reached{f': {taken}' if taken else ''}. The next call might have taken {wanted}."
