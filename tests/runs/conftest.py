"""Runs of the counting tree, set up for a test."""

import pytest

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
