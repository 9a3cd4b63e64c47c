"""What a worker does beside its steps."""

import subprocess
import sys
import time

import pytest
from django.conf import settings as configured

from steer_app.runs import worker
from steer_app.runs.domain.outcome import NOTHING
from steer_app.runs.models import Step
from steer_app.runs.services import claims, runs, steps
from steer_app.runs.worker import Sweeper
from tests.runs.product import ROOT

HANGING = """
import django; django.setup()
from steer_app.runs import worker
from steer_app.runs.models import Step
from steer_app.runs.services import claims
worker.LONGEST_CALL_S = -3600
with claims.heartbeat.holding(Step(pk=1, epoch=1)):
    worker.leave_if_stuck()
"""


class Held:
    """A step as the heartbeat sees it."""

    def __init__(self, pk: int) -> None:
        self.pk, self.epoch = pk, 1


@pytest.mark.django_db(transaction=True)
def test_the_sweeper_frees_sweeps_and_stops(script, started, step_of, dead_boot, settings):
    settings.SWEEP_S = 0.1
    run = started("scripted")
    Step.objects.filter(pk=claims.claim(step_of(run, "work:1").pk).pk).update(boot=dead_boot)
    sweeper = Sweeper()
    sweeper.start()
    deadline = time.monotonic() + 10
    while step_of(run, "work:1").status != "ready" and time.monotonic() < deadline:
        time.sleep(0.01)
    sweeper.stop()
    assert (step_of(run, "work:1").status, step_of(run, "work:1").deaths) == ("ready", 1)
    assert not sweeper._thread.is_alive()


def test_a_worker_is_stuck_only_if_all_its_threads_are_silent():
    beats = claims.Heartbeat()
    beats._held = {(1, 1): time.monotonic() - 500, (2, 1): time.monotonic() - 400}
    assert beats.silent_for(3) == 0
    assert 399 < beats.silent_for(2) < 500
    beats.touch(Held(2))
    assert beats.silent_for(2) < 1


def test_a_stuck_worker_ends_with_a_code_of_its_own():
    environment = {
        "DJANGO_SETTINGS_MODULE": "steer_app.settings",
        "STEERLAB_DATA": str(configured.DATA_DIR),
        "STEERLAB_WORKER_THREADS": "1",
        "PATH": "",
    }
    done = subprocess.run([sys.executable, "-c", HANGING], cwd=ROOT, env=environment, capture_output=True, check=False)
    assert done.returncode == worker.STUCK, done.stderr.decode()


@pytest.mark.django_db(transaction=True)
def test_a_lease_is_kept_while_the_step_is_at_work(script, draft, step_of, settings):
    settings.LEASE_S = 0.3

    def slow(step, ctx):
        first = step_of(step.run, step.key).lease_until
        deadline = time.monotonic() + 10
        while step_of(step.run, step.key).lease_until == first and time.monotonic() < deadline:
            time.sleep(0.02)
        script["renewed"] = step_of(step.run, step.key).lease_until > first
        return NOTHING

    script["perform"] = slow
    run = runs.start(run_id=draft("scripted").pk)
    assert steps.perform(step_of(run, "work:1").pk)
    assert script["renewed"]
