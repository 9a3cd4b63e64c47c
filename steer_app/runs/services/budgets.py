"""Money and tokens are reserved before a call and settled after it, each in one statement (K7)."""

from django.db.models import F, Q

from steer_app.runs.models import Budget


def reserve(*, run_id: int, tokens: int, microusd: int, for_report: bool = False) -> bool:
    """Set aside what a call may cost at most. False: it would pass a cap (less what the report needs).

    What costs nothing is always allowed.
    """
    if not tokens and not microusd:
        return True
    aside_tokens = 0 if for_report else F("report_tokens")
    aside_money = 0 if for_report else F("report_microusd")
    fits = Q(cap_tokens=None) | Q(cap_tokens__gte=F("spent_tokens") + F("reserved_tokens") + aside_tokens + tokens)
    affordable = Q(cap_microusd=None) | Q(
        cap_microusd__gte=F("spent_microusd") + F("reserved_microusd") + aside_money + microusd
    )
    return bool(
        Budget.objects.filter(fits, affordable, run_id=run_id).update(
            reserved_tokens=F("reserved_tokens") + tokens, reserved_microusd=F("reserved_microusd") + microusd
        )
    )


def settle(*, run_id: int, reserved_tokens: int, reserved_microusd: int, tokens: int, microusd: int) -> None:
    """Turn a reservation into what was really spent. A call lost in flight is settled at its reservation."""
    Budget.objects.filter(run_id=run_id).update(
        reserved_tokens=F("reserved_tokens") - reserved_tokens,
        reserved_microusd=F("reserved_microusd") - reserved_microusd,
        spent_tokens=F("spent_tokens") + tokens,
        spent_microusd=F("spent_microusd") + microusd,
    )
