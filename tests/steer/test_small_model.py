"""A real language model, small as it is, behind a real OpenAI-compatible server does a session to its end."""

import os
import subprocess
import sys

import pytest

from steer_app.brains import model_brain
from steer_app.runs.models import ModelCall
from steer_app.runs.services import inline
from steer_app.steer import written
from steer_app.steer.models import Learning
from tests import small_model
from tests.live import ROOT
from tests.steer import factories

pytestmark = [
    pytest.mark.slow,
    pytest.mark.service,
    pytest.mark.timeout(900),
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(small_model.weights() is None, reason="requirements-small-model.txt is not installed"),
]


@pytest.fixture
def small(settings):
    """The address of the model's server, in a process of its own: llama.cpp takes down what it crashes in."""
    settings.EMBEDDER = "hashed"
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.small_model"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True, env=os.environ | {"SMALL_MODEL_PORT": "0"},
    )  # fmt: skip
    address = process.stdout.readline().strip()
    settings.MODEL, settings.MODEL_URL, settings.MODEL_KIND = "smollm2", address, "openai"
    settings.MODEL_CONTEXT_TOKENS, settings.MODEL_READ_S, settings.MODEL_ANSWER_TOKENS = small_model.CONTEXT, 120, 300
    model_brain._clients.clear()
    yield address
    model_brain._clients.clear()
    process.kill()
    process.wait()


def test_a_session_of_depth_one_ends_in_a_report(owner, library, small):
    run = factories.session(owner, library, brain="model", answers="suggested", depth=1, breadth=1)
    run = inline.run_to_end(run.pk, threads=2)
    assert run.outcome in {"complete", "complete_with_gaps"}, run.reason
    calls = ModelCall.objects.filter(run=run, brain="model:environment", state="done")
    assert calls.exists()
    assert all(call.tokens_out > 0 for call in calls)
    content = written.latest(run).content
    assert content["answer"]
    assert "Traceback" not in str(content)
    for row in Learning.objects.filter(run=run):
        assert row.text  # the passage's own words, whatever the model made of them
