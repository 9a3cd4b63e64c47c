"""How fast a server may be asked: as fast as it allows, slower before it says so, and not at all while it says wait.

A pace is the time of the next free start and the gap between two starts. It halves its speed when the server refuses
(never below the speed at which it was refused), regains it slowly, and spreads what is left of a window when the server
tells how much that is. Times are seconds on one clock, given by the caller; nothing here looks at a clock.
"""

from dataclasses import dataclass, replace

from steer_app.brains.domain.allowance import Allowance

WIDEN, NARROW = 2.0, 0.85
LEAST_GAP_S, MOST_GAP_S = 0.02, 30.0
FIRST_GAP_S = 0.25
"""The gap after the first refusal of a server that was asked without any."""
MINUTE_S = 60.0
REMEMBER_S = 600.0
"""How long the rate that was refused is remembered."""
SAFE_SHARE = 0.9
"""Of the rate that was refused, what is tried while it is remembered."""
TELLING, LONG_WAIT_S = 10, 5.0
"""So many calls in a minute, and a wait so long, tell of a limit by the minute; a shorter one is a burst's."""
SCARCE = 0.25
"""From this share of a window on, what is left of it is spread over the time that is left."""


@dataclass(frozen=True)
class Pace:
    next_at: float = 0.0
    gap_s: float = 0.0
    floor_s: float = 0.0
    """No gap is shorter: what the owner's own limit, or a remembered refusal, allows."""
    floor_until: float = 0.0
    starts: tuple[float, ...] = ()
    """Of the last minute, oldest first."""


def start(pace: Pace, now: float, *, per_minute: float = 0) -> tuple[float, Pace]:
    """When the next call may start (never before `now`), and the pace with that start booked.

    `per_minute` is the owner's own limit; 0 is none.
    """
    at = max(now, pace.next_at)
    gap = max(pace.gap_s, _floor(pace, now), MINUTE_S / per_minute if per_minute else 0.0)
    starts = (*(one for one in pace.starts if one > at - MINUTE_S), at)
    return at, replace(pace, next_at=at + gap, starts=starts)


def refused(pace: Pace, now: float, *, retry_after_s: float | None = None) -> Pace:
    """The server said that this was too fast. Without a word on how long to wait, the gap itself is the wait."""
    in_a_minute = sum(1 for one in pace.starts if now - MINUTE_S < one <= now)
    by_the_minute = in_a_minute >= TELLING and (retry_after_s or 0.0) >= LONG_WAIT_S
    told_rate = MINUTE_S / (SAFE_SHARE * in_a_minute) if by_the_minute else pace.floor_s
    gap = min(MOST_GAP_S, max(pace.gap_s * WIDEN, FIRST_GAP_S))
    wait = gap if retry_after_s is None else min(max(0.0, retry_after_s), MINUTE_S * 10)
    return replace(
        pace,
        gap_s=gap,
        next_at=max(pace.next_at, now + wait),
        floor_s=min(told_rate, MOST_GAP_S),
        floor_until=now + REMEMBER_S if by_the_minute else pace.floor_until,
    )


def accepted(pace: Pace, now: float, told: Allowance | None = None) -> Pace:
    """A call was answered; `told` is what the server says it will still take in its present window."""
    gap = pace.gap_s * NARROW
    gap = gap if gap >= LEAST_GAP_S else 0.0
    if told is None or told.share > SCARCE or told.reset_s <= 0:
        return replace(pace, gap_s=gap)
    gap = max(gap, min(told.reset_s / max(1, told.left), MOST_GAP_S))
    wait = told.reset_s if told.left == 0 else 0.0
    return replace(pace, gap_s=gap, next_at=max(pace.next_at, now + wait))


def _floor(pace: Pace, now: float) -> float:
    return pace.floor_s if now < pace.floor_until else 0.0
