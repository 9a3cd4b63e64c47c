"""The worked examples are queued once, and wait for their documents without needing a thread of their own."""

import pytest

from steer_app.runs.models import Run
from steer_app.runs.services import runs, steps
from steer_app.sources.models import Collection, Document
from steer_app.sources.selectors import latest_ingestion
from steer_app.sources.services import collections
from steer_app.steer.samples import WORKED
from steer_app.steer.services.samples import queue_samples

pytestmark = pytest.mark.django_db


def test_the_samples_are_queued_once(owner):
    begun = queue_samples(owner)
    assert [run.title for run in begun] == [sample.title for sample in WORKED]
    assert {run.status for run in begun} == {"running"}
    assert queue_samples(owner) == []
    assert Collection.objects.filter(owner=owner).count() == 1
    assert Run.objects.filter(owner=owner, method="ingest").count() == 1


def test_a_session_whose_documents_are_still_being_read_helps_to_read_them(owner, tmp_path):
    (tmp_path / "one.txt").write_text("A pump costs four thousand euros in a cold winter, says the only report.\n")
    collection = collections.create(owner=owner, name="papers")
    collections.add_folder(collection_id=collection.pk, path=tmp_path)
    ingestion = runs.create(method_name="ingest", owner=owner, title="", params={"collection_id": collection.pk})
    runs.start(run_id=ingestion.pk)
    params = {"query": "What does a pump cost?", "collections": [collection.pk], "brain": "test"}
    session = runs.start(run_id=runs.create(method_name="steer", owner=owner, title="", params=params).pk)
    assert steps.perform(session.steps.get(key="start").pk, with_heartbeat=False)
    assert latest_ingestion(collection.pk).outcome == "complete"
    assert Document.objects.get().status == "ready"
    assert session.steps.get(key="read:0").status == "ready"
