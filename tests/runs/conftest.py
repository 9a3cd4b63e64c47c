"""Runs of the counting tree, set up for a test."""

import os
import subprocess
import sys

import pytest
from django.conf import settings

from steer_app.runs.models import Step
from steer_app.runs.services import runs
from tests.runs.doubles import Scripted

NO_CAPS = runs.Caps()


@pytest.fixture
def draft(owner):
    """Makes a draft: draft(depth=2, breadth=3, answers="suggested", ...); `caps` and `executor` go to runs.create."""

    def make(method_name="counting", *, caps=NO_CAPS, executor="workers", **params):
        return runs.create(
            method_name=method_name, owner=owner, title="Count", params=params, caps=caps, executor=executor
        )

    return make


@pytest.fixture
def started(draft):
    """As draft, and started. Its steps are ready; nobody performs them but the test."""

    def make(*args, **params):
        return runs.start(run_id=draft(*args, **params).pk)

    return make


@pytest.fixture
def script(settings):
    """The reactions of the method `scripted` (doubles.Scripted), empty at first."""
    settings.METHODS = {**settings.METHODS, "scripted": "tests.runs.doubles:Scripted"}
    Scripted.script.clear()
    yield Scripted.script
    Scripted.script.clear()


@pytest.fixture
def step_of():
    """A step of a run, fresh from the database."""
    return lambda run, key: Step.objects.select_related("run").get(run=run, key=key)


@pytest.fixture(scope="session")
def dead_boot():
    """The boot of a process of this host that has ended."""
    script = "import django; django.setup(); from steer_app.runs.boot import this_boot; print(this_boot())"
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "steer_app.settings",
        "STEERLAB_DATA": str(settings.DATA_DIR),
    }
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()
