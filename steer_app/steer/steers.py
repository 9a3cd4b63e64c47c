"""What a person may do unasked, a function a kind; each changes rows that the plan reads next, and nothing else.

Words (a question, an interest, free text) come in the steer's text, everything else in its payload. A refusal names its
reason in a closed list (domain.refusals), and both it and what is applied say what has changed since the state that the
steer was written against, where that matters.
"""

from collections.abc import Callable
from typing import Any

from steer_app.runs.domain.events import Event
from steer_app.runs.domain.failures import SteerRefused
from steer_app.runs.domain.outcome import Change, Outcome
from steer_app.runs.models import Run, Step
from steer_app.runs.models import Steer as SteerRow
from steer_app.runs.services.changes import Close, GoOn, Insert, Pause, SettleSteer, Update
from steer_app.steer import additions, branches, interests, proposals, selectors, since
from steer_app.steer.domain.commands import Command, command
from steer_app.steer.domain.events import ProposalMade, ProposalSettled, SettingsMoved
from steer_app.steer.domain.place import ROOT, depth
from steer_app.steer.domain.plan import REPORT
from steer_app.steer.domain.refusals import Why, known, refused
from steer_app.steer.interests import LONGEST
from steer_app.steer.models import Node, Proposal, Session
from steer_app.steer.moves import Moves

ALIVE = {"running", "waiting", "reporting"}


def steered(run: Run, steer: SteerRow) -> Outcome:
    """Apply a steer. Raises SteerRefused with the reason."""
    try:
        return _steered(run, steer)
    except SteerRefused as refusal:
        refusal.because = known(refusal.because, Why.NOT_POSSIBLE).value
        raise


def _steered(run: Run, steer: SteerRow) -> Outcome:
    if steer.kind not in KINDS:
        raise refused(Why.UNKNOWN_MOVE, kind=steer.kind)
    if steer.kind in CONTROLS:
        return KINDS[steer.kind](run, steer)
    if reports(run):
        raise refused(Why.REPORTING)
    if not Session.objects.filter(run=run).exists():
        raise refused(Why.STARTING)
    return KINDS[steer.kind](run, steer)


def reports(run: Run) -> bool:
    """Whether the research is over and the report is being written, or about to be."""
    return bool(run.closed) or Step.objects.filter(run=run, kind=REPORT).exists()


def _applied(
    steer: SteerRow,
    changes: tuple[Change, ...] = (),
    events: tuple[Event, ...] = (),
    *,
    at: tuple[str, ...] = (),
    **told: str,
) -> Outcome:
    return Outcome(changes=(*changes, SettleSteer(steer.pk, "applied", at=at, **told)), events=events)


def _of_moves(steer: SteerRow, moves: Moves, *, at: tuple[str, ...], since: str) -> Outcome:
    return _applied(steer, tuple(moves.changes), tuple(moves.events), at=at, since=since)


def _pause(run: Run, steer: SteerRow) -> Outcome:
    """Nothing new is begun; what is at work comes in."""
    if run.status not in ALIVE:
        raise refused(Why.PAUSED_ALREADY)
    return _applied(steer, (Pause(steer.by),))


def _resume(run: Run, steer: SteerRow) -> Outcome:
    if run.status != "paused":
        raise refused(Why.NOT_PAUSED)
    return _applied(steer, (GoOn(steer.by),))


def _close(run: Run, steer: SteerRow) -> Outcome:
    """No more research: the report is written from what there is."""
    if reports(run):
        raise refused(Why.REPORTING)
    return _applied(steer, (Close(proposals.CLOSES[steer.kind], steer.by),))


def _prune(run: Run, steer: SteerRow) -> Outcome:
    """A branch and all below it; a question asked within it is withdrawn."""
    nodes = selectors.nodes(run)
    node = _named(nodes, steer.payload.get("path"))
    changed = since.branches(run, steer.against, [node.path], reads=True)
    if node.path == ROOT:
        raise refused(Why.ROOT_STAYS)
    why = _CANNOT_GO.get(node.status)
    if why:
        raise refused(why, branch=node.question, since=changed)
    moves = Moves()
    branches.leave_out(run, moves, nodes, node.path, by=f"s{steer.pk}")
    return _of_moves(steer, moves, at=(node.path,), since=changed)


_CANNOT_GO: dict[str, Why] = {
    Node.Status.PRUNED: Why.LEFT_OUT_ALREADY,
    Node.Status.FAILED: Why.NOT_READABLE,
    Node.Status.WAITING: Why.IN_QUESTION,
}


def _revive(run: Run, steer: SteerRow) -> Outcome:
    """A branch, with what was pruned together with it; a deferred one is read now."""
    nodes = selectors.nodes(run)
    node = _named(nodes, steer.payload.get("path"))
    changed = since.branches(run, steer.against, [node.path])
    if node.status not in branches.PUT_AWAY:
        raise refused(Why.NOT_LEFT_OUT, branch=node.question, since=changed)
    if above := branches.held_by(nodes, node.path):
        why = proposals.HELD[above.status]
        raise refused(why, branch=above.question, since=changed)
    moves = Moves()
    branches.bring_back(moves, nodes, node, version=_version(run))
    return _of_moves(steer, moves, at=(node.path,), since=changed)


