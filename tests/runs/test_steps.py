"""What becomes of a step: written once, fenced, and never without an end (K2, K4, K10, K13)."""

import pytest

from steer_app.runs.domain.events import StepCancelled
from steer_app.runs.domain.failures import Cancelled, Retryable
from steer_app.runs.domain.outcome import Ask, End, Gap, Outcome
from steer_app.runs.models import Event, Question, Run, Step
from steer_app.runs.services import claims, runs, steps, sweeps
from steer_app.runs.services.changes import CancelSteps, Insert, ReviveSteps

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

DONE, READY, CLAIMED = Step.Status.DONE, Step.Status.READY, Step.Status.CLAIMED


def events(run: Run, kind: str) -> list[dict]:
    return list(Event.objects.filter(run=run, type=kind).order_by("seq").values_list("payload", flat=True))


def outcome_of(run: Run) -> tuple[str, str]:
    fresh = Run.objects.get(pk=run.pk)
    return fresh.status, fresh.outcome


def perform(run: Run, key: str = "work:1") -> None:
    steps.perform(Step.objects.get(run=run, key=key).pk, with_heartbeat=False)


def test_a_worker_that_was_given_up_on_writes_nothing(script, started, step_of):
    run = started("scripted")
    zombie = claims.claim(step_of(run, "work:1").pk)
    sweeps.give_up(zombie)
    claims.claim(zombie.pk)
    assert not steps.finish(zombie, Outcome(result={"by": "the zombie"}, end=End()))
    assert step_of(run, "work:1").status == CLAIMED
    assert step_of(run, "work:1").result == {}
    assert outcome_of(run) == ("running", "")


def test_late_work_counts_while_nobody_else_has_claimed_the_step(script, started, step_of):
    run = started("scripted")
    late = claims.claim(step_of(run, "work:1").pk)
    sweeps.give_up(late)
    assert steps.finish(late, Outcome(result={"by": "the late one"}))
    assert step_of(run, "work:1").result == {"by": "the late one"}


def test_a_lease_that_is_over_cancels_no_step_that_is_still_at_work(script, started, step_of):
    run = started("scripted")
    late = claims.claim(step_of(run, "work:1").pk)
    sweeps.give_up(late)
    context = steps.StepContext(late.run, late)
    context.check()
    steps.cancelled(late)
    assert step_of(run, "work:1").status == READY


def test_a_step_that_another_worker_took_is_told_to_stop(script, started, step_of):
    run = started("scripted")
    late = claims.claim(step_of(run, "work:1").pk)
    sweeps.give_up(late)
    claims.claim(late.pk)
    with pytest.raises(Cancelled):
        steps.StepContext(late.run, late).check()


def test_a_pruned_step_at_work_ends_cancelled(script, started, step_of):
    script["steps"] = ("work:1", "work:2")
    run = started("scripted")
    step = claims.claim(step_of(run, "work:1").pk)
    CancelSteps(("work:1",)).apply(run)
    assert steps.StepContext(run, step).cancelled()
    steps.cancelled(step)
    assert step_of(run, "work:1").status == Step.Status.CANCELLED
    assert events(run, StepCancelled.type) == [{"key": "work:1"}]


def test_a_step_revived_before_its_cancellation_was_written_is_ready_again(script, started, step_of):
    run = started("scripted")
    step = claims.claim(step_of(run, "work:1").pk)
    CancelSteps(("work:1",)).apply(run)
    ReviveSteps(("work:1",)).apply(run)
    steps.cancelled(step)
    assert step_of(run, "work:1").status == READY


def test_what_a_pruned_step_still_brings_is_kept(script, started, step_of):
    script["steps"] = ("work:1", "work:2")
    run = started("scripted")
    step = claims.claim(step_of(run, "work:1").pk)
    CancelSteps(("work:1",)).apply(run)
    assert steps.finish(step, Outcome(result={"late": True}))
    assert step_of(run, "work:1").result == {"late": True}


def test_a_claim_lost_by_a_pruned_step_is_not_given_to_another_worker(script, started, step_of):
    script["steps"] = ("work:1", "work:2")
    run = started("scripted")
    step = claims.claim(step_of(run, "work:1").pk)
    CancelSteps(("work:1",)).apply(run)
    sweeps.give_up(step)
    assert step_of(run, "work:1").status == Step.Status.CANCELLED


def test_a_moved_guard_does_the_step_again_and_the_fourth_time_under_the_lock(script, started, step_of):
    seen = []
    script["perform"] = lambda step, ctx: (
        seen.append((ctx.late, ctx.cancelled())) or Outcome(guard=lambda run: False, result={"try": len(seen)})
    )
    run = started("scripted")
    for _ in range(4):
        perform(run)
    assert seen == [(False, False)] * 3 + [(True, False)]
    assert (step_of(run, "work:1").status, step_of(run, "work:1").result) == (DONE, {"try": 4})


