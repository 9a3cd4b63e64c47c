"""Runs of the counting tree, set up for a test."""

import pytest

from steer_app.runs.services import runs


@pytest.fixture
def draft(owner):
    """Makes a draft: draft(depth=2, breadth=3, answers="suggested", ...); `caps` and `executor` go to runs.create."""

    def make(method_name="counting", *, caps=runs.Caps(), executor="workers", **params):
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
