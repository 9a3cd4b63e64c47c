"""Taking an answer back, until another decision is made: the session stands as if nobody had answered.

What the answer planned and nobody has begun is forgotten; a reading or scouting at work comes in and is kept, so that
nothing is read twice and nothing read is lost (kernel rule K13). Directions it added are withdrawn and stay visible.
What it taught about the person goes by a new version of the persona that equals the one before it. From the next
decision on, numbers rest on the answer, and it stands.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Q

from steer_app.runs.domain.events import Event
from steer_app.runs.domain.outcome import Change, Outcome
from steer_app.runs.models import Event as EventRow
from steer_app.runs.models import Question, Run, Step
from steer_app.runs.services import questions
from steer_app.runs.services.changes import CancelSteps, ForgetSteps, Update
from steer_app.steer import before, selectors
from steer_app.steer.domain.events import DecisionMade, DecisionSettled, NodeMoved, ProposalSettled
from steer_app.steer.domain.place import within
from steer_app.steer.domain.plan import DECIDE, PERSONA, READ, key
from steer_app.steer.models import Decision, Node, PersonaVersion, Proposal, Remark
from steer_app.steer.moves import Moves, steps_of
from steer_app.steer.steps.decide import NOTHING_NEW
from steer_app.steer.steps.persona import without_version

WITHDRAWN = "Withdrawn with the answer it came in."
SETTLED = {Node.Status.PRUNED, Node.Status.FAILED}


def undoable(run: Run) -> Question | None:
    """The question whose answer can be taken back now, if there is one: at most four small queries."""
    newest = Question.objects.filter(run=run).order_by("-pk").first()
    if newest is None or newest.state != Question.State.ANSWERED or questions.in_the_way(run, newest):
        return None
    return newest


def in_the_way(run: Run, question: Question) -> str:
    """Why the answer stands, in a sentence; "" if it can be taken back."""
    found = before.found_by(question)
    if found is None:
        return "Nobody gave that answer: the session's settings did, so there is nothing to take back."
    decided = Q(type=DecisionMade.type) | Q(type=NodeMoved.type, payload__note=NOTHING_NEW)
    since = EventRow.objects.filter(decided, run=run, seq__gt=found["seq"]).order_by("seq").first()
    if since is None:
        return ""
    return f"The session has decided how to go on from {since.payload['path']} since, so the answer stands."


def taken_back(run: Run, question: Question) -> tuple[Outcome, float | None]:
    """All that the answer changed, put back, and the time the question gets anew."""
    nodes = selectors.nodes(run)
    remark = before.remark_key(question)
    found: Mapping[str, Any] = (before.found_by(question) or {})["nodes"]
    moves = Moves()
    read = set(Step.objects.filter(run=run, kind=READ).values_list("key", flat=True))
    for path, was in found.items():
        if nodes[path].status != Node.Status.FAILED:
            _put_back(moves, nodes[path], was, begun=key(READ, path) in read)
    moves.leave_out(_withdrawn(nodes, found, remark), by=question.key, note=WITHDRAWN)
    decision = Decision.objects.get(run=run, no=question.payload["decision"])
    changes, events = _unsaid(run, remark)
    outcome = Outcome(
        changes=(
            before.forgotten(question),
            Update("steer.Decision", {"no": decision.no}, {"outcome": "open", "expanded": []}),
            *moves.changes,
            ForgetSteps(_deciding(run), at_work=True),
            *changes,
        ),
        events=(DecisionSettled(decision.no, decision.path, "open", []), *moves.events, *events),
    )
    return outcome, selectors.params(run).answer_timeout_s


def _put_back(moves: Moves, node: Node, was: Mapping[str, Any], *, begun: bool) -> None:
    """A node as the answer found it. What has been read for a deferred one meanwhile is not put off again.

    The persona of a node whose reading began after the answer is the one that the next answer brings: that it was
    read before is kept, whom it was read for is not.
    """
    read_since = node.has_result and not was["has_result"]
    if was["status"] == Node.Status.DEFERRED and read_since:
        return
    values = {name: was[name] for name in ("status", "note", "pruned_by", "accepted_by")}
    version = None if begun and not was["has_result"] else was["persona_version"]
    moves.changes.append(Update("steer.Node", {"path": node.path}, {**values, "persona_version": version}))
    moves.events.append(NodeMoved(node.path, was["status"], was["note"]))
    pruned = was["status"] == Node.Status.PRUNED
    moves.changes.append(CancelSteps(steps_of(node)) if pruned else ForgetSteps(steps_of(node)))


def _withdrawn(nodes: Mapping[str, Node], found: Mapping[str, Any], remark: str) -> list[Node]:
    """What came with the answer, and what a person has added below any of its directions since."""
    came = [node for node in nodes.values() if node.accepted_by == remark and node.path not in found]
    tops = [*found, *(node.path for node in came)]
    below = [
        node
        for node in nodes.values()
        if node.path not in found and any(node.path != top and within(node.path, top) for top in tops)
    ]
    return [node for node in dict.fromkeys([*came, *below]) if node.status not in SETTLED]


def _deciding(run: Run) -> tuple[str, ...]:
    """Every decision under way: it rests on the answer, or its turn may come later now (kernel rules K9, K12)."""
    under_way = [Step.Status.READY, Step.Status.CLAIMED, Step.Status.PARKED]
    rows = Step.objects.filter(run=run, kind=DECIDE, status__in=under_way)
    return tuple(rows.values_list("key", flat=True))


def _unsaid(run: Run, key_of_remark: str) -> tuple[Iterable[Change], Iterable[Event]]:
    """The remark is withdrawn; what it taught goes, and what it proposed and nobody has accepted is declined."""
    remark = Remark.objects.filter(run=run, key=key_of_remark).first()
    if remark is None:
        return (), ()
    changes: list[Change] = [
        Update("steer.Remark", {"key": remark.key}, {"withdrawn": True, "done": True}),
        ForgetSteps((key(PERSONA, remark.key),), at_work=True),
    ]
    events: list[Event] = []
    if Proposal.objects.filter(run=run, key=remark.key, state=Proposal.State.OPEN).exists():
        state = Proposal.State.DECLINED.value
        changes.append(Update("steer.Proposal", {"key": remark.key}, {"state": state}))
        events.append(ProposalSettled(remark.key, state))
    taught = PersonaVersion.objects.filter(run=run, cause=remark.key).first()
    if taught:
        persona_changes, persona_events = without_version(run, taught)
        changes += persona_changes
        events += persona_events
    return changes, events
