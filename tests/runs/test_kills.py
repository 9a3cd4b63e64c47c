"""A run survives its worker, its web process and its bus."""

import json

import pytest

from tests.runs import killing

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

START = """
from django.contrib.auth import get_user_model
from steer_app.runs.services import runs
owner = get_user_model().objects.create_user("owner", password="x")
run = runs.create(method_name="counting", owner=owner, title="Count",
                  params={"depth": 5, "breadth": 3, "answers": "suggested"})
runs.start(run_id=run.pk)
print(run.pk)
"""
QUICK = {"STEERLAB_LEASE_S": "2", "STEERLAB_SWEEP_S": "0.5", "STEERLAB_WORKER_THREADS": "4"}


def counted_tree(rows: killing.Rows, run_id: int):
    """All steps with their results, and all questions with their answers."""
    steps = rows.all("SELECT key, status, result FROM runs_step WHERE run_id = ? ORDER BY key", run_id)
    questions = rows.all("SELECT key, state, options, answer FROM runs_question WHERE run_id = ? ORDER BY key", run_id)
    return [
        *((step["key"], step["status"], json.loads(step["result"])) for step in steps),
        *((one["key"], one["state"], one["options"], one["answer"]) for one in questions),
    ]


def test_twenty_kills_of_the_worker_change_nothing_and_no_finished_call_is_made_again(tmp_path):
    peace = killing.in_peace(tmp_path / "peace", START, counted_tree, **QUICK)
    moments = killing.spread(peace.last_seq, 20)
    ordeal = killing.killed(
        tmp_path / "war", START, counted_tree, after=moments, STEERLAB_SCRIPTED_DELAY_MS="70", **QUICK
    )
    assert len(ordeal.kills) == 20
    assert all(kill.claimed for kill in ordeal.kills)
    assert ordeal.picture == peace.picture
    assert ordeal.outcome == peace.outcome == "complete"
    assert ordeal.made_again() == []
