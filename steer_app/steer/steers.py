"""What a person may do unasked, a function a kind; each changes rows that the plan reads next, and nothing else.

Words (a question, an interest, free text) come in the steer's text, everything else in its payload.
"""

from collections.abc import Callable
from typing import Any

from steer_app.runs.domain.failures import SteerRefused
from steer_app.runs.domain.outcome import Change, Outcome
from steer_app.runs.models import Question, Run, Steer
from steer_app.runs.services import transitions
from steer_app.runs.services.changes import Insert, SettleSteer, Update
from steer_app.steer import additions, interests, selectors
from steer_app.steer.domain.events import DecisionSettled, ProposalSettled, SettingsMoved
from steer_app.steer.domain.place import ROOT, depth, within
from steer_app.steer.domain.plan import place_of
from steer_app.steer.interests import LONGEST
from steer_app.steer.models import Decision, Node, Proposal, Session
from steer_app.steer.moves import Moves

PRUNED = "You pruned it."


class WithdrawQuestion:
    """The open question is no longer asked: its branch was pruned (kernel rule K11)."""

    def apply(self, run: Run) -> None:
        for question in Question.objects.filter(run=run, state=Question.State.OPEN):
            transitions.close_question(run, question, Question.State.WITHDRAWN)


def steered(run: Run, steer: Steer) -> Outcome:
    """Apply a steer. Raises SteerRefused with the reason."""
    if steer.kind not in KINDS:
        raise SteerRefused(f"A session cannot do “{steer.kind}”.")
    if run.closed:
        raise SteerRefused("The report is being written; nothing can be changed any more.")
    if not Session.objects.filter(run=run).exists():
        raise SteerRefused("The session is just starting; try again in a moment.")
    outcome = KINDS[steer.kind](run, steer)
    settled: tuple[Change, ...] = () if steer.kind == "say" else (SettleSteer(steer.pk, "applied"),)
    return Outcome(changes=(*outcome.changes, *settled), events=outcome.events)


def _prune(run: Run, steer: Steer) -> Outcome:
    """A branch and all below it; a question asked within it is withdrawn."""
    nodes = selectors.nodes(run)
    node = _named(nodes, steer.payload.get("path"))
    if node.path == ROOT:
        raise SteerRefused("The root is the question itself; stop the session instead.")
    if node.status == Node.Status.PRUNED:
        raise SteerRefused("That branch is pruned already.")
    if node.status == Node.Status.FAILED:
        raise SteerRefused("That direction could not be read; there is nothing to prune.")
    if node.status == Node.Status.WAITING:
        raise SteerRefused("That direction is part of the open question; answer it there.")
    moves = Moves()
    _leave_out_branch(run, moves, nodes, node.path, by=f"s{steer.pk}")
    return Outcome(changes=tuple(moves.changes), events=tuple(moves.events))


def _leave_out_branch(run: Run, moves: Moves, nodes: dict[str, Node], path: str, *, by: str) -> None:
    asked_at = place_of(selectors.open_question_key(run))
    if asked_at and within(asked_at, path):
        decision = Decision.objects.get(run=run, path=asked_at)
        moves.changes.append(WithdrawQuestion())
        moves.changes.append(Update("steer.Decision", {"no": decision.no}, {"outcome": "withdrawn"}))
        moves.events.append(DecisionSettled(decision.no, decision.path, "withdrawn", []))
    settled = {Node.Status.PRUNED, Node.Status.FAILED}
    branch = [node for other, node in nodes.items() if within(other, path) and node.status not in settled]
    moves.leave_out(branch, by=by, note=PRUNED)


def _revive(run: Run, steer: Steer) -> Outcome:
    """A branch, with what was pruned together with it; a deferred one is read now."""
    nodes = selectors.nodes(run)
    node = _named(nodes, steer.payload.get("path"))
    if node.status not in {Node.Status.PRUNED, Node.Status.DEFERRED}:
        raise SteerRefused("Only a branch that was pruned or deferred can be revived.")
    above = [other for other in nodes.values() if other.path != node.path and within(node.path, other.path)]
    if any(other.status == Node.Status.PRUNED for other in above):
        raise SteerRefused("A branch above it is pruned; revive that one first.")
    together = [
        other
        for other in nodes.values()
        if other.path == node.path
        or (within(other.path, node.path) and other.status == "pruned" and other.pruned_by == node.pruned_by)
    ]
    moves = Moves()
    moves.bring_in(together, version=_version(run))
    return Outcome(changes=tuple(moves.changes), events=tuple(moves.events))


