"""A branch leaves the tree, or comes back, with all that hangs on it."""

from collections.abc import Collection, Mapping

from steer_app.runs.models import Question, Run
from steer_app.runs.services import transitions
from steer_app.runs.services.changes import Update
from steer_app.steer import selectors
from steer_app.steer.domain.events import DecisionSettled
from steer_app.steer.domain.place import ancestors, within
from steer_app.steer.domain.plan import place_of
from steer_app.steer.models import Decision, Node
from steer_app.steer.moves import Moves

PRUNED = "You pruned it."
SETTLED = {Node.Status.PRUNED, Node.Status.FAILED}


PUT_AWAY = {Node.Status.PRUNED, Node.Status.DEFERRED}
NOT_FOLLOWED = {Node.Status.PRUNED, Node.Status.WAITING}


def held_by(nodes: Mapping[str, Node], path: str, revived: Collection[str] = ()) -> Node | None:
    """The nearest branch above that keeps one from being followed: it is left out, or waits for an answer itself.
    `revived`: paths that come back with it."""
    above = (nodes[top] for top in reversed(ancestors(path)) if top not in revived)
    return next((node for node in above if node.status in NOT_FOLLOWED), None)


class WithdrawQuestion:
    """The open question is no longer asked: its branch was pruned (kernel rule K11)."""

    def apply(self, run: Run) -> None:
        for question in Question.objects.filter(run=run, state=Question.State.OPEN):
            transitions.close_question(run, question, Question.State.WITHDRAWN)


def leave_out(run: Run, moves: Moves, nodes: Mapping[str, Node], path: str, *, by: str) -> None:
    """A branch and all below it; a question asked within it is withdrawn."""
    asked_at = place_of(selectors.open_question_key(run))
    if asked_at and within(asked_at, path):
        decision = Decision.objects.get(run=run, path=asked_at)
        moves.changes.append(WithdrawQuestion())
        moves.changes.append(Update("steer.Decision", {"no": decision.no}, {"outcome": "withdrawn"}))
        moves.events.append(DecisionSettled(decision.no, decision.path, "withdrawn", []))
    branch = [node for other, node in nodes.items() if within(other, path) and node.status not in SETTLED]
    moves.leave_out(branch, by=by, note=PRUNED)


def bring_back(moves: Moves, nodes: Mapping[str, Node], node: Node, *, version: int) -> None:
    """A branch, with what was pruned together with it; a deferred one is read now."""
    together = [
        other
        for other in nodes.values()
        if other.path == node.path
        or (within(other.path, node.path) and other.status == "pruned" and other.pruned_by == node.pruned_by)
    ]
    moves.bring_in(together, version=version)
