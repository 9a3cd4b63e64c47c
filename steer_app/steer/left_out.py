"""What a report had to do without: why its research ended early, and which questions were never read."""

from dataclasses import dataclass

from steer_app.runs.models import Run
from steer_app.steer.domain.place import order
from steer_app.steer.models import Node

CLOSED = {
    "budget": "The budget was used up before everything was read.",
    "stopped": "The session was stopped before everything was read.",
    "wrote now": "You asked for the report before everything was read.",
}


@dataclass(frozen=True)
class LeftOut:
    why: str
    """Why research ended early, in a sentence; "" if it ran to its end."""
    unread: tuple[Node, ...]
    """Nodes that were to be read and were not, if it ended early."""
    failed: tuple[Node, ...]
    questions: int
    """Questions that the session asked."""
    read: int
    nodes: int

    @property
    def is_partial(self) -> bool:
        return bool(self.why or self.failed)


def left_out(run: Run) -> LeftOut:
    """One query for the nodes, one for the questions."""
    rows = Node.objects.filter(run=run).only("run", "path", "question", "status", "note")
    nodes = sorted(rows, key=lambda node: order(node.path))
    why = CLOSED.get(run.closed, "")
    waiting = {Node.Status.QUEUED, Node.Status.DEFERRED, Node.Status.WAITING}
    return LeftOut(
        why=why,
        unread=tuple(node for node in nodes if why and node.status in waiting),
        failed=tuple(node for node in nodes if node.status == Node.Status.FAILED),
        questions=run.questions.count(),
        read=sum(node.status == Node.Status.READ for node in nodes),
        nodes=len(nodes),
    )
