"""How branches leave the tree and come back (kernel rule K13): the rows, the steps and the events of each move."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from steer_app.runs.domain.events import Event
from steer_app.runs.domain.outcome import Change
from steer_app.runs.services.changes import CancelSteps, ForgetSteps, ReviveSteps, Update
from steer_app.steer.domain.events import NodeMoved
from steer_app.steer.domain.plan import AHEAD, DECIDE, READ, SCOUT, key
from steer_app.steer.models import Node


@dataclass
class Moves:
    """Changes and events gathered for one outcome."""

    changes: list[Change] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def leave_out(self, nodes: Iterable[Node], *, by: str, note: str) -> None:
        """Prune nodes: they stay visible, what they wait for is cancelled, what still arrives is late."""
        for node in nodes:
            self._move(node, Node.Status.PRUNED, note, {"pruned_by": by})
            self.changes.append(CancelSteps(steps_of(node)))

    def bring_in(self, nodes: Iterable[Node], *, version: int | None, accepted_by: str = "") -> None:
        """Follow nodes: read already if their result is there, else queued. `version` None: their persona is still
        to come, with the remark `accepted_by`."""
        for node in nodes:
            status = Node.Status.READ if node.has_result else Node.Status.QUEUED
            values: dict[str, object] = {"pruned_by": ""}
            if node.persona_version is None or not node.has_result:
                values |= {"persona_version": version, "accepted_by": accepted_by}
            self._move(node, status, "", values)
            self.changes.append(ReviveSteps(steps_of(node)))

    def defer(self, nodes: Iterable[Node], *, version: int, note: str) -> None:
        for node in nodes:
            self._move(node, Node.Status.DEFERRED, note, {"persona_version": version})
            self.changes.append(ForgetSteps(steps_of(node)))

    def _move(self, node: Node, status: Node.Status, note: str, values: dict[str, object]) -> None:
        self.changes.append(Update("steer.Node", {"path": node.path}, {"status": status, "note": note, **values}))
        self.events.append(NodeMoved(node.path, status.value, note))


def steps_of(node: Node) -> tuple[str, ...]:
    """The keys of all steps that may be done for a node."""
    return tuple(key(kind, node.path) for kind in (AHEAD, READ, SCOUT, DECIDE))


def paths(nodes: Sequence[Node]) -> list[str]:
    return [node.path for node in nodes]
