"""How much of what the person cares about was covered, each time that it changed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

SHOWN = 60
"""Changes that fit in the plot; the latest ones."""
WIDTH, HEIGHT, MARGIN = 120.0, 32.0, 2.0


@dataclass(frozen=True)
class Moment:
    at: datetime
    share: float
    """Align(all that was read, the active aspects), 0 to 1: the sum of their coverage over twice their number."""
    path: str = ""
    """The node whose reading changed it; empty if the interests themselves did."""


def points(moments: Sequence[Moment]) -> tuple[tuple[float, float], ...]:
    """Where each of the latest moments stands in a plot of WIDTH times HEIGHT: full coverage at its top."""
    latest = moments[-SHOWN:]
    step = (WIDTH - 2 * MARGIN) / max(1, len(latest) - 1)
    across = HEIGHT - 2 * MARGIN
    return tuple(
        (round(MARGIN + step * place, 1), round(HEIGHT - MARGIN - across * one.share, 1))
        for place, one in enumerate(latest)
    )
