"""What a session can do now (kernel rules K8, K9, K12): pure, total, from places and states alone.

Free work runs in parallel: reading, and scouting (propose, diversify, probe, align), which needs only the node, its
candidates and the persona it was accepted with. Ordered work runs one at a time: decisions in the order (depth,
path), and what a remark teaches about the person. A decision waits for every undecided node before it, so that what
it rests on does not depend on the clock.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from steer_app.runs.domain.outcome import StepSpec
from steer_app.runs.domain.progress import Progress
from steer_app.steer.domain.place import ROOT, depth, direction, order

START, TRIAGE, PERSONA, READ, SCOUT, DECIDE, REPORT = (
    "start", "triage", "persona", "read", "scout", "decide", "report",
)  # fmt: skip
AHEAD = "ahead"
"""Reading ahead while a question waits (steps.ahead)."""
MEASURE = "measure"
"""How well what was read covers an interest that came later (steps.measure)."""
ASK = "ask"


@dataclass(frozen=True, slots=True)
class NodeState:
    path: str
    status: str
    has_result: bool
    scouted: bool
    decided: bool
    accepted: bool
    """Its persona is known: what it was accepted with has been taken in."""
    surest: bool = False
    """Of the candidates that wait for an answer, the one most likely to be kept."""


@dataclass(frozen=True)
class State:
    started: bool = False
    depth_limit: int = 0
    speculate: bool = False
    triaging: bool = False
    """It is still to be found out whether one sentence answers the question: nothing else is begun before."""
    direct: bool = False
    """One does, and the root holds it: only what a person adds is still to be done."""
    persona_version: int = 0
    nodes: tuple[NodeState, ...] = ()
    """At least those that are queued, waiting, deferred, or read and not decided."""
    remarks: tuple[str, ...] = ()
    """Keys of what a person said and nobody has taken in yet, oldest first."""
    unmeasured: int = 0
    """The last of the interests of which nobody knows yet how well what was read before covers them; 0: none."""
    reports: int = 0
    to_confirm: bool = False
    """What a remark would change waits for the person's yes or no."""
    progress: Progress = field(default_factory=Progress)


def key(kind: str, place: str) -> str:
    return f"{kind}:{place}"


def place_of(step_key: str) -> str:
    return step_key.partition(":")[2]


def plan_next(state: State) -> list[StepSpec]:
    """The steps that can be done now and have no row yet."""
    known = state.progress.keys
    return [spec for spec in _wanted(state) if spec.key not in known]


def _wanted(state: State) -> Iterator[StepSpec]:
    if state.progress.closed:
        yield from _closing(state)
        return
    if not state.started:
        yield StepSpec(START, START)
        return
    if state.triaging:
        yield _step(TRIAGE, START)
        return
    if state.direct and not state.nodes and not state.remarks:
        yield _report(state)
        return
    if not state.persona_version:
        yield _step(PERSONA, START)
    ordered = sorted(state.nodes, key=lambda node: order(node.path))
    yield from _free(state, ordered)
    if state.unmeasured:
        yield _step(MEASURE, str(state.unmeasured))
    if state.persona_version and state.remarks:
        yield _step(PERSONA, state.remarks[0])
    elif state.persona_version:
        yield from _decision(state, ordered)
    if not state.progress.open_question and not _is_busy(state):
        yield from _rest(state, ordered)


def _step(kind: str, place: str) -> StepSpec:
    return StepSpec(kind, key(kind, place))


def _report(state: State) -> StepSpec:
    return _step(REPORT, str(state.reports + 1))


def _closing(state: State) -> Iterator[StepSpec]:
    """Nothing but the report, once what is at work has come in or was cut off (K14)."""
    if all(step.startswith(f"{REPORT}:") for step in state.progress.claimed):
        yield _report(state)


def _free(state: State, ordered: list[NodeState]) -> Iterator[StepSpec]:
    for node in ordered:
        if node.status == "queued" and (node.accepted or node.path == ROOT):
            yield _step(READ, node.path)
        elif node.status == "read" and not node.decided and not node.scouted and node.accepted:
            if depth(node.path) < state.depth_limit:
                yield _step(SCOUT, node.path)
        elif node.status == "waiting" and state.speculate and node.surest and not _is_read(state, node):
            yield _step(AHEAD, node.path)


def _is_read(state: State, node: NodeState) -> bool:
    """Of a direction whose answer was taken back: read already, or being read."""
    return node.has_result or key(READ, node.path) in state.progress.keys


def _decision(state: State, ordered: list[NodeState]) -> Iterator[StepSpec]:
    """The least undecided node that is not held, if it is ready and no other decision is being taken (K8, K9). A
    question at the root holds everything, one in a direction holds that direction only; a parked decision waits for
    the open question to close (K12)."""
    asked_at = place_of(state.progress.open_question)
    at_work = state.progress.ready | state.progress.claimed
    if asked_at == ROOT or any(step.startswith(f"{DECIDE}:") for step in at_work):
        return
    for node in ordered:
        if depth(node.path) >= state.depth_limit:
            return
        if node.decided or node.status not in {"queued", "read"}:
            continue
        if asked_at and direction(node.path) == direction(asked_at):
            continue
        if key(DECIDE, node.path) in state.progress.parked:
            continue
        if node.status == "read" and node.scouted:
            yield _step(DECIDE, node.path)
        return


def _is_busy(state: State) -> bool:
    """Whether anything but deferred nodes and the report is still to be done."""
    return (
        not state.persona_version
        or bool(state.remarks)
        or bool(state.unmeasured)
        or any(
            node.status == "queued"
            or (node.status == "read" and not node.decided and depth(node.path) < state.depth_limit)
            for node in state.nodes
        )
    )


def _rest(state: State, ordered: list[NodeState]) -> Iterator[StepSpec]:
    """Deferred nodes are read last; when none is left and nothing waits for a yes or no, the report."""
    deferred = [node for node in ordered if node.status == "deferred"]
    if deferred:
        yield from (_step(READ, node.path) for node in deferred)
    elif not state.to_confirm:
        yield _report(state)


def waits(state: State) -> bool:
    """Whether the session waits for a yes or no when there is nothing else to do: the report would be too early.

    Decision: the design shows what a remark names before it counts and does not say what happens if all else is done
    by then. The report would overtake the answer, so it waits for it, as it does for an open question.
    """
    return state.to_confirm and not state.progress.closed
