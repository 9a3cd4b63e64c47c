"""The events of the kernel itself. Each app declares its own beside its domain; all share this base."""

from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar


@dataclass(frozen=True)
class Event:
    """One thing that happened, named `noun.past-participle`. Its fields are the payload; payloads only grow."""

    type: ClassVar[str]

    def payload(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class RunStarted(Event):
    type: ClassVar[str] = "run.started"
    method: str


@dataclass(frozen=True)
class RunChanged(Event):
    """The run's status, each time it changes."""

    type: ClassVar[str] = "run.changed"
    status: str
    outcome: str = ""
    reason: str = ""
    by: str = ""
    """Who paused it or went on."""


@dataclass(frozen=True)
class RunHeld(Event):
    """Whoever answers is away; the run looks again in `look_s` seconds."""

    type: ClassVar[str] = "run.held"
    reason: str
    look_s: float


@dataclass(frozen=True)
class ParamsChanged(Event):
    """The run goes on with other params; `changes` holds the new values."""

    type: ClassVar[str] = "params.changed"
    changes: dict[str, Any]
    by: str = ""


@dataclass(frozen=True)
class RunRenamed(Event):
    type: ClassVar[str] = "run.renamed"
    title: str
    by: str = ""


@dataclass(frozen=True)
class ResearchClosed(Event):
    """No new work is taken on; what follows is the report. `why`: budget, stopped or wrote now; `reason`: which limit
    was reached."""

    type: ClassVar[str] = "run.closed"
    why: str
    by: str = ""
    reason: str = ""


@dataclass(frozen=True)
class StepFailed(Event):
    type: ClassVar[str] = "step.failed"
    key: str
    reason: str


@dataclass(frozen=True)
class StepCancelled(Event):
    type: ClassVar[str] = "step.cancelled"
    key: str


@dataclass(frozen=True)
class QuestionAsked(Event):
    type: ClassVar[str] = "question.asked"
    question: int
    key: str
    text: str
    options: list[dict[str, Any]]
    expires_at: str | None = None


@dataclass(frozen=True)
class QuestionClosed(Event):
    """`state`: answered, expired or withdrawn."""

    type: ClassVar[str] = "question.closed"
    question: int
    key: str
    state: str
    answer: dict[str, Any] | None = None
    by: str = ""


@dataclass(frozen=True)
class QuestionReopened(Event):
    """An answer was taken back: the question is open again under its next revision."""

    type: ClassVar[str] = "question.reopened"
    question: int
    key: str
    revision: int
    by: str
    expires_at: str | None = None


@dataclass(frozen=True)
class SteerReceived(Event):
    type: ClassVar[str] = "steer.received"
    steer: int
    kind: str
    text: str
    details: dict[str, Any] = field(default_factory=dict)
    """The steer's payload: what it is about."""
    against: int = 0
    """The seq that the person had in sight."""


@dataclass(frozen=True)
class SteerSettled(Event):
    """`state`: applied or refused; a refusal says why, by its name in a closed list and in words."""

    type: ClassVar[str] = "steer.settled"
    steer: int
    state: str
    reason: str = ""
    because: str = ""
    at: list[str] = field(default_factory=list)
    """Where it was applied."""
    since: str = ""
    """What had changed since the state it was written against."""
