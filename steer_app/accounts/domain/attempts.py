"""How many wrong passwords are too many."""

from collections.abc import Sequence
from datetime import datetime, timedelta

ALLOWED = 5
WINDOW = timedelta(minutes=15)


def wait(attempts: Sequence[datetime], now: datetime) -> timedelta:
    """How long to wait before the next try may be made; zero when it may be now.

    `attempts` are the times of the earlier tries of one name from one address, in any order.
    """
    recent = sorted(at for at in attempts if at > now - WINDOW)
    return recent[-ALLOWED] + WINDOW - now if len(recent) >= ALLOWED else timedelta(0)
