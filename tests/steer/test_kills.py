"""What K15 promises: kill the worker as often as you like, and the session is the one that nobody disturbed."""

import json

import pytest

from tests.runs import killing
from tests.runs.product import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

QUICK = {"STEERLAB_LEASE_S": "2", "STEERLAB_SWEEP_S": "0.5", "STEERLAB_WORKER_THREADS": "4"}
SAMPLES = ROOT / "steer_app" / "steer" / "samples" / "mill_street"


def start(brain: str, depth: int, breadth: int) -> str:
    """Python that reads the samples' Markdown and text files, and starts a session over them that asks often."""
    return f"""
from pathlib import Path
from django.contrib.auth import get_user_model
from steer_app.runs.services import inline, runs
from steer_app.sources.services import collections, documents
owner = get_user_model().objects.create_user("owner", password="x")
collection = collections.create(owner=owner, name="Mill Street")
for path in sorted(Path({str(SAMPLES)!r}).iterdir()):
    if path.suffix in {{".md", ".txt"}}:
        with path.open("rb") as stream:
            documents.add_upload(collection_id=collection.pk, name=path.name, stream=stream)
reading = runs.create(method_name="ingest", owner=owner, title="Read", executor="inline",
                      params={{"collection_id": collection.pk}})
runs.start(run_id=reading.pk)
assert inline.run_to_end(reading.pk, threads=0).outcome == "complete"
run = runs.create(method_name="steer", owner=owner, title="Session", params={{
    "query": "Should Mill Street become car-free?", "about": "I rent a bakery there and depend on deliveries.",
    "collections": [collection.pk], "depth": {depth}, "breadth": {breadth}, "c0": 0.0, "seed": 7,
    "brain": {brain!r}, "answers": "suggested"}})
runs.start(run_id=run.pk)
print(run.pk)
"""


def promised(rows: killing.Rows, run_id: int) -> dict:
    """(path, question, status, origin) of all nodes, all decisions with all numbers, all learnings."""
    decisions = rows.all("SELECT * FROM steer_decision WHERE run_id = ? ORDER BY no", run_id)
    learnings = rows.all("SELECT * FROM steer_learning WHERE run_id = ? ORDER BY path, no", run_id)
    nodes = "SELECT path, question, status, origin FROM steer_node WHERE run_id = ? ORDER BY path"
    return {
        "nodes": rows.all(nodes, run_id),
        "decisions": [_without_row_ids(row) for row in decisions],
        "learnings": [_without_row_ids(row) for row in learnings],
        "report": [json.loads(row["content"]) for row in rows.all(REPORT, run_id)],
    }


REPORT = "SELECT content FROM steer_report WHERE run_id = ? ORDER BY version"


def _without_row_ids(row: dict) -> dict:
    return {name: value for name, value in row.items() if name not in {"id", "run_id"}}


def test_twenty_kills_give_the_undisturbed_session_and_no_finished_call_is_made_again(tmp_path):
    session = start("scripted", depth=3, breadth=3)
    peace = killing.in_peace(tmp_path / "peace", session, promised, timeout_s=300, **QUICK)
    moments = killing.spread(peace.last_seq, 20)
    ordeal = killing.killed(
        tmp_path / "war", session, promised, after=moments, STEERLAB_SCRIPTED_DELAY_MS="150", **QUICK
    )
    assert len(ordeal.kills) == 20
    assert all(kill.claimed for kill in ordeal.kills)
    assert ordeal.outcome == peace.outcome
    assert len(peace.picture["nodes"]) >= 12
    assert any(decision["policy"] == "ask" for decision in peace.picture["decisions"])
    assert ordeal.picture == peace.picture
    assert ordeal.made_again() == []


def test_two_kills_of_a_session_without_a_model_change_nothing(tmp_path):
    session = start("offline", depth=2, breadth=2)
    peace = killing.in_peace(tmp_path / "peace", session, promised, timeout_s=300, **QUICK)
    moments = killing.spread(peace.last_seq, 2, margin=6)
    ordeal = killing.killed(tmp_path / "war", session, promised, after=moments, **QUICK)
    assert [bool(kill.claimed) for kill in ordeal.kills] == [True, True]
    assert ordeal.outcome == peace.outcome
    assert peace.picture["report"]
    assert ordeal.picture == peace.picture
    assert ordeal.log
    assert ordeal.made_again() == []
