"""A run whose brain is away waits, says so, and goes on: by itself, or with another brain."""

from datetime import timedelta

import pytest
from django.db.models.functions import Now

from steer_app.runs.domain.failures import Conflict, Unavailable
from steer_app.runs.domain.outcome import End, Outcome
from steer_app.runs.models import Event, Run, Step
from steer_app.runs.services import holds, runs, steps, sweeps

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

AWAY = "models.example cannot be reached."


def _away(step, ctx):
    raise Unavailable(AWAY)


def _perform(run: Run, key: str = "work:1") -> None:
    steps.perform(Step.objects.get(run=run, key=key).pk, with_heartbeat=False)


def _due(run: Run) -> None:
    Run.objects.filter(pk=run.pk).update(held_until=Now() - timedelta(seconds=1))


@pytest.fixture
def held(script, started):
    run = started("scripted")
    script["perform"] = _away
    _perform(run)
    return Run.objects.get(pk=run.pk)


def test_a_run_without_a_brain_waits_and_loses_nothing(held):
    assert (held.status, held.held_because) == ("paused", AWAY)
    assert Step.objects.get(run=held, key="work:1").status == Step.Status.READY
    told = Event.objects.get(run=held, type="run.held").payload
    assert told == {"reason": AWAY, "look_s": 5}
    assert not held.gaps


def test_it_looks_again_by_itself_and_waits_longer_each_time(held, script):
    assert not holds.look_again(held.pk)
    for look_s in (10, 20):
        _due(held)
        sweeps.sweep()
        assert Run.objects.get(pk=held.pk).status == "running"
        _perform(held)
        assert Event.objects.filter(run=held, type="run.held").latest("seq").payload["look_s"] == look_s
    script["perform"] = lambda step, ctx: Outcome()
    _due(held)
    sweeps.sweep()
    _perform(held)
    back = Run.objects.get(pk=held.pk)
    assert (back.status != "paused", back.holds, back.held_because) == (True, 0, "")


def test_a_person_may_let_it_try_at_once(held):
    runs.resume(run_id=held.pk, by="ada")
    assert Run.objects.get(pk=held.pk).held_because == ""


def test_a_run_that_a_person_paused_is_not_taken_up_by_the_sweep(script, started):
    run = started("scripted")
    runs.pause(run_id=run.pk)
    sweeps.sweep()
    assert Run.objects.get(pk=run.pk).status == "paused"


def test_another_brain_lets_it_go_on(draft, settings):
    run = runs.start(run_id=draft(depth=1).pk)
    with_lock = Run.objects.get(pk=run.pk)
    steps.hold(_claimed(with_lock), AWAY)
    assert Run.objects.get(pk=run.pk).status == "paused"
    holds.change_params(run_id=run.pk, changes={"brain": "offline"}, by="ada")
    after = Run.objects.get(pk=run.pk)
    assert (after.status, after.params["brain"]) == ("running", "offline")
    assert Event.objects.get(run=run, type="params.changed").payload == {"changes": {"brain": "offline"}, "by": "ada"}


def test_a_step_that_asked_the_old_brain_holds_the_run_no_more(draft):
    run = runs.start(run_id=draft(depth=1).pk)
    step = _claimed(Run.objects.get(pk=run.pk))
    holds.change_params(run_id=run.pk, changes={"brain": "offline"}, by="ada")
    steps.hold(step, AWAY)
    assert Run.objects.get(pk=run.pk).status == "running"
    assert Step.objects.get(pk=step.pk).status == Step.Status.READY


def test_an_ended_run_takes_no_other_brain(script, started):
    run = started("scripted")
    script["perform"] = lambda step, ctx: Outcome(end=End())
    _perform(run)
    with pytest.raises(Conflict):
        holds.change_params(run_id=run.pk, changes={}, by="ada")


def _claimed(run: Run) -> Step:
    from steer_app.runs.services import claims

    return claims.claim(Step.objects.filter(run=run, status=Step.Status.READY).order_by("pk").first().pk)