def test_moved_guards_and_retries_are_counted_apart(script, started, step_of):
    turns = iter([False, False, Retryable("away"), True])

    def work(step, ctx):
        turn = next(turns)
        if isinstance(turn, Retryable):
            raise turn
        return Outcome(guard=lambda run: turn)

    script["perform"] = work
    run = started("scripted")
    for _ in range(4):
        perform(run)
        Step.objects.filter(run=run).update(not_before=None)
    assert step_of(run, "work:1").status == DONE


def test_a_third_try_that_fails_is_a_typed_gap_and_the_run_goes_on(script, started, step_of):
    def away(step, ctx):
        if step.kind == "work":
            raise Retryable("The source is away.")
        return Outcome(end=End())

    script["perform"] = away
    run = started("scripted")
    for _ in range(3):
        perform(run)
        Step.objects.filter(run=run).update(not_before=None)
    assert step_of(run, "work:1").status == Step.Status.FAILED
    perform(run, "report:1")
    assert outcome_of(run) == ("ended", "complete_with_gaps")
    assert Run.objects.get(pk=run.pk).gaps == [{"step": "work:1", "reason": "The source is away."}]


def test_a_step_tried_again_waits_even_if_a_second_message_asks_for_it(script, started, step_of):
    def away(step, ctx):
        raise Retryable("The source is away.")

    script["perform"] = away
    run = started("scripted")
    perform(run)
    assert claims.claim(step_of(run, "work:1").pk) is None


def test_an_outcome_that_cannot_be_written_fails_its_step_at_once(script, started, step_of):
    script["perform"] = lambda step, ctx: Outcome(changes=(Insert("runs.Step", {"nonsense": 1}),))
    run = started("scripted")
    perform(run)
    assert step_of(run, "work:1").status == Step.Status.FAILED
    assert "nonsense" in step_of(run, "work:1").reason


def test_a_method_that_cannot_take_a_failure_ends_its_run_failed(script, started):
    def broken(*_):
        raise ZeroDivisionError("of all things")

    script["perform"] = script["failed"] = broken
    run = started("scripted")
    perform(run)
    assert outcome_of(run) == ("ended", "failed")
    assert "of all things" in Run.objects.get(pk=run.pk).reason


def test_a_plan_that_fails_ends_the_run_failed(script, started):
    def broken(state):
        if "work:1" in state.done:
            raise ZeroDivisionError("no plan")
        return [steps_of_one]

    from steer_app.runs.domain.outcome import StepSpec

    steps_of_one = StepSpec("work", "work:1")
    script["plan_next"] = broken
    run = started("scripted")
    perform(run)
    assert outcome_of(run) == ("ended", "failed")
    assert "no plan" in Run.objects.get(pk=run.pk).reason


def test_a_run_with_nothing_to_do_and_nothing_to_wait_for_ends_stuck(script, started):
    script["plan_next"] = lambda state: []
    run = started("scripted")
    assert outcome_of(run) == ("ended", "failed")
    assert Run.objects.get(pk=run.pk).reason.startswith("stuck")


def test_an_end_leaves_no_step_and_no_question_open(script, started, step_of):
    script["steps"] = ("work:1", "work:2", "work:3")
    run = started("scripted")
    claims.claim(step_of(run, "work:2").pk)
    script["perform"] = lambda step, ctx: Outcome(ask=Ask("q", "Which?"), end=End("failed", "enough"))
    perform(run)
    assert set(Step.objects.filter(run=run).values_list("status", flat=True)) == {DONE, Step.Status.CANCELLED}
    assert Question.objects.get(run=run).state == Question.State.WITHDRAWN


def test_a_gap_makes_the_end_complete_with_gaps(script, started):
    script["perform"] = lambda step, ctx: Outcome(gaps=(Gap(step.key, "half of it"),), end=End())
    run = started("scripted")
    perform(run)
    assert outcome_of(run) == ("ended", "complete_with_gaps")


def test_a_worker_that_is_told_to_stop_hands_its_step_back_uncounted(script, started, step_of):
    def work(step, ctx):
        claims.stopping.set()
        ctx.check()

    script["perform"] = work
    run = started("scripted")
    try:
        perform(run)
        assert not steps.perform(step_of(run, "work:1").pk)
    finally:
        claims.stopping.clear()
    step = step_of(run, "work:1")
    assert (step.status, step.tries, step.lost, step.deaths) == (READY, 0, 0, 0)


def test_the_journal_counts_without_a_gap(started):
    run = started(depth=1, breadth=2)
    for key in ("count:0", "decide:0"):
        perform(run, key)
    runs.stop(run_id=run.pk)
    seqs = list(Event.objects.filter(run=run).order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(1, len(seqs) + 1))
    assert Run.objects.get(pk=run.pk).last_seq == len(seqs)
