"""Two that come at once: on PostgreSQL a version without K1 hangs here, on SQLite it never shows."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from django.db import connection

from steer_app.runs.domain.failures import Conflict
from steer_app.runs.domain.outcome import Ask, Outcome, StepSpec
from steer_app.runs.models import Event, Question, Run, Step
from steer_app.runs.services import claims, questions, runs, steps
from tests.runs.threads import together

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


class MeetInPlanning:
    """Makes two transactions plan side by side if nothing keeps them apart: each waits a moment for the other."""

    def __init__(self) -> None:
        self.inside = 0
        self.most = 0
        self._lock = threading.Lock()
        self._met = threading.Event()

    def __enter__(self) -> None:
        with self._lock:
            self.inside += 1
            self.most = max(self.most, self.inside)
            if self.inside > 1:
                self._met.set()
        self._met.wait(0.2)

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self.inside -= 1


@pytest.mark.parametrize("trial", range(5))
def test_of_two_that_finish_together_the_last_one_plans_what_follows(script, started, step_of, trial):
    meet = MeetInPlanning()

    def plan(state):
        if "work:1" not in state.keys:
            return [StepSpec("work", "work:1"), StepSpec("work", "work:2")]
        both = {"work:1", "work:2"} <= state.done
        if state.done:
            with meet:
                pass
        return [StepSpec("report", "report:1")] if both else []

    script["plan_next"] = plan
    run = started("scripted")
    first, second = (claims.claim(step_of(run, key).pk) for key in ("work:1", "work:2"))
    together(lambda: steps.finish(first, Outcome()), lambda: steps.finish(second, Outcome()))
    assert meet.most == 1, "two transactions planned one run at the same time"
    assert step_of(run, "report:1").status == Step.Status.READY
    assert Run.objects.get(pk=run.pk).status == "reporting"


def test_many_that_finish_together_leave_a_journal_without_a_gap(script, started, step_of):
    from steer_app.runs.domain.events import StepCancelled

    keys = tuple(f"work:{number}" for number in range(8))
    script["steps"] = keys
    run = started("scripted")
    claimed = [claims.claim(step_of(run, key).pk) for key in keys]

    def finishing(step):
        return lambda: steps.finish(step, Outcome(events=(StepCancelled(step.key), StepCancelled(step.key))))

    assert all(together(*(finishing(step) for step in claimed)))
    seqs = list(Event.objects.filter(run=run).order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(1, Run.objects.get(pk=run.pk).last_seq + 1))
    assert len(seqs) >= 2 * len(keys)


def test_of_two_workers_that_claim_one_step_one_wins(script, started, step_of):
    script["steps"] = tuple(f"work:{number}" for number in range(10))
    run = started("scripted")
    for key in script["steps"]:
        pk = step_of(run, key).pk
        won = together(*(lambda pk=pk: claims.claim(pk) for _ in range(4)))
        assert sum(step is not None for step in won) == 1
        assert step_of(run, key).epoch == 1


def test_of_two_answers_one_counts_and_the_other_is_told(script, started, step_of):
    run = started("scripted")
    steps.finish(claims.claim(step_of(run, "work:1").pk), Outcome(ask=Ask("q", "Which?")))
    question = Question.objects.get(run=run)

    def answering(who):
        def answer():
            try:
                questions.answer(question_id=question.pk, revision=1, answer={"by": who}, by=who)
            except Conflict as conflict:
                return conflict.reason
            return "counted"

        return answer

    told = together(answering("ada"), answering("bob"))
    winner = Question.objects.get(run=run).answered_by
    late, counted = sorted(told)
    assert counted == "counted"
    assert late.startswith(f"Too late: this question was answered by {winner} ")


def test_a_time_out_and_an_answer_never_both_close_a_question(script, started, step_of):
    applied = []
    script.update(
        answered=lambda *_: applied.append("answered") or Outcome(),
        expired=lambda *_: applied.append("expired") or Outcome(),
    )
    run = started("scripted")
    steps.finish(claims.claim(step_of(run, "work:1").pk), Outcome(ask=Ask("q", "Which?", timeout_s=0.001)))
    question = Question.objects.get(run=run)

    def answer():
        with suppress(Conflict):
            questions.answer(question_id=question.pk, revision=1, answer={}, by="ada")

    together(answer, lambda: questions.expire(question_id=question.pk))
    if Question.objects.get(run=run).state == Question.State.OPEN:  # neither: the expiry came before the time was over
        questions.expire(question_id=question.pk)
    assert len(applied) == 1


def test_a_stop_and_a_finish_at_once_leave_nothing_half_done(started, step_of):
    run = started(depth=1, breadth=3)
    step = claims.claim(step_of(run, "count:0").pk)
    with ThreadPoolExecutor(2) as pool:
        done = [pool.submit(_closing, runs.stop, run.pk), pool.submit(_closing, steps.finish, step)]
        for future in done:
            future.result(30)
    steps.perform(step_of(run, "total:1").pk, with_heartbeat=False)
    assert Run.objects.get(pk=run.pk).outcome == "stopped"
    assert not Step.objects.filter(run=run, status__in=["ready", "claimed", "parked"]).exists()


def _closing(work, it):
    try:
        return work(it, Outcome(result={"number": 3})) if isinstance(it, Step) else work(run_id=it)
    finally:
        connection.close()
