"""Whatever order things happen in, a run is never stuck (K4) and decides in one order on one basis (K9)."""

from contextlib import suppress
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from steer_app.brains.counting import tree
from steer_app.brains.counting.method import Counting
from steer_app.runs.domain.failures import Conflict, Retryable
from steer_app.runs.domain.states import OUTCOMES
from steer_app.runs.models import Event, Question, Run, Step
from steer_app.runs.services import claims, questions, runs, steers, steps, sweeps

METHOD = Counting()
choice = st.integers(0, 1000)


class Interleavings(RuleBasedStateMachine):
    """One run of the counting tree; each rule is something that a worker, a person or a clock may do at any time."""

    run: Run

    def __init__(self) -> None:
        super().__init__()
        self.held: list[Step] = []
        """Claims that some worker believes it holds, also those it has lost."""

    @initialize(depth=st.integers(0, 2), breadth=st.integers(1, 3), asks=st.booleans(), expires=st.booleans())
    def start(self, depth: int, breadth: int, asks: bool, expires: bool) -> None:
        owner, _ = get_user_model().objects.get_or_create(username="owner")
        params = {
            "depth": depth,
            "breadth": breadth,
            "answers": "person" if asks else "suggested",
            "answer_timeout_s": 3600 if expires else None,
        }
        self.run = runs.create(method_name="counting", owner=owner, title="", params=params)
        runs.start(run_id=self.run.pk)

    @rule(pick=choice)
    def claim(self, pick: int) -> None:
        ready = list(Step.objects.filter(run=self.run, status="ready").order_by("pk").values_list("pk", flat=True))
        if ready and (step := claims.claim(ready[pick % len(ready)])):
            self.held.append(step)

    @precondition(lambda self: self.held)
    @rule(pick=choice)
    def finish(self, pick: int) -> None:
        """A claim is performed and written, possibly long after it was lost."""
        step = self.held.pop(pick % len(self.held))
        before = Step.objects.filter(pk=step.pk).first()
        steps._perform(step)
        if before is None:  # parked meanwhile, and forgotten when its question closed
            assert not Step.objects.filter(pk=step.pk).exists(), "a zombie wrote"
        elif before.epoch != step.epoch or before.status not in {"claimed", "ready"}:
            after = Step.objects.get(pk=step.pk)
            assert (after.status, after.result) == (before.status, before.result), "a zombie wrote"

    @precondition(lambda self: self.held)
    @rule(pick=choice)
    def fail(self, pick: int) -> None:
        step = self.held.pop(pick % len(self.held))
        if step.kind == "count":
            steps.failed(step, "the source is away")
        else:
            steps.retry_or_fail(step, Retryable("away").reason)
            Step.objects.filter(run=self.run).update(not_before=None)

    @precondition(lambda self: self.held)
    @rule(pick=choice)
    def kill(self, pick: int) -> None:
        """The worker dies: its claim is freed, and it writes nothing any more."""
        sweeps.give_up(self.held.pop(pick % len(self.held)))

    @precondition(lambda self: self.held)
    @rule(pick=choice)
    def lose_the_lease(self, pick: int) -> None:
        """The worker lives on with a claim that was taken away."""
        step = self.held[pick % len(self.held)]
        Step.objects.filter(pk=step.pk, status="claimed").update(lease_until=timezone.now() - timedelta(seconds=1))
        sweeps.sweep()

    @rule(pick=choice)
    def answer(self, pick: int) -> None:
        question = Question.objects.filter(run=self.run).order_by("-pk").first()
        if question is None:
            return
        kept = [option["value"] for option in question.options][: pick % (len(question.options) + 1)]
        try:
            questions.answer(question_id=question.pk, revision=1, answer={"kept": kept}, by="owner")
        except Conflict:
            assert question.state != "open"

    @rule()
    def expire(self) -> None:
        Question.objects.filter(run=self.run, expires_at__isnull=False).update(expires_at=timezone.now())
        sweeps.sweep()

    @rule(pick=choice)
    def steer(self, pick: int) -> None:
        self._move(lambda: steers.submit(run_id=self.run.pk, by="owner", kind="remark", against=pick))

    @rule()
    def pause(self) -> None:
        self._move(lambda: runs.pause(run_id=self.run.pk))

    @rule()
    def resume(self) -> None:
        self._move(lambda: runs.resume(run_id=self.run.pk))

    @rule(pick=choice)
    def close(self, pick: int) -> None:
        if pick % 8 == 0:
            self._move(lambda: (runs.stop if pick % 16 else runs.write_now)(run_id=self.run.pk))

    def _move(self, move) -> None:
        with suppress(Conflict):
            move()

    @invariant()
    def never_stuck(self) -> None:
        """K4: something is at work or asked, or it is paused, or it has ended in one of the typed ways."""
        run = Run.objects.get(pk=self.run.pk)
        open_steps = Step.objects.filter(run=run, status__in=["ready", "claimed"]).exists()
        asked = Question.objects.filter(run=run, state="open").count()
        assert asked <= 1
        assert "stuck" not in run.reason
        if run.status == "ended":
            assert run.outcome in OUTCOMES
            assert not open_steps
            assert not asked
        elif run.status != "paused":
            assert open_steps or asked
            assert run.status == "waiting" or open_steps

    @invariant()
    def decides_in_one_order_on_one_basis(self) -> None:
        """K9: each decision had everything before it in the order decided, but for what a question held."""
        state = METHOD.load(self.run)
        decisions = Event.objects.filter(run=self.run, type="node.decided").order_by("seq")
        decided = [event.payload["path"] for event in decisions]
        assert len(decided) == len(set(decided)), "decided twice"
        if not Question.objects.filter(run=self.run).exists():
            assert decided == sorted(decided, key=tree.order)
        for path in decided:
            assert path in state.numbers, "decided before it was counted"

    @invariant()
    def the_journal_has_no_gap(self) -> None:
        seqs = list(Event.objects.filter(run=self.run).order_by("seq").values_list("seq", flat=True))
        assert seqs == list(range(1, Run.objects.get(pk=self.run.pk).last_seq + 1))

    def teardown(self) -> None:
        """Left in peace, every run comes to its end."""
        if not hasattr(self, "run"):
            return
        for step in self.held:
            sweeps.give_up(step)
        for _ in range(400):
            run = Run.objects.get(pk=self.run.pk)
            if run.status == "ended":
                return
            self.resume()
            self.expire()
            self.answer(1)
            self.claim(0)
            if self.held:
                self.finish(0)
        raise AssertionError(f"the run never ended: {Run.objects.get(pk=self.run.pk).status}")


SOME = settings(
    max_examples=6, stateful_step_count=15, deadline=None, suppress_health_check=list(HealthCheck), database=None
)


@pytest.mark.timeout(240)
class TestInterleavings(TestCase, Interleavings.TestCase):
    """Each example in a transaction of its own, so that none sees another's rows."""

    settings = SOME


@pytest.mark.slow
@pytest.mark.timeout(900)
class TestManyInterleavings(TestCase, Interleavings.TestCase):
    settings = settings(SOME, max_examples=80, stateful_step_count=40)
