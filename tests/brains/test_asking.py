"""A process without a model asks a worker for a vector, over a real bus, and does without when none answers."""

import signal
import time

import numpy as np
import pytest

from steer_app.brains import asking, desk, embeddings
from steer_app.runs import bus as doorbell
from steer_app.shell import bus
from steer_app.shell.child import Child
from tests.live import until


@pytest.fixture
def forgetful():
    """Nothing remembered of other tests, before and after."""
    caches = (asking._asked, asking.client, doorbell._client)
    for cache in caches:
        cache.cache_clear()
    doorbell._resting["until"] = 0.0
    yield
    for cache in caches:
        cache.cache_clear()
    doorbell._resting["until"] = 0.0


@pytest.fixture
def real_bus(tmp_path, settings, forgetful):
    socket = tmp_path / "bus" / "bus.sock"
    child = Child("bus", bus.prepare(socket, tmp_path), on_parent_death=signal.SIGTERM, show=lambda *_: None)
    child.start()
    settings.BUS_URL = f"unix://{socket}"
    bus.wait_until_it_answers(settings.BUS_URL, child.alive)
    yield child
    child.signal(signal.SIGTERM)
    child.wait(time.monotonic() + 5)


@pytest.fixture
def worker(real_bus):
    """What a worker does beside its steps."""
    running = desk.Desk()
    running.start()
    yield running
    running.stop()


def test_an_embedder_that_needs_no_model_is_never_asked_for(settings):
    settings.BUS_URL = "unix:///nowhere"
    assert np.array_equal(asking.vector_of("a pump"), embeddings.embed_one("a pump"))


def test_fingerprints_are_known_without_a_model(settings):
    settings.EMBEDDER = "minilm"
    assert embeddings.fingerprint() == "all-MiniLM-L6-v2"


def test_without_a_bus_there_is_no_vector_and_no_waiting(settings, forgetful):
    settings.EMBEDDER, settings.BUS_URL = "minilm", "unix:///nowhere/bus.sock"
    if embeddings.is_at_hand():
        pytest.skip("another test has loaded the model here")
    began = time.monotonic()
    assert asking.vector_of("a pump") is None
    assert asking.vector_of("a pump") is None
    assert time.monotonic() - began < 1


@pytest.mark.service
def test_a_worker_answers(worker):
    vector = asking._asked("hashed", "a pump hums", 5)
    assert np.array_equal(vector, embeddings.embed_one("a pump hums"))
    assert asking.client().exists(asking.ASKED) == 0


@pytest.mark.service
def test_an_answer_is_remembered_and_silence_is_not(real_bus):
    for _ in range(2):
        with pytest.raises(asking.Unanswered):
            asking._asked("hashed", "a pump", 0.05)
    running = desk.Desk()
    running.start()
    assert asking._asked("hashed", "a pump", 5.0) is asking._asked("hashed", "a pump", 5.0)
    running.stop()


@pytest.mark.service
def test_a_worker_with_another_model_keeps_silent(worker):
    with pytest.raises(asking.Unanswered):
        asking._asked("another", "a pump", 0.2)


@pytest.mark.service
def test_requests_that_nobody_takes_vanish(real_bus):
    with pytest.raises(asking.Unanswered):
        asking._asked("hashed", "a pump", 0.05)
    assert 0 < asking.client().ttl(asking.ASKED) <= asking.KEPT_S


@pytest.mark.service
def test_a_bad_request_does_not_end_the_desk(worker):
    asking.client().rpush(asking.ASKED, "no JSON", "{}")
    assert until(lambda: asking.client().exists(asking.ASKED) == 0)
    assert len(asking._asked("hashed", "still there", 5.0)) == embeddings.DIMENSIONS
