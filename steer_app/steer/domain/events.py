"""Everything a session tells. Each event holds the new value, so that folding the journal gives the panels."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

from steer_app.runs.domain.events import Event


@dataclass(frozen=True)
class SessionStarted(Event):
    type: ClassVar[str] = "session.started"
    query: str
    about: str
    depth: int
    breadth: int
    c0: float
    tol: float
    at_once: bool = False


@dataclass(frozen=True)
class TriageDecided(Event):
    """Whether one sentence answers the question, so that no tree is grown; `why` in a few words."""

    type: ClassVar[str] = "triage.decided"
    direct: bool
    why: str


@dataclass(frozen=True)
class SettingsMoved(Event):
    type: ClassVar[str] = "settings.moved"
    c0: float
    tol: float
    at_once: bool = False
    """Whether what the person writes counts without a confirmation."""


@dataclass(frozen=True)
class TreeCarried(Event):
    """The session starts from the finished tree of another run: what is told next was found there."""

    type: ClassVar[str] = "tree.carried"
    run: int
    title: str
    read: int
    learnings: int
    paths: list[str]
    """Of all its nodes: from them on nothing more is to be expected."""


@dataclass(frozen=True)
class NodeAdded(Event):
    type: ClassVar[str] = "node.added"
    path: str
    question: str
    origin: str
    status: str
    confidence: float
    utility: float | None = None
    suggested: bool = False
    terms: list[float] | None = None
    """The utility's three terms as they enter the sum: alignment, exploration, information."""
    note: str = ""


@dataclass(frozen=True)
class NodeMoved(Event):
    """A node's status changed; `note` says why in words, empty when the status says it all."""

    type: ClassVar[str] = "node.moved"
    path: str
    status: str
    note: str = ""


@dataclass(frozen=True)
class NodeRead(Event):
    """A node's hits were read. A queued or deferred node is read by it; one that was pruned or still waits keeps its
    status, and its result is kept for when it is wanted after all (kernel rule K13)."""

    type: ClassVar[str] = "node.read"
    path: str
    learnings: int
    documents: int
    tags: list[str]
    summary: str
    note: str = ""
    coverage: dict[str, int] = field(default_factory=dict)
    used_ahead: bool = False
    """What was read ahead while its question waited was of use."""


@dataclass(frozen=True)
class NodeForeread(Event):
    """A candidate was read ahead while its question waits; what that cost. Its status stays as it is."""

    type: ClassVar[str] = "node.foreread"
    path: str
    tokens: int
    microusd: int
    """As far as prices were known."""
    unpriced_tokens: int


@dataclass(frozen=True)
class NodeScouted(Event):
    """What may follow from a node is known, and how well the node itself covers each aspect (0, 1 or 2 by number)."""

    type: ClassVar[str] = "node.scouted"
    path: str
    candidates: int
    coverage: dict[str, int]


@dataclass(frozen=True)
class DecisionMade(Event):
    type: ClassVar[str] = "decision.made"
    no: int
    path: str
    policy: str
    outcome: str
    gain: float
    cost: float
    persona_version: int
    pre_marked: list[str]
    expanded: list[str]


@dataclass(frozen=True)
class DecisionSettled(Event):
    """A decision that asked got its answer, or none in time."""

    type: ClassVar[str] = "decision.settled"
    no: int
    path: str
    outcome: str
    expanded: list[str]


@dataclass(frozen=True)
class PersonaChanged(Event):
    type: ClassVar[str] = "persona.changed"
    version: int
    text: str
    cause: str
    by: str = ""
    """Who brought it about; empty for what the session inferred by itself."""


@dataclass(frozen=True)
class AspectAdded(Event):
    type: ClassVar[str] = "aspect.added"
    no: int
    text: str
    origin: str
    words: str
    rank: int


@dataclass(frozen=True)
class AspectChanged(Event):
    type: ClassVar[str] = "aspect.changed"
    no: int
    state: str
    pinned: bool
    focus: bool
    superseded_by: int | None = None
    because: str = ""
    rank: int = 0
    """Where it stands among the others, the most pressing first; 0 in journals from before interests had an order."""


@dataclass(frozen=True)
class AspectMeasured(Event):
    """How well the nodes that were read before an interest came cover it: 1 or 2 by path."""

    type: ClassVar[str] = "aspect.measured"
    no: int
    covers: dict[str, int]


@dataclass(frozen=True)
class RemarkRefused(Event):
    """Something a person wrote that could not be placed, and why: in words, and by its name in the closed list."""

    type: ClassVar[str] = "remark.refused"
    key: str
    text: str
    reason: str
    because: str = ""


@dataclass(frozen=True)
class ProposalMade(Event):
    """What a remark would change: shown before it counts. The fields are those of models.Proposal."""

    type: ClassVar[str] = "proposal.made"
    key: str
    prune: list[str] = field(default_factory=list)
    directions: list[Any] = field(default_factory=list)
    revive: list[str] = field(default_factory=list)
    persona: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    control: str = ""


@dataclass(frozen=True)
class ProposalSettled(Event):
    type: ClassVar[str] = "proposal.settled"
    key: str
    state: str


@dataclass(frozen=True)
class ReportWritten(Event):
    type: ClassVar[str] = "report.written"
    version: int
    title: str