def _add(run: Run, steer: Steer) -> Outcome:
    """A direction under any node that is followed; at most one level below the depth limit."""
    nodes = selectors.nodes(run)
    under = _named(nodes, steer.payload.get("under", ROOT))
    moves = Moves()
    _add_under(run, moves, nodes, under, [" ".join(steer.text.split())[:LONGEST]])
    return Outcome(changes=tuple(moves.changes), events=tuple(moves.events))


def _add_under(run: Run, moves: Moves, nodes: dict[str, Node], under: Node, questions: list[str]) -> None:
    if under.status in {Node.Status.PRUNED, Node.Status.FAILED, Node.Status.WAITING}:
        raise SteerRefused(f"Nothing can be added there: that direction is {under.status}.")
    if depth(under.path) > run.params["depth"]:
        raise SteerRefused("That is as deep as a direction can be added; add it higher up.")
    fresh, twins = additions.told_apart(nodes, questions)
    back = [twin for twin in twins if twin.status in {Node.Status.PRUNED, Node.Status.DEFERRED}]
    if not fresh and not back:
        where = f" at {twins[0].path}" if twins else ""
        raise SteerRefused(f"That question is in the tree already{where}." if twins else "The question is empty.")
    version = _version(run)
    moves.bring_in(back, version=version)
    additions.add(moves, nodes, under.path, fresh, version=version or None, accepted_by="" if version else "start")


def _say(run: Run, steer: Steer) -> Outcome:
    """Free text: taken in by a step of its own, which settles the steer."""
    if not steer.text.strip():
        raise SteerRefused("There is nothing in it.")
    remark = {"key": f"s{steer.pk}", "text": steer.text.strip()[:LONGEST]}
    return Outcome(changes=(Insert("steer.Remark", remark),))


def _settings(run: Run, steer: Steer) -> Outcome:
    """C0 and Tol; the next decision uses them."""
    session = Session.objects.get(run=run)
    c0 = _number(steer.payload.get("c0", session.c0), "How often to ask", 0, 1)
    tol = _number(steer.payload.get("tol", session.tol), "The tolerance", 1, 20)
    return Outcome(changes=(Update("steer.Session", {}, {"c0": c0, "tol": tol}),), events=(SettingsMoved(c0, tol),))


def _accept(run: Run, steer: Steer) -> Outcome:
    """What a remark named now counts: its branches go, its directions come."""
    proposal = _open_proposal(run, steer)
    nodes = selectors.nodes(run)
    moves = Moves()
    for path in proposal.prune:
        if path in nodes and nodes[path].status not in {Node.Status.PRUNED, Node.Status.WAITING, Node.Status.FAILED}:
            _leave_out_branch(run, moves, nodes, path, by=f"s{steer.pk}")
    fresh, _ = additions.told_apart(nodes, proposal.directions)
    if fresh:
        _add_under(run, moves, nodes, nodes[ROOT], fresh)
    return _proposal_settled(proposal, Proposal.State.ACCEPTED, moves)


def _decline(run: Run, steer: Steer) -> Outcome:
    return _proposal_settled(_open_proposal(run, steer), Proposal.State.DECLINED, Moves())


def _proposal_settled(proposal: Proposal, state: Proposal.State, moves: Moves) -> Outcome:
    return Outcome(
        changes=(Update("steer.Proposal", {"key": proposal.key}, {"state": state.value}), *moves.changes),
        events=(ProposalSettled(proposal.key, state.value), *moves.events),
    )


def _open_proposal(run: Run, steer: Steer) -> Proposal:
    proposal = Proposal.objects.filter(run=run, key=steer.payload.get("key"), state=Proposal.State.OPEN).first()
    if proposal is None:
        raise SteerRefused("There is nothing left to confirm there.")
    return proposal


def _named(nodes: dict[str, Node], path: Any) -> Node:
    if path not in nodes:
        raise SteerRefused("There is no such branch.")
    return nodes[path]


def _number(value: Any, name: str, least: float, most: float) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = float("nan")
    if not least <= number <= most:
        raise SteerRefused(f"{name} must be a number from {least} to {most}.")
    return number


def _version(run: Run) -> int:
    return Session.objects.get(run=run).persona_version


KINDS: dict[str, Callable[[Run, Steer], Outcome]] = {
    "prune": _prune,
    "revive": _revive,
    "add": _add,
    "say": _say,
    "settings": _settings,
    "aspect": interests.steered,
    "accept": _accept,
    "decline": _decline,
}
