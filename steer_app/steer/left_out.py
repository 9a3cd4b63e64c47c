"""What a report had to do without: why its research ended early, and what was left undone, by name."""

from collections.abc import Iterator
from dataclasses import dataclass

from steer_app.runs.models import Question, Run
from steer_app.steer.domain.place import depth, order, parent
from steer_app.steer.models import Node

CLOSED = {
    "budget": "The budget was used up before everything was read.",
    "stopped": "The session was stopped before everything was read.",
    "wrote now": "You asked for the report before everything was read.",
}
WHILE_WRITING = "The budget was used up while the report was written: the offline brain wrote what could not be paid."
BY_THE_END = "end"
"""What pruned the directions of a question that nobody answered before the end (steps.report)."""
UNREAD, UNANSWERED, NOT_FOLLOWED = (
    "To be read, and not reached:",
    "Asked, and not answered in time:",
    "Read, and what might follow from it was not looked for:",
)


@dataclass(frozen=True)
class Unanswered:
    """A question that was open when the research ended."""

    text: str
    directions: tuple[str, ...]


@dataclass(frozen=True)
class LeftOut:
    why: str
    """Why research ended early, in a sentence; "" if it ran to its end."""
    reason: str
    """Which limit was reached, where it was one."""
    unread: tuple[Node, ...]
    """Nodes that were to be read and were not, if it ended early."""
    unanswered: tuple[Unanswered, ...]
    not_followed: tuple[Node, ...]
    """Nodes that were read, and at which it was not decided how to go on."""
    failed: tuple[Node, ...]
    questions: int
    """Questions that the session asked."""
    read: int
    nodes: int

    @property
    def is_partial(self) -> bool:
        return bool(self.why or self.failed)

    @property
    def undone(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """What was left undone, in groups that have a first line each."""
        groups = (
            (UNREAD, tuple(node.question for node in self.unread)),
            *((f"{UNANSWERED} {one.text}", one.directions) for one in self.unanswered),
            (NOT_FOLLOWED, tuple(node.question for node in self.not_followed)),
        )
        return tuple((lead, entries) for lead, entries in groups if entries)


def left_out(run: Run) -> LeftOut:
    """One query for the nodes, one for the questions."""
    columns = ("run", "path", "question", "status", "note", "decided", "pruned_by", "has_result")
    rows = Node.objects.filter(run=run).only(*columns)
    nodes = sorted(rows, key=lambda node: order(node.path))
    questions = list(run.questions.order_by("pk").only("run", "state", "text", "payload"))
    why = CLOSED.get(run.closed, WHILE_WRITING if run.outcome == "budget" else "")
    waiting = {Node.Status.QUEUED, Node.Status.DEFERRED, Node.Status.WAITING}
    levels = run.params.get("depth", 0)
    return LeftOut(
        why=why,
        reason=run.reason if run.closed == "budget" or run.outcome == "budget" else "",
        unread=tuple(node for node in nodes if why and node.status in waiting),
        unanswered=tuple(_unanswered(questions, nodes)) if why else (),
        not_followed=tuple(
            node
            for node in nodes
            if why and node.status == Node.Status.READ and not node.decided and depth(node.path) < levels
        ),
        failed=tuple(node for node in nodes if node.status == Node.Status.FAILED),
        questions=len(questions),
        read=sum(node.has_result for node in nodes),
        nodes=len(nodes),
    )


def _unanswered(questions: list[Question], nodes: list[Node]) -> Iterator[Unanswered]:
    """A question that was withdrawn because its branch was left out is none: its directions went with the branch."""
    for asked in questions:
        at = asked.payload.get("path", "")
        ways = [one.question for one in nodes if one.pruned_by == BY_THE_END and parent(one.path) == at]
        if asked.state == Question.State.WITHDRAWN and ways:
            yield Unanswered(asked.text, tuple(ways))
