import random

import pytest

from tests.steer import factories
from tests.steer.doubles import TestBrain


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
