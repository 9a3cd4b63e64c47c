"""Rows for the tests of money and of the trace."""

import pytest

from steer_app.runs.models import Budget, ModelCall, Run, Step
from tests.steer import factories
from tests.steer.conftest import test_brain  # noqa: F401 - a fixture for all here


@pytest.fixture
def library(owner):
    return factories.library(owner)


@pytest.fixture
def run(owner):
    """A run of rows only: one step that was done, one that failed, one that never came to be."""
    made = Run.objects.create(owner=owner, method="steer", title="Pumps", status="ended", outcome="complete")
    Budget.objects.create(run=made)
    for kind, place, status in (("read", "0", "done"), ("scout", "0", "failed"), ("read", "0.2", "cancelled")):
        Step.objects.create(run=made, kind=kind, key=f"{kind}:{place}", status=status, epoch=1)
    return made


@pytest.fixture
def call(run):
    """call(skill, **columns): a finished call of step read:0."""

    def make(skill="learn", **columns):
        given = {"step_key": "read:0", "brain": "model:mine", "model": "m-1", "state": "done", "attempts": 1}
        return ModelCall.objects.create(run=run, hash=f"{ModelCall.objects.count()}", skill=skill, **given | columns)

    return make
