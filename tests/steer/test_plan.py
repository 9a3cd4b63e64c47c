"""What can be done now: K8, K9 and K12 on places and states alone."""

from dataclasses import replace

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from steer_app.runs.domain.progress import Progress
from steer_app.steer.domain.place import ROOT, child, depth, direction, order, within
from steer_app.steer.domain.plan import NodeState, State, place_of, plan_next

DEPTH, BREADTH = 3, 2


def keys(state: State) -> list[str]:
    return [spec.key for spec in plan_next(state)]


def node(path: str, status: str = "queued", **more) -> NodeState:
    given = {"has_result": status == "read", "scouted": False, "decided": False, "accepted": True}
    return NodeState(path, status, **(given | more))


def state(*nodes: NodeState, **more) -> State:
    return State(**({"started": True, "depth_limit": 2, "persona_version": 1, "nodes": nodes} | more))


def test_a_session_starts_with_the_root_and_the_persona_beside_it():
    assert keys(State()) == ["start"]
    assert keys(state(node("0", accepted=False), persona_version=0)) == ["persona:start", "read:0"]


def test_scouting_needs_the_persona_and_stops_at_the_depth_limit():
    assert keys(state(node("0", "read", accepted=False), persona_version=0)) == ["persona:start"]
    assert "scout:0" in keys(state(node("0", "read")))
    assert "scout:0.1.1" not in keys(state(node("0.1.1", "read")))


def test_free_work_runs_side_by_side_and_decisions_one_at_a_time_in_order():
    root = node("0", "read", scouted=True, decided=True)
    ready = {"scouted": True}
    found = keys(state(root, node("0.10", "read", **ready), node("0.2", "read", **ready), node("0.3", "read")))
    assert found == ["scout:0.3", "decide:0.2"]


def test_a_decision_waits_for_every_undecided_node_before_it_but_not_for_failed_ones():
    root = node("0", "read", scouted=True, decided=True)
    later = node("0.2", "read", scouted=True)
    assert "decide:0.2" not in keys(state(root, node("0.1"), later))
    for status in ("failed", "pruned", "deferred"):
        assert "decide:0.2" in keys(state(root, node("0.1", status), later))


def test_a_decision_waits_for_what_a_person_said():
    root = node("0", "read", scouted=True)
    assert keys(state(root, remarks=("q1", "s2"))) == ["persona:q1"]


def test_a_question_at_the_root_holds_every_decision_and_one_below_its_direction_only():
    root = node("0", "read", scouted=True, decided=True)
    tops = [node("0.1", "read", scouted=True), node("0.2", "read", scouted=True)]
    assert keys(state(root, *tops, progress=Progress(open_question="ask:0"))) == []
    assert keys(state(root, *tops, progress=Progress(open_question="ask:0.1"))) == ["decide:0.2"]
    parked = Progress(open_question="ask:0.3", parked=frozenset({"decide:0.1"}))
    assert keys(state(root, *tops, node("0.3", "waiting"), progress=parked)) == ["decide:0.2"]


def test_deferred_nodes_are_read_last_and_then_the_report_is_written():
    root = node("0", "read", scouted=True, decided=True)
    assert keys(state(root, node("0.1"), node("0.2", "deferred"))) == ["read:0.1"]
    leaf = node("0.1", "read", decided=True)
    assert keys(state(root, leaf, node("0.2", "deferred"))) == ["read:0.2"]
    assert keys(state(root, leaf)) == ["report:1"]
    assert keys(state(root, leaf, node("0.2", "waiting"), progress=Progress(open_question="ask:0"))) == []


def test_a_closed_session_writes_only_its_report_once_nothing_is_at_work():
    busy = Progress(closed="stopped", claimed=frozenset({"read:0.1"}))
    assert keys(state(node("0.1"), progress=busy)) == []
    assert keys(state(node("0.1"), progress=Progress(closed="stopped"))) == ["report:1"]


def test_steps_that_exist_are_not_planned_again():
    done = Progress(ready=frozenset({"read:0"}), done=frozenset({"persona:start"}))
    assert keys(state(node("0", accepted=False), persona_version=0, progress=done)) == []


