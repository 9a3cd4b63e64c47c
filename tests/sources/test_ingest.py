"""Reading a collection is a run: in parallel, with progress, stopped by nothing."""

from io import BytesIO

import pytest

from steer_app.runs.domain.progress import Progress
from steer_app.runs.models import Event, Run, Step
from steer_app.runs.services import inline, runs
from steer_app.sources.domain.statuses import Status
from steer_app.sources.ingest import BATCH_FILES, Ingest, State
from steer_app.sources.models import Document, Passage
from steer_app.sources.search import search
from steer_app.sources.services import collections, documents
from tests.sources import files

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

GOOD = {"a.txt": b"The pump hums.", "b.docx": files.word(), "c.html": files.PAGE.encode(), "d.xlsx": files.workbook()}
BAD = {
    "e.pdf": (files.pdf([[]], picture=True), Status.IMAGE_ONLY),
    "f.docx": (files.word()[:2500], Status.CORRUPT),
    "g.txt": (b"", Status.EMPTY),
    "h.pdf": (files.pdf([[(10, "x")]], encrypt="y"), Status.ENCRYPTED),
    "i.pdf": (b"\x89PNG\r\n\x1a\n" + b"\0" * 99, Status.MISLABELLED),
}


@pytest.fixture
def collection(owner):
    return collections.create(owner=owner, name="Heating")


def put(collection, contents) -> None:
    for name, content in contents.items():
        documents.add_upload(collection_id=collection.pk, name=name, stream=BytesIO(content))


def ingest(collection) -> Run:
    run = runs.create(
        method_name="ingest",
        owner=collection.owner,
        title="Reading",
        params={"collection_id": collection.pk},
        executor="inline",
    )
    runs.start(run_id=run.pk)
    return inline.run_to_end(run.pk, threads=0)


def told(run, kind) -> list[dict]:
    return list(Event.objects.filter(run=run, type=kind).order_by("seq").values_list("payload", flat=True))


def test_every_file_gets_its_status_and_the_run_names_the_gaps(collection):
    put(collection, GOOD | {name: content for name, (content, _) in BAD.items()})
    run = ingest(collection)
    assert (run.status, run.outcome) == ("ended", "complete_with_gaps")
    statuses = dict(Document.objects.values_list("path", "status"))
    assert statuses == dict.fromkeys(GOOD, Status.READY) | {name: status for name, (_, status) in BAD.items()}
    assert [gap["reason"].split(":")[0] for gap in run.gaps] == sorted(BAD)
    assert {payload["path"] for payload in told(run, "document.read")} == set(GOOD)
    assert {payload["status"] for payload in told(run, "document.failed")} == {status for _, status in BAD.values()}
    (indexed,) = told(run, "collection.indexed")
    assert (indexed["documents"], indexed["failed"]) == (len(GOOD), len(BAD))
    assert search([collection.pk], "Which pump hums?", 1)[0].title == "a.txt"


def test_good_files_alone_make_it_complete(collection):
    put(collection, GOOD)
    assert ingest(collection).outcome == "complete"
    assert Passage.objects.filter(document__collection=collection).count() >= len(GOOD)


def test_a_second_run_reads_only_what_is_new(collection):
    put(collection, GOOD)
    ingest(collection)
    before = set(Passage.objects.values_list("pk", flat=True))
    put(collection, GOOD | {"new.txt": b"New words."})
    run = ingest(collection)
    assert [payload["path"] for payload in told(run, "document.read")] == ["new.txt"]
    assert before < set(Passage.objects.values_list("pk", flat=True))


def test_an_empty_collection_is_done_at_once(collection):
    run = ingest(collection)
    assert (run.outcome, Step.objects.filter(run=run).count()) == ("complete", 2)


def test_many_small_files_share_steps(collection):
    put(collection, {f"{n:03d}.txt": f"File number {n} has words.".encode() for n in range(2 * BATCH_FILES + 1)})
    run = ingest(collection)
    assert Step.objects.filter(run=run, kind="read").count() == 3
    assert Document.objects.filter(status=Status.READY).count() == 2 * BATCH_FILES + 1


def test_a_file_that_comes_meanwhile_is_read_in_the_next_round(collection):
    put(collection, {"a.txt": b"First words."})
    run = runs.create(
        method_name="ingest",
        owner=collection.owner,
        title="x",
        params={"collection_id": collection.pk},
        executor="inline",
    )
    runs.start(run_id=run.pk)

    def come_late(event):
        if event.type == "document.read" and event.payload["path"] == "a.txt":
            put(collection, {"late.txt": b"Late words."})

    inline.run_to_end(run.pk, threads=0, on_event=come_late)
    assert dict(Document.objects.values_list("path", "status")) == {"a.txt": "ready", "late.txt": "ready"}
    assert Step.objects.filter(run=run, key__in=["open:2", "close:2"], status="done").count() == 2


def test_a_deleted_collection_ends_its_run(collection):
    put(collection, GOOD)
    run = runs.create(
        method_name="ingest",
        owner=collection.owner,
        title="x",
        params={"collection_id": collection.pk},
        executor="inline",
    )
    collections.delete(collection_id=collection.pk)
    runs.start(run_id=run.pk)
    assert inline.run_to_end(run.pk, threads=0).outcome == "failed"


def test_another_model_makes_all_vectors_anew(collection, settings):
    put(collection, {"a.txt": b"The pump hums."})
    ingest(collection)
    Document.objects.update(embedder="another")
    assert search([collection.pk], "pump", 1)  # by words alone
    ingest(collection)
    assert set(Document.objects.values_list("embedder", flat=True)) == {"hashed-1"}


@pytest.mark.django_db(transaction=True)
def test_threads_change_nothing(owner):
    results = []
    for name, threads in (("one", 0), ("many", 3)):
        made = collections.create(owner=owner, name=name)
        put(made, GOOD | {f"{n}.txt": f"Words of file {n}.".encode() for n in range(40)})
        run = runs.create(
            method_name="ingest", owner=owner, title=name, params={"collection_id": made.pk}, executor="inline"
        )
        runs.start(run_id=run.pk)
        assert inline.run_to_end(run.pk, threads=threads).outcome == "complete"
        results.append([(hit.title, hit.text, hit.score) for hit in search([made.pk], "words of the pump", 20)])
    assert results[0] == results[1]


def test_planning_goes_from_open_over_reads_to_close():
    method = Ingest()

    def keys(**state):
        return [spec.key for spec in method.plan_next(State(**{"batches": {}, "more": False} | state))]

    assert keys(progress=Progress()) == ["open:1"]
    assert keys(progress=Progress(), batches={1: [[1, 2], [3]]}) == ["read:1.1", "read:1.2"]
    settled = Progress(done=frozenset({"open:1", "read:1.1"}), failed=frozenset({"read:1.2"}))
    assert keys(progress=settled, batches={1: [[1, 2], [3]]}) == ["close:1"]
    assert keys(progress=settled, batches={1: [[1]]}, more=True) == ["open:2"]
    assert keys(progress=Progress(closed="stopped", claimed=frozenset({"read:1.1"})), batches={1: [[1]]}) == []
    assert keys(progress=Progress(closed="stopped"), batches={1: [[1]]}) == ["close:1"]
