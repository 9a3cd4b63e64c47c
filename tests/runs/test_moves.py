"""Pause, resume, stop, write now, budgets in time and in tokens (K7, K14)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from steer_app.runs.domain.failures import BudgetRefused, Conflict
from steer_app.runs.domain.outcome import Ask, End, Outcome
from steer_app.runs.models import Question, Run, Step
from steer_app.runs.services import claims, questions, runs, steers, steps, sweeps

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def fresh(run: Run) -> Run:
    return Run.objects.get(pk=run.pk)


def perform(run: Run, key: str) -> bool:
    return steps.perform(Step.objects.get(run=run, key=key).pk, with_heartbeat=False)


def test_a_paused_run_lets_no_step_be_claimed_and_goes_on_where_it_was(started, step_of):
    run = started()
    runs.pause(run_id=run.pk, by="ada")
    assert not perform(run, "count:0")
    runs.resume(run_id=run.pk, by="ada")
    assert perform(run, "count:0")
    assert fresh(run).status == "running"


def test_steps_at_work_finish_into_a_paused_run(started, step_of):
    run = started()
    step = claims.claim(step_of(run, "count:0").pk)
    runs.pause(run_id=run.pk)
    assert steps.finish(step, Outcome(result={"number": 3}))
    assert fresh(run).status == "paused"
    runs.resume(run_id=run.pk)
    assert Step.objects.filter(run=run, key="decide:0").exists()


def test_after_a_pause_all_ready_steps_are_announced_again(started, step_of, django_capture_on_commit_callbacks):
    run = started()
    runs.pause(run_id=run.pk)
    Step.objects.filter(run=run).update(enqueued_at=timezone.now() - timedelta(seconds=1))
    before = step_of(run, "count:0").enqueued_at
    runs.resume(run_id=run.pk)
    assert step_of(run, "count:0").enqueued_at > before


def test_a_finished_run_cannot_be_paused_resumed_stopped_or_steered(started):
    run = started(depth=0)
    perform(run, "count:0")
    perform(run, "total:1")
    assert fresh(run).status == "ended"
    for move in (runs.pause, runs.resume, runs.stop, runs.write_now, runs.start):
        with pytest.raises(Conflict):
            move(run_id=run.pk)
    with pytest.raises(Conflict):
        steers.submit(run_id=run.pk, by="ada", kind="remark", against=1)


def test_a_refused_steer_is_kept_with_its_reason(started):
    run = started()
    steer = steers.submit(run_id=run.pk, by="ada", kind="remark", text="deeper", against=1)
    assert (steer.state, steer.reason) == ("refused", "A counting tree cannot be steered.")


@pytest.mark.parametrize(("move", "outcome"), [(runs.stop, "stopped"), (runs.write_now, "complete")])
def test_a_closed_run_waits_for_what_is_at_work_then_reports(started, step_of, move, outcome):
    run = started(depth=2, breadth=2)
    perform(run, "count:0")
    perform(run, "decide:0")
    at_work = claims.claim(step_of(run, "count:0.1").pk)
    move(run_id=run.pk, by="ada")
    assert step_of(run, "count:0.1").cancel
    assert not Step.objects.filter(run=run, key="total:1").exists()
    steps.cancelled(at_work)
    perform(run, "total:1")
    assert (fresh(run).status, fresh(run).outcome) == ("ended", outcome)


def test_after_the_grace_a_step_no_longer_holds_up_the_report(started, step_of, settings):
    settings.STOP_GRACE_S = 0
    run = started(depth=1, breadth=2)
    slow = claims.claim(step_of(run, "count:0").pk)
    runs.stop(run_id=run.pk)
    sweeps.sweep()
    assert step_of(run, "count:0").status == Step.Status.CANCELLED
    assert not steps.finish(slow, Outcome(result={"number": 9}))
    perform(run, "total:1")
    assert fresh(run).outcome == "stopped"


def test_within_the_grace_a_sweep_leaves_it_alone(started, step_of):
    run = started(depth=1, breadth=2)
    claims.claim(step_of(run, "count:0").pk)
    runs.stop(run_id=run.pk)
    sweeps.sweep()
    assert step_of(run, "count:0").status == Step.Status.CLAIMED


def test_a_second_stop_is_refused(started, step_of):
    run = started()
    claims.claim(step_of(run, "count:0").pk)
    runs.stop(run_id=run.pk)
    with pytest.raises(Conflict):
        runs.write_now(run_id=run.pk)


def test_a_stopped_run_asks_nothing_any_more(script, started, step_of):
    run = started("scripted")
    step = claims.claim(step_of(run, "work:1").pk)
    runs.stop(run_id=run.pk)
    assert steps.finish(step, Outcome(ask=Ask("q", "Which?", timeout_s=60)))
    assert Question.objects.get(run=run).state == Question.State.WITHDRAWN
    assert fresh(run).status == "reporting"


def test_a_stopped_run_tries_nothing_again(script, started, step_of):
    run = started("scripted")
    step = claims.claim(step_of(run, "work:1").pk)
    runs.stop(run_id=run.pk)
    steps.retry_or_fail(step, "away")
    assert step_of(run, "work:1").status == Step.Status.CANCELLED
    assert fresh(run).status == "reporting"


def test_a_paused_run_can_be_stopped(started):
    run = started()
    runs.pause(run_id=run.pk)
    runs.stop(run_id=run.pk)
    assert fresh(run).status == "reporting"


def test_the_first_refused_call_ends_the_research_of_the_whole_run(script, started, step_of):
    def work(step, ctx):
        if step.kind == "report":
            return Outcome(end=End())
        raise BudgetRefused("The budget does not allow the next call.")

    script.update(steps=("work:1", "work:2"), perform=work)
    run = started("scripted")
    perform(run, "work:1")
    assert step_of(run, "work:2").status == Step.Status.CANCELLED
    perform(run, "report:1")
    assert fresh(run).outcome == "budget"


def test_a_cap_on_seconds_counts_work_only(draft, step_of):
    run = runs.start(run_id=draft(caps=runs.Caps(seconds=60)).pk)
    sweeps.sweep()
    assert fresh(run).closed == ""
    Run.objects.filter(pk=run.pk).update(active_since=timezone.now() - timedelta(seconds=61))
    sweeps.sweep()
    assert fresh(run).closed == "budget"


def test_seconds_of_waiting_are_not_counted(script, started, step_of):
    script["perform"] = lambda step, ctx: Outcome(ask=Ask("q", "Which?"))
    run = started("scripted")
    perform(run, "work:1")
    assert (fresh(run).status, fresh(run).active_since) == ("waiting", None)


def test_questions_keep_their_time_through_a_pause(script, started, step_of):
    script["perform"] = lambda step, ctx: Outcome(ask=Ask("q", "Which?", timeout_s=100))
    run = started("scripted")
    perform(run, "work:1")
    runs.pause(run_id=run.pk)
    question = Question.objects.get(run=run)
    assert question.expires_at is None
    assert 95 < question.remaining_s <= 100
    Question.objects.update(remaining_s=5)
    runs.resume(run_id=run.pk)
    left = Question.objects.get(run=run).expires_at - timezone.now()
    assert 3 < left.total_seconds() <= 5.5


def test_a_question_asked_into_a_paused_run_has_its_whole_time_after_it(script, started, step_of):
    run = started("scripted")
    step = claims.claim(step_of(run, "work:1").pk)
    runs.pause(run_id=run.pk)
    steps.finish(step, Outcome(ask=Ask("q", "Which?", timeout_s=100)))
    question = Question.objects.get(run=run)
    assert (question.expires_at, question.remaining_s) == (None, 100)
    questions.answer(question_id=question.pk, revision=1, answer={}, by="ada")
    assert Question.objects.get(run=run).state == Question.State.ANSWERED
    assert fresh(run).status == "paused"