class Session(RuleBasedStateMachine):
    """Steps finish in any order, people answer, prune, revive and add: it never stands still, and decides in order."""

    @initialize()
    def begin(self):
        self.state = State()
        self.steps: dict[str, str] = {}
        self.decided: list[str] = []
        self.ended = False
        self._plan()

    def _plan(self):
        self._refresh()
        for spec in plan_next(self.state):
            if spec.kind == "decide":
                self._comes_in_order(place_of(spec.key))
            self.steps.setdefault(spec.key, "ready")
        self._refresh()

    def _refresh(self):
        by_status = {s: frozenset(k for k, v in self.steps.items() if v == s) for s in ("ready", "done", "parked")}
        progress = Progress(**by_status, open_question=self.state.progress.open_question)
        cancelled = frozenset(k for k, v in self.steps.items() if v == "cancelled")
        self.state = replace(self.state, progress=replace(progress, cancelled=cancelled))

    def _set(self, path: str, **values):
        rows = tuple(replace(n, **values) if n.path == path else n for n in self.state.nodes)
        self.state = replace(self.state, nodes=rows)

    def _add(self, row: NodeState):
        self.state = replace(self.state, nodes=(*self.state.nodes, row))

    def _node(self, path: str) -> NodeState:
        return next(n for n in self.state.nodes if n.path == path)

    def _asking(self, key: str):
        self.state = replace(self.state, progress=replace(self.state.progress, open_question=key))

    @precondition(lambda self: not self.ended and any(v == "ready" for v in self.steps.values()))
    @rule(data=st.data())
    def finish_a_step(self, data):
        key = data.draw(st.sampled_from(sorted(k for k, v in self.steps.items() if v == "ready")))
        self.steps[key] = "done"
        kind, place = key.partition(":")[0], place_of(key)
        if kind == "start":
            self.state = replace(self.state, started=True, depth_limit=DEPTH)
            self._add(node(ROOT, accepted=False))
        elif kind == "persona":
            self._take_in(place)
        elif kind == "read":
            self._read(place, data)
        elif kind == "scout":
            self._set(place, scouted=True)
        elif kind == "decide":
            self._decide(key, place, data)
        else:
            self.ended = True
        self._plan()

    def _comes_in_order(self, place: str):
        before = [n for n in self.state.nodes if order(n.path) < order(place) and depth(n.path) < DEPTH]
        held = place_of(self.state.progress.open_question)
        late = [n for n in before if n.status in {"queued", "read"} and not n.decided]
        late = [n for n in late if not held or direction(n.path) != direction(held)]
        assert all(self.steps.get(f"decide:{n.path}") == "parked" for n in late), "K9: an undecided node comes before"
        assert not any(k.startswith("decide:") and v == "ready" for k, v in self.steps.items()), "K8: one at a time"

    def _take_in(self, place: str):
        left = tuple(r for r in self.state.remarks if r != place)
        rows = tuple(replace(n, accepted=True) for n in self.state.nodes)
        version = self.state.persona_version + 1
        self.state = replace(self.state, remarks=left, nodes=rows, persona_version=version)

    def _read(self, place: str, data):
        row = self._node(place)
        fails = place != ROOT and data.draw(st.booleans()) and data.draw(st.booleans())
        if row.status == "queued" and fails:
            self._set(place, status="failed", decided=True)
        elif row.status in {"queued", "deferred"}:
            self._set(place, status="read", has_result=True)
        else:
            self._set(place, has_result=True)

    def _decide(self, key: str, place: str, data):
        row = self._node(place)
        if row.status == "pruned":
            self.steps[key] = "cancelled"
            return
        asks = data.draw(st.booleans())
        if asks and self.state.progress.open_question:
            self.steps[key] = "parked"
            return
        self._set(place, decided=True)
        self.decided.append(place)
        taken = [n.path for n in self.state.nodes]
        for number in range(1, BREADTH + 1):
            if child(place, number) not in taken:
                self._add(node(child(place, number), "waiting" if asks else "queued"))
        if asks:
            self._asking(f"ask:{place}")

    @precondition(lambda self: not self.ended and self.state.progress.open_question)
    @rule(by_person=st.booleans(), silent=st.booleans())
    def answer(self, by_person, silent):
        at = place_of(self.state.progress.open_question)
        waiting = [n for n in self.state.nodes if n.status == "waiting"]
        for number, row in enumerate(waiting):
            kept = {"status": "read" if row.has_result else "queued", "accepted": silent or not by_person}
            self._set(row.path, **(kept if not number else {"status": "deferred" if silent else "pruned"}))
        self._asking("")
        if by_person and not silent:
            self.state = replace(self.state, remarks=(*self.state.remarks, f"q{at}"))
        self.steps = {k: "ready" if v == "parked" else v for k, v in self.steps.items()}
        self._plan()

    @precondition(lambda self: not self.ended and self._prunable())
    @rule(data=st.data())
    def prune(self, data):
        top = data.draw(st.sampled_from(self._prunable()))
        if within(place_of(self.state.progress.open_question) or "-", top):
            self._asking("")
            self.steps = {k: "ready" if v == "parked" else v for k, v in self.steps.items()}
        for row in self.state.nodes:
            if within(row.path, top) and row.status != "failed":
                self._set(row.path, status="pruned")
                for kind in ("read", "scout", "decide"):
                    if self.steps.get(f"{kind}:{row.path}") in {"ready", "parked"}:
                        self.steps[f"{kind}:{row.path}"] = "cancelled"
        self._plan()

    def _prunable(self) -> list[str]:
        return [n.path for n in self.state.nodes if n.path != ROOT and n.status in {"queued", "read"}]

    @precondition(lambda self: not self.ended and any(n.status == "pruned" for n in self.state.nodes))
    @rule(data=st.data())
    def revive(self, data):
        tops = [n for n in self.state.nodes if n.status == "pruned"]
        row = data.draw(st.sampled_from(tops))
        self._set(row.path, status="read" if row.has_result else "queued", accepted=True)
        for kind in ("read", "scout", "decide"):
            if self.steps.get(f"{kind}:{row.path}") == "cancelled":
                self.steps[f"{kind}:{row.path}"] = "ready"
        self._plan()

    @precondition(lambda self: self.ended)
    @rule()
    def rest(self):
        """A session that has ended stays as it is."""

    @invariant()
    def never_stands_still(self):
        if not hasattr(self, "state") or self.ended:
            return
        open_steps = [k for k, v in self.steps.items() if v == "ready"]
        assert open_steps or self.state.progress.open_question, self.state


Session.TestCase.settings = settings(
    max_examples=60, stateful_step_count=60, deadline=None, report_multiple_bugs=False, phases=[Phase.generate]
)
TestSession = Session.TestCase
