"""The session's panels as a fold over its journal: tree, persona, decisions, report.

`fold` over all events equals the same panel read from the rows (`selectors.panel`): a property that a test holds.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from steer_app.steer.domain.place import order

READ_BY_READING = ("queued", "deferred")
"""A node in one of these becomes `read` when its reading comes in; any other keeps its status (kernel rule K13)."""


@dataclass
class NodeView:
    path: str
    question: str
    origin: str
    status: str
    confidence: float
    utility: float | None = None
    suggested: bool = False
    terms: list[float] | None = None
    """Alignment, exploration and information as they enter the utility; None for what nobody scored."""
    note: str = ""
    has_result: bool = False
    scouted: bool = False
    learnings: int = 0
    documents: int = 0
    tags: list[str] = field(default_factory=list)
    summary: str = ""
    coverage: dict[str, int] = field(default_factory=dict)


@dataclass
class AspectView:
    no: int
    text: str
    origin: str
    words: str
    state: str = "active"
    pinned: bool = False
    focus: bool = False
    superseded_by: int | None = None
    because: str = ""
    rank: int = 0
    covers: dict[str, int] = field(default_factory=dict)
    """Nodes that were read before it came and cover it (1 or 2)."""


@dataclass
class DecisionView:
    no: int
    path: str
    policy: str
    outcome: str
    gain: float
    cost: float
    persona_version: int
    pre_marked: list[str]
    expanded: list[str]


@dataclass
class ProposalView:
    key: str
    prune: list[str]
    directions: list[Any]
    revive: list[str] = field(default_factory=list)
    persona: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    control: str = ""
    state: str = "open"


@dataclass
class Panel:
    query: str = ""
    about: str = ""
    depth: int = 0
    breadth: int = 0
    c0: float = 0.0
    tol: float = 0.0
    direct: bool = False
    """One sentence answered it, so no tree was grown."""
    at_once: bool = False
    follows: int | None = None
    """The run whose finished tree it started from."""
    persona_version: int = 0
    persona: str = ""
    report_version: int = 0
    report_title: str = ""
    nodes: dict[str, NodeView] = field(default_factory=dict)
    aspects: dict[int, AspectView] = field(default_factory=dict)
    decisions: dict[int, DecisionView] = field(default_factory=dict)
    proposals: dict[str, ProposalView] = field(default_factory=dict)

    def tree(self) -> list[NodeView]:
        """Depth first, as a tree is read."""
        return sorted(self.nodes.values(), key=lambda node: order(node.path)[1])

    def interests(self) -> list[AspectView]:
        """The active aspects, the most pressing first."""
        active = [aspect for aspect in self.aspects.values() if aspect.state == "active"]
        return sorted(active, key=lambda aspect: (aspect.rank, aspect.no))

    def coverage(self, no: int) -> tuple[int, list[str]]:
        """How well aspect `no` is covered by what was read so far, and the nodes that cover it."""
        scores = {n.path: self.score(n, no) for n in self.tree() if n.status == "read"}
        return max(scores.values(), default=0), [path for path, score in scores.items() if score]

    def score(self, node: NodeView, no: int) -> int:
        """How well a node that was read covers an aspect, whether that came before it was read or after: 0, 1 or 2."""
        aspect = self.aspects.get(no)
        return max(node.coverage.get(str(no), 0), aspect.covers.get(node.path, 0) if aspect else 0)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def fold(events: Iterable[tuple[str, Mapping[str, Any]]], panel: Panel | None = None) -> Panel:
    """The panel after `events`, each a type and its payload, in the journal's order. Unknown types change nothing."""
    panel = panel or Panel()
    for kind, payload in events:
        if kind in _FOLDS:
            _FOLDS[kind](panel, payload)
    return panel


def _session_started(panel: Panel, at: Mapping[str, Any]) -> None:
    for name in ("query", "about", "depth", "breadth", "c0", "tol"):
        setattr(panel, name, at[name])
    panel.at_once = at.get("at_once", False)


def _triage_decided(panel: Panel, at: Mapping[str, Any]) -> None:
    panel.direct = at["direct"]


def _settings_moved(panel: Panel, at: Mapping[str, Any]) -> None:
    panel.c0, panel.tol, panel.at_once = at["c0"], at["tol"], at.get("at_once", False)


def _tree_carried(panel: Panel, at: Mapping[str, Any]) -> None:
    panel.follows = at["run"]


def _node_added(panel: Panel, at: Mapping[str, Any]) -> None:
    panel.nodes[at["path"]] = NodeView(**at)


def _node_moved(panel: Panel, at: Mapping[str, Any]) -> None:
    node = panel.nodes[at["path"]]
    node.status, node.note = at["status"], at["note"]


def _node_read(panel: Panel, at: Mapping[str, Any]) -> None:
    node = panel.nodes[at["path"]]
    for name in ("learnings", "documents", "tags", "summary", "coverage"):
        setattr(node, name, at[name])
    node.has_result = True
    if node.status in READ_BY_READING:
        node.status, node.note = "read", at["note"]


def _node_scouted(panel: Panel, at: Mapping[str, Any]) -> None:
    node = panel.nodes[at["path"]]
    node.scouted, node.coverage = True, at["coverage"]


def _decision_made(panel: Panel, at: Mapping[str, Any]) -> None:
    panel.decisions[at["no"]] = DecisionView(**at)


def _decision_settled(panel: Panel, at: Mapping[str, Any]) -> None:
    decision = panel.decisions[at["no"]]
    decision.outcome, decision.expanded = at["outcome"], at["expanded"]


def _persona_changed(panel: Panel, at: Mapping[str, Any]) -> None:
    panel.persona_version, panel.persona = at["version"], at["text"]


def _aspect_added(panel: Panel, at: Mapping[str, Any]) -> None:
    panel.aspects[at["no"]] = AspectView(**{"rank": at["no"], **at})


def _aspect_changed(panel: Panel, at: Mapping[str, Any]) -> None:
    aspect = panel.aspects[at["no"]]
    for name in ("state", "pinned", "focus", "superseded_by", "because"):
        setattr(aspect, name, at[name])
    aspect.rank = at.get("rank") or aspect.rank


def _aspect_measured(panel: Panel, at: Mapping[str, Any]) -> None:
    panel.aspects[at["no"]].covers = dict(at["covers"])


def _proposal_made(panel: Panel, at: Mapping[str, Any]) -> None:
    panel.proposals[at["key"]] = ProposalView(**at)


def _proposal_settled(panel: Panel, at: Mapping[str, Any]) -> None:
    panel.proposals[at["key"]].state = at["state"]


def _report_written(panel: Panel, at: Mapping[str, Any]) -> None:
    panel.report_version, panel.report_title = at["version"], at["title"]


_FOLDS = {
    "session.started": _session_started,
    "triage.decided": _triage_decided,
    "settings.moved": _settings_moved,
    "tree.carried": _tree_carried,
    "node.added": _node_added,
    "node.moved": _node_moved,
    "node.read": _node_read,
    "node.scouted": _node_scouted,
    "decision.made": _decision_made,
    "decision.settled": _decision_settled,
    "persona.changed": _persona_changed,
    "aspect.added": _aspect_added,
    "aspect.changed": _aspect_changed,
    "aspect.measured": _aspect_measured,
    "proposal.made": _proposal_made,
    "proposal.settled": _proposal_settled,
    "report.written": _report_written,
}
