"""Steps, answers, undone answers, edits and steers in any order: nothing is orphaned, asked twice at once, read
twice or read while it is left out, and every steer ends applied or refused."""

from contextlib import suppress
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from steer_app.runs.domain.failures import BadAnswer, Conflict
from steer_app.runs.models import Question, Run, Step
from steer_app.runs.services import claims, questions, steers, steps, sweeps
from steer_app.runs.services.steps import StepContext
from steer_app.steer import selectors
from steer_app.steer.domain.panel import READ_BY_READING, fold
from steer_app.steer.domain.place import ancestors
from steer_app.steer.domain.plan import place_of
from steer_app.steer.domain.refusals import Why
from steer_app.steer.method import Steer
from steer_app.steer.models import Aspect, Decision, Proposal, Remark
from steer_app.steer.page import SessionPage
from steer_app.steer.services import followups
from steer_app.steer.undo import undoable
from tests.steer import factories

METHOD = Steer()
choice = st.integers(0, 1000)


def folded(run: Run) -> dict:
    return fold((event.type, event.payload) for event in run.events.order_by("seq")).as_dict()


def seen(run: Run) -> None:
    """The whole live page, for whoever opens it now."""
    assert SessionPage(run.pk).paint().changes


class Interleavings(RuleBasedStateMachine):
    """One session; each rule is something that a worker, a person or a clock may do at any time."""

    run: Run

    def __init__(self) -> None:
        super().__init__()
        self.held: list[tuple[Step, object]] = []
        """Claims with what came of them, not written yet."""

    @initialize(breadth=st.integers(2, 3), speculate=st.booleans(), expires=st.booleans())
    def start(self, breadth: int, speculate: bool, expires: bool) -> None:
        owner, _ = get_user_model().objects.get_or_create(username="owner")
        self.run = factories.session(
            owner,
            factories.library(owner),
            c0=0.0,
            depth=2,
            breadth=breadth,
            speculate=speculate,
            answer_timeout_s=3600 if expires else None,
        )
        for key in ("start", "persona:start", "read:0", "scout:0"):
            assert steps.perform(Step.objects.get(run=self.run, key=key).pk, with_heartbeat=False)

    def _fresh(self) -> Run:
        return Run.objects.get(pk=self.run.pk)

    @rule(pick=choice)
    def work(self, pick: int) -> None:
        """A step is done from its claim to its end."""
        ready = list(Step.objects.filter(run=self.run, status="ready").order_by("pk").values_list("pk", flat=True))
        if ready:
            steps.perform(ready[pick % len(ready)], with_heartbeat=False)

    @rule(pick=choice)
    def begin(self, pick: int) -> None:
        """A step is claimed and performed; what came of it is written later, whatever happens in between."""
        ready = list(Step.objects.filter(run=self.run, status="ready").order_by("pk").values_list("pk", flat=True))
        step = claims.claim(ready[pick % len(ready)]) if ready else None
        if step:
            self.held.append((step, METHOD.perform(step, StepContext(step.run, step))))

    @precondition(lambda self: self.held)
    @rule(pick=choice)
    def write(self, pick: int) -> None:
        step, outcome = self.held.pop(pick % len(self.held))
        steps.finish(step, outcome)

    @precondition(lambda self: self.held)
    @rule(pick=choice)
    def die(self, pick: int) -> None:
        sweeps.give_up(self.held.pop(pick % len(self.held))[0])

    @rule(pick=choice, added=st.booleans(), you_decide=st.booleans())
    def answer(self, pick: int, added: bool, you_decide: bool) -> None:
        question = Question.objects.filter(run=self.run, state="open").first()
        if question is None:
            return
        options = [option["path"] for option in question.options]
        given = {
            "ticked": options[: 1 + pick % len(options)],
            "added": [f"Who pays for number {pick % 3}?"] if added else [],
            "you_decide": you_decide,
        }
        with suppress(BadAnswer):
            questions.answer(question_id=question.pk, revision=question.revision, answer=given, by="owner")

    @rule()
    def undo(self) -> None:
        """Exactly what the page offers can be done, and nothing else."""
        offered = undoable(self._fresh())
        question = Question.objects.filter(run=self.run).order_by("-pk").first()
        if question is None:
            return
        decided = Decision.objects.filter(run=self.run).count()
        try:
            questions.take_back(question_id=question.pk, revision=question.revision, by="owner")
        except Conflict:
            assert offered is None
            return
        assert offered == question
        question.refresh_from_db()
        assert question.state == "open"
        assert Decision.objects.filter(run=self.run).count() == decided
        asked = [option["path"] for option in question.options]
        nodes = selectors.nodes(self.run)
        assert {nodes[path].status for path in asked} <= {"waiting", "failed"}
        assert not Step.objects.filter(run=self.run, kind="decide", status="claimed").exists()

    @rule()
    def expire(self) -> None:
        Question.objects.filter(run=self.run, state="open", expires_at__isnull=False).update(
            expires_at=timezone.now() - timedelta(seconds=1)
        )
        sweeps.sweep(self.run.pk)

    @rule(pick=choice, kind=st.sampled_from(["prune", "revive", "add", "settings"]), stale=st.booleans())
    def steer(self, pick: int, kind: str, stale: bool) -> None:
        paths = sorted(selectors.nodes(self.run))
        path = paths[pick % len(paths)]
        payload = {"path": path, "under": path, "c0": pick % 11 / 10, "at_once": pick % 2 == 0}
        self._steer(kind, f"What of number {pick % 5}?", payload, stale=stale)

    @rule(pick=choice, do=st.sampled_from(["add", "edit", "remove", "restore", "pin", "unpin"]))
    def edit(self, pick: int, do: str) -> None:
        numbers = list(Aspect.objects.filter(run=self.run).order_by("no").values_list("no", flat=True))
        payload = {"do": do, "no": numbers[pick % len(numbers)] if numbers else 1}
        self._steer("aspect", f"the interest {pick % 4}", payload)

    @rule(pick=choice, what=st.sampled_from(["skip", "back", "into", "hold on", "go on"]))
    def say(self, pick: int, what: str) -> None:
        """Free text: what comes of it is shown first, or counts at once as the session has it."""
        paths = sorted(selectors.nodes(self.run))
        whole = {"hold on", "go on"}
        self._steer("say", what if what in whole else f"{what} {paths[pick % len(paths)]}", {})

    @rule(pick=choice, yes=st.booleans())
    def confirm(self, pick: int, yes: bool) -> None:
        shown = list(Proposal.objects.filter(run=self.run).order_by("pk").values_list("key", flat=True))
        if shown:
            self._steer("accept" if yes else "decline", "", {"key": shown[pick % len(shown)]})

    @rule(kind=st.sampled_from(["pause", "resume"]))
    def hold(self, kind: str) -> None:
        self._steer(kind, "", {})

    def _steer(self, kind: str, text: str, payload: dict, *, stale: bool = False) -> None:
        """Whatever is steered is a row at once, settled or being taken in."""
        seen = 0 if stale else self._fresh().last_seq
        with suppress(Conflict):
            row = steers.submit(run_id=self.run.pk, by="owner", kind=kind, against=seen, text=text, payload=payload)
            assert row.state in {"applied", "refused"} or kind == "say"
            assert row.state != "refused" or row.because in set(Why)

    @invariant()
    def one_question_at_most_and_never_stuck(self) -> None:
        run = self._fresh()
        asked = Question.objects.filter(run=run, state="open").count()
        assert asked <= 1
        assert "stuck" not in run.reason
        assert "could not plan" not in run.reason
        if run.status not in {"ended", "paused"}:
            confirmed = Proposal.objects.filter(run=run, state="open").exists()
            assert asked or confirmed or Step.objects.filter(run=run, status__in=["ready", "claimed"]).exists()

    @invariant()
    def nothing_is_orphaned(self) -> None:
        """Whatever is followed hangs on what is followed; whatever waits is asked about."""
        nodes = selectors.nodes(self.run)
        question = Question.objects.filter(run=self.run, state="open").first()
        waiting = {path for path, node in nodes.items() if node.status == "waiting"}
        if self._fresh().status != "ended":
            assert waiting <= {option["path"] for option in question.options} if question else not waiting
        for path, node in nodes.items():
            if node.status in {"queued", "read", "deferred"}:
                above = {nodes[top].status for top in ancestors(path)}
                assert not above & {"pruned", "waiting"}, path

    @invariant()
    def nothing_that_was_left_out_is_read(self) -> None:
        """By the journal: whatever comes in for a node that is left out leaves it so, until it is brought back."""
        status: dict[str, str] = {}
        for event in self.run.events.filter(type__startswith="node.").order_by("seq"):
            path = event.payload["path"]
            if event.type in {"node.added", "node.moved"}:
                status[path] = event.payload["status"]
            elif event.type == "node.read" and status[path] in READ_BY_READING:
                status[path] = "read"
        rows = {path: node.status for path, node in selectors.nodes(self.run).items()}
        assert rows == status
        begun = Step.objects.filter(run=self.run, kind="read", status="ready").values_list("key", flat=True)
        assert not [key for key in begun if rows[place_of(key)] == "pruned"]

    @invariant()
    def a_steer_is_open_only_while_it_is_taken_in_or_waits_for_a_yes(self) -> None:
        waiting = set(Proposal.objects.filter(run=self.run, state="open").values_list("key", flat=True))
        waiting |= set(Remark.objects.filter(run=self.run, done=False).values_list("key", flat=True))
        received = self.run.steers.filter(state="received").values_list("pk", flat=True)
        if self._fresh().status == "ended":
            assert not received
        assert {f"s{pk}" for pk in received} <= waiting

    @invariant()
    def nothing_is_read_or_decided_twice(self) -> None:
        for kind in ("node.read", "decision.made", "node.scouted"):
            paths = [event.payload["path"] for event in self.run.events.filter(type=kind)]
            assert len(paths) == len(set(paths)), kind

    @invariant()
    def the_journal_folds_to_the_rows(self) -> None:
        assert folded(self.run) == selectors.panel(self.run).as_dict()

    def teardown(self) -> None:
        """Left in peace, every session comes to its end; what it came to can be seen, and gone on from."""
        if not hasattr(self, "run"):
            return
        seen(self.run)
        for step, _ in self.held:
            sweeps.give_up(step)
        for turn in range(400):
            run = self._fresh()
            if run.status == "ended":
                assert not run.steers.exclude(state__in=["applied", "refused"]).exists()
                seen(run)
                self._go_on_from(run)
                return
            if run.status == "paused":
                self.hold("resume")
            self.answer(0, False, True)
            self.work(0)
            for key in Proposal.objects.filter(run=run, state="open").values_list("key", flat=True):
                self._steer("accept" if turn % 2 else "decline", "", {"key": key})
        raise AssertionError(f"the session never ended: {self._fresh().status}")

    def _go_on_from(self, run: Run) -> None:
        if followups.in_the_way(run, "add"):
            return
        by = get_user_model().objects.get(username="owner")
        payload = {"under": "0"}
        after = followups.begin(
            earlier_id=run.pk, by=by, kind="add", text="And who pays for all of it?", payload=payload
        )
        seen(after)
        assert folded(after) == selectors.panel(after).as_dict()


SOME = settings(
    max_examples=3, stateful_step_count=14, deadline=None, suppress_health_check=list(HealthCheck), database=None
)


@pytest.mark.timeout(240)
class TestInterleavings(TestCase, Interleavings.TestCase):
    """Each example in a transaction of its own, so that none sees another's rows."""

    settings = SOME


@pytest.mark.slow
@pytest.mark.timeout(1500)
class TestManyInterleavings(TestCase, Interleavings.TestCase):
    settings = settings(SOME, max_examples=25, stateful_step_count=40)

    @pytest.fixture(autouse=True)
    def hashed(self, settings):
        settings.EMBEDDER = "hashed"
