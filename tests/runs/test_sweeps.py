"""Every wait ends (K5)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from steer_app.runs.boot import is_dead, this_boot
from steer_app.runs.domain.outcome import Ask, Outcome
from steer_app.runs.models import Question, Run, Step
from steer_app.runs.services import claims, dispatch, inline, runs, steps, sweeps

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def lose_lease(step: Step) -> None:
    Step.objects.filter(pk=step.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def test_a_lost_lease_frees_the_step_and_the_third_one_fails_it(script, started, step_of):
    run = started("scripted")
    for lost in (1, 2):
        step = claims.claim(step_of(run, "work:1").pk)
        Step.objects.update(boot="elsewhere|1|1")
        lose_lease(step)
        sweeps.sweep()
        assert (step_of(run, "work:1").status, step_of(run, "work:1").lost) == (Step.Status.READY, lost)
    lose_lease(claims.claim(step_of(run, "work:1").pk))
    sweeps.sweep()
    assert step_of(run, "work:1").status == Step.Status.FAILED
    assert "stopped answering three times" in step_of(run, "work:1").reason


def test_a_heartbeat_that_came_in_between_keeps_the_claim(script, started, step_of):
    run = started("scripted")
    step = claims.claim(step_of(run, "work:1").pk)
    sweeps.give_up(step, sweeps.OVER)
    assert step_of(run, "work:1").status == Step.Status.CLAIMED


def test_a_worker_that_starts_frees_the_claims_of_the_dead_only(script, started, step_of, dead_boot):
    script["steps"] = ("work:1", "work:2", "work:3")
    run = started("scripted")
    for key, boot in (("work:1", dead_boot), ("work:2", this_boot()), ("work:3", "elsewhere|1|1")):
        Step.objects.filter(pk=claims.claim(step_of(run, key).pk).pk).update(boot=boot)
    assert sweeps.free_dead_claims() == 1
    assert [step_of(run, key).status for key in script["steps"]] == ["ready", "claimed", "claimed"]
    assert (step_of(run, "work:1").deaths, step_of(run, "work:1").lost) == (1, 0)


def test_a_step_that_kills_its_worker_ten_times_fails(script, started, step_of, dead_boot):
    run = started("scripted")
    for _ in range(10):
        Step.objects.filter(pk=claims.claim(step_of(run, "work:1").pk).pk).update(boot=dead_boot)
        sweeps.free_dead_claims()
    assert step_of(run, "work:1").status == Step.Status.FAILED


def test_a_boot_is_dead_when_its_process_is_gone_and_never_if_it_is_elsewhere(dead_boot):
    assert is_dead(dead_boot)
    assert not is_dead(this_boot())
    assert not is_dead("elsewhere|1|1")


def test_a_question_whose_time_is_over_expires(script, started, step_of):
    run = started("scripted")
    steps.finish(claims.claim(step_of(run, "work:1").pk), Outcome(ask=Ask("q", "Which?", timeout_s=60)))
    sweeps.sweep()
    assert Question.objects.get(run=run).state == Question.State.OPEN
    Question.objects.update(expires_at=timezone.now())
    sweeps.sweep()
    assert Question.objects.get(run=run).state == Question.State.EXPIRED


def test_a_paused_runs_question_does_not_expire(script, started, step_of):
    run = started("scripted")
    steps.finish(claims.claim(step_of(run, "work:1").pk), Outcome(ask=Ask("q", "Which?", timeout_s=60)))
    runs.pause(run_id=run.pk)
    Question.objects.update(expires_at=timezone.now() - timedelta(hours=1))
    sweeps.sweep()
    assert Question.objects.get(run=run).state == Question.State.OPEN


def test_a_lost_message_is_sent_again(script, started, step_of, settings):
    run = started("scripted")
    long_ago = timezone.now() - timedelta(hours=1)
    Step.objects.update(enqueued_at=long_ago)
    sweeps.sweep()
    assert step_of(run, "work:1").enqueued_at != long_ago


@pytest.mark.django_db(transaction=True)
def test_what_a_bus_that_is_down_did_not_take_is_marked_as_not_sent(script, started, step_of):
    run = started("scripted")
    assert not dispatch.send("workers", run.pk, [step_of(run, "work:1").pk])
    assert step_of(run, "work:1").enqueued_at is None


def test_one_bad_run_stops_no_sweep(script, started, step_of):
    def broken(*_):
        raise ZeroDivisionError

    first, second = started("scripted"), started("scripted")
    for run in (first, second):
        steps.finish(claims.claim(step_of(run, "work:1").pk), Outcome(ask=Ask("q", "Which?", timeout_s=60)))
    Question.objects.update(expires_at=timezone.now())
    script["expired"] = lambda run, question: broken() if run.pk == first.pk else Outcome()
    sweeps.sweep()
    assert Question.objects.get(run=second).state == Question.State.EXPIRED


def test_workers_leave_inline_runs_alone(draft, step_of):
    run = runs.start(run_id=draft(executor="inline").pk)
    inline.take_over(run.pk)
    lose_lease(claims.claim(step_of(run, "count:0").pk))
    sweeps.sweep()
    assert step_of(run, "count:0").status == Step.Status.CLAIMED


def test_an_inline_run_is_taken_up_where_its_dead_driver_left_it(draft, step_of, dead_boot):
    run = runs.start(run_id=draft(executor="inline", depth=1).pk)
    inline.take_over(run.pk)
    claims.claim(step_of(run, "count:0").pk)
    Run.objects.update(boot=dead_boot)
    Step.objects.filter(status="claimed").update(boot=dead_boot)
    assert inline.run_to_end(run.pk, threads=0).outcome == "complete"
    assert step_of(run, "count:0").deaths == 1
