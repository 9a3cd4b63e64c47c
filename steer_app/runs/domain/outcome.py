"""What comes of a step, an answer or a steer: typed changes and events, written in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from steer_app.runs.domain.events import Event


class Change(Protocol):
    """One change of a run's rows. `apply` is called under the run's lock (K1) and may read rows."""

    def apply(self, run: Any) -> None: ...


@dataclass(frozen=True)
class StepSpec:
    """A piece of work that can be done now. `key` is its logical place: no time, attempt or random part (K3)."""

    kind: str
    key: str
    payload: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Ask:
    """A question to the person. With `answer` set, policy answered it beforehand and nobody waits (K12)."""

    key: str
    text: str
    options: list[dict[str, Any]] = field(default_factory=list)
    payload: Mapping[str, Any] = field(default_factory=dict)
    timeout_s: float | None = None
    answer: Mapping[str, Any] | None = None
    answered_by: str = ""


@dataclass(frozen=True)
class Gap:
    """What is missing from the result, and why: the step's key and a sentence."""

    step: str
    reason: str


@dataclass(frozen=True)
class End:
    """The method's own end: complete (made `complete_with_gaps` where gaps exist), or failed."""

    outcome: str = "complete"
    reason: str = ""


@dataclass(frozen=True)
class Outcome:
    changes: tuple[Change, ...] = ()
    events: tuple[Event, ...] = ()
    ask: Ask | None = None
    end: End | None = None
    gaps: tuple[Gap, ...] = ()
    guard: Callable[[Any], bool] | None = None
    """Asked under the lock; False means that what the step rested on has moved: it is done again (K10)."""
    result: Mapping[str, Any] = field(default_factory=dict)
    """What the step's row keeps, for the trace."""


NOTHING = Outcome()