def _add(run: Run, steer: SteerRow) -> Outcome:
    """A direction under any node that is followed; at most one level below the depth limit."""
    nodes = selectors.nodes(run)
    under = _named(nodes, steer.payload.get("under", ROOT))
    changed = since.branches(run, steer.against, [under.path])
    if under.status in {Node.Status.PRUNED, Node.Status.FAILED, Node.Status.WAITING}:
        status = _STANDS[under.status]
        raise refused(Why.NOT_FOLLOWED, branch=under.question, status=status, since=changed)
    if depth(under.path) > run.params["depth"]:
        raise refused(Why.TOO_DEEP)
    fresh, twins = additions.told_apart(nodes, [" ".join(steer.text.split())[:LONGEST]])
    back = [twin for twin in twins if twin.status in branches.PUT_AWAY]
    if not fresh and not back:
        raise refused(Why.THERE_ALREADY, path=twins[0].path) if twins else refused(Why.EMPTY)
    moves, version = Moves(), _version(run)
    moves.bring_in(back, version=version)
    added = additions.add(
        moves, nodes, under.path, fresh, version=version or None, accepted_by="" if version else "start"
    )
    return _of_moves(steer, moves, at=(*added, *(twin.path for twin in back)), since=changed)


_STANDS: dict[str, str] = {
    Node.Status.PRUNED: "left out",
    Node.Status.FAILED: "unreadable",
    Node.Status.WAITING: "still being asked about",
}


def _say(run: Run, steer: SteerRow) -> Outcome:
    """Free text. A move of the session is made or shown at once; anything else is taken in by a step of its own, which
    shows what it would change, and the steer is settled with that."""
    text = steer.text.strip()[:LONGEST]
    if not text:
        raise refused(Why.EMPTY)
    session = Session.objects.get(run=run)
    asked = command(text, session.c0)
    if asked is None or (asked.move == "resume" and run.status != "paused"):
        return Outcome(changes=(Insert("steer.Remark", {"key": f"s{steer.pk}", "text": text}),))
    if asked.move in {"pause", "resume"}:
        return KINDS[asked.move](run, steer)
    return _shown(steer, asked, session)


def _shown(steer: SteerRow, asked: Command, session: Session) -> Outcome:
    """The end of the research is never taken from words alone: what would stay unread is shown before it counts."""
    key = f"s{steer.pk}"
    if asked.move != "ask":
        made = ProposalMade(key, control=asked.move)
        return Outcome(changes=(proposals.insert(made),), events=(made,))
    if asked.c0 == session.c0:
        raise refused(Why.NOTHING_TO_CHANGE)
    made = ProposalMade(key, settings={"c0": asked.c0})
    if session.at_once:
        return Outcome(changes=(proposals.CountAtOnce(made),))
    return Outcome(changes=(proposals.insert(made),), events=(made,))


def _settings(run: Run, steer: SteerRow) -> Outcome:
    """C0, Tol, and whether what is written counts at once; the next decision, and the next remark, use them."""
    session, given = Session.objects.get(run=run), steer.payload
    c0 = _number(given.get("c0", session.c0), "How often to ask", 0, 1)
    tol = _number(given.get("tol", session.tol), "The number of questions", 1, 20)
    at_once = bool(given.get("at_once", session.at_once))
    changed = since.settings(run, steer.against) if {"c0", "tol"} & set(given) else ""
    values = {"c0": c0, "tol": tol, "at_once": at_once}
    return _applied(steer, (Update("steer.Session", {}, values),), (SettingsMoved(c0, tol, at_once),), since=changed)


def _interest(run: Run, steer: SteerRow) -> Outcome:
    """An interest is changed; the next decision uses it."""
    no = steer.payload.get("no")
    changed = since.interest(run, steer.against, no) if isinstance(no, int) else ""
    outcome = interests.steered(run, steer)
    return _applied(steer, tuple(outcome.changes), tuple(outcome.events), since=changed)


def _accept(run: Run, steer: SteerRow) -> Outcome:
    """What a remark named now counts: its branches go or come, its directions come, its interests change."""
    proposal = _open_proposal(run, steer)
    outcome = proposals.counted(run, proposal, steer.by)
    return _applied(steer, tuple(outcome.changes), tuple(outcome.events))


def _decline(run: Run, steer: SteerRow) -> Outcome:
    proposal = _open_proposal(run, steer)
    state = Proposal.State.DECLINED.value
    changes = (
        Update("steer.Proposal", {"key": proposal.key}, {"state": state}),
        *proposals.settled_steer(run, proposal, why=Why.DECLINED),
    )
    return _applied(steer, changes, (ProposalSettled(proposal.key, state),))


def _open_proposal(run: Run, steer: SteerRow) -> Proposal:
    proposal = Proposal.objects.filter(run=run, key=steer.payload.get("key"), state=Proposal.State.OPEN).first()
    if proposal is None:
        raise refused(Why.NOTHING_TO_CONFIRM)
    return proposal


def _named(nodes: dict[str, Node], path: Any) -> Node:
    if path not in nodes:
        raise refused(Why.NO_SUCH_BRANCH)
    return nodes[path]


def _number(value: Any, name: str, least: float, most: float) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = float("nan")
    if not least <= number <= most:
        raise refused(Why.OUT_OF_RANGE, name=name, least=least, most=most)
    return number


def _version(run: Run) -> int:
    return Session.objects.get(run=run).persona_version


CONTROLS = frozenset({"pause", "resume", "stop", "write_now"})
"""Moves of the session itself: they need no tree, and a pause is possible also while the report is written."""

KINDS: dict[str, Callable[[Run, SteerRow], Outcome]] = {
    "pause": _pause,
    "resume": _resume,
    "stop": _close,
    "write_now": _close,
    "prune": _prune,
    "revive": _revive,
    "add": _add,
    "say": _say,
    "settings": _settings,
    "aspect": _interest,
    "accept": _accept,
    "decline": _decline,
}
