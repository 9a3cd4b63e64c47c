"""What a session will take, before it starts: nodes, time and money, from the person's own sessions where there are
any."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from django.db.models import Count, Q

from steer_app.runs.models import Run
from steer_app.steer.domain.size import full_tree

LATEST = 20
"""Ended sessions that the person's own rate is the median of."""
ASKING = (
    (0.25, "Asks whenever your answer would save anything: often five times or more."),
    (0.55, "Asks readily, about as often as you allow below."),
    (0.85, "Asks where your answer saves clearly more than the interruption costs: one to three times, usually."),
    (1.0, "Asks only where very much hangs on your answer: twice at most, often not at all."),
)
"""What the base pause cost C0 comes to, up to each value: the design's bands, which the worked examples are held to
(steer_app/steer/steps/decide.py; benchmark/perf/bands.py measures them)."""


@dataclass(frozen=True)
class Rate:
    """What one node takes, from search to its share of the report."""

    seconds: float
    tokens: float = 0
    microusd: float = 0
    sessions: int = 0
    """How many sessions of the person's this was measured in; 0: it was measured by us."""


OURS: Mapping[str, Rate] = {"offline": Rate(seconds=1.5)}
"""Measured on 2 cores over collections of 18 to 500 files: 0.5 to 2.5 s a node with MiniLM."""
UNKNOWN = Rate(seconds=10)
"""A brain nobody has measured: one that calls a model, about three calls a node."""


@dataclass(frozen=True)
class Estimate:
    nodes: int
    seconds: float
    tokens: float
    microusd: float
    sessions: int

    @property
    def time(self) -> str:
        return in_words(self.seconds)


def estimate(depth: int, breadth: int, rate: Rate) -> Estimate:
    """For a tree in which every branch is kept: the most it is likely to take."""
    nodes = full_tree(depth, breadth)
    return Estimate(nodes, nodes * rate.seconds, nodes * rate.tokens, nodes * rate.microusd, rate.sessions)


def rate(user_id: int | None, brain: str) -> Rate:
    """The median of the person's latest ended sessions with this brain; without any, ours. One query."""
    ended = (
        Run.objects.filter(owner_id=user_id, method="steer", status="ended", params__brain=brain)
        .annotate(read=Count("nodes", filter=Q(nodes__has_result=True)))
        .filter(read__gt=0)
        .order_by("-ended_at")
    )
    columns = ("read", "active_s", "budget__spent_tokens", "budget__spent_microusd")
    return rate_of(list(ended.values_list(*columns)[:LATEST])) or OURS.get(brain, UNKNOWN)


def rate_of(sessions: Sequence[tuple[Any, ...]]) -> Rate | None:
    """From (nodes read, seconds, tokens, millionths of a dollar) of each; None without any."""
    if not sessions:
        return None
    seconds, tokens, money = (median(float(row[place] or 0) / row[0] for row in sessions) for place in (1, 2, 3))
    return Rate(seconds, tokens, money, len(sessions))


def in_words(seconds: float) -> str:
    """A length of time as rough as it is known: "under a minute", "about 4 minutes", "about 1.5 hours"."""
    if seconds < 50:
        return "under a minute"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"about {minutes} minute{'' if minutes == 1 else 's'}"
    hours = round(seconds / 1800) / 2
    return f"about {hours:g} hours"


def asking(c0: float) -> str:
    """How often it will ask at this base pause cost."""
    return next(words for most, words in ASKING if c0 <= most)
