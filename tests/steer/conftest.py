"""A quick brain of the tests' own, and properties that do not fail because the machine is busy."""

import random

import pytest
from hypothesis import HealthCheck, settings

from tests.steer import factories
from tests.steer.doubles import TestBrain

settings.register_profile("steer", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steer")


@pytest.fixture(autouse=True)
def test_brain(settings):
    """The brain "test", quick and healthy unless a test says otherwise."""
    settings.BRAINS = {**settings.BRAINS, "test": "tests.steer.doubles:TestBrain"}
    TestBrain.slowest_ms, TestBrain.failing, TestBrain.clock = 0, frozenset(), random.Random(0)
    yield TestBrain
    TestBrain.slowest_ms, TestBrain.failing = 0, frozenset()


@pytest.fixture
def library(owner):
    return factories.library(owner)
