"""Files that a script sends: in batches, with their paths, each refused by name."""

import threading

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse

from steer_app.runs.models import Run
from steer_app.sources.models import Collection, Document
from steer_app.sources.services import ingestion
from tests.sources import factories

JSON = {"accept": "application/json"}


@pytest.fixture
def collection(owner):
    return factories.collection(owner)


@pytest.fixture
def signed_in(client, owner):
    client.force_login(owner)
    return client


def send(client, collection, files, **fields):
    uploads = [SimpleUploadedFile(name.rsplit("/", 1)[-1], content) for name, content in files]
    form = {"files": uploads, "paths": [name for name, _ in files]} | fields
    return client.post(reverse("sources:upload", args=[collection.pk]), form, headers=JSON)


def test_paths_in_a_folder_are_kept(signed_in, collection):
    answer = send(signed_in, collection, [("trip/a/index.html", b"One."), ("trip/b/index.html", b"Two.")])
    assert answer.json() == {"added": 2, "changed": 0, "unchanged": 0, "refused": []}
    assert list(Document.objects.values_list("path", flat=True)) == ["trip/a/index.html", "trip/b/index.html"]
    assert Run.objects.filter(method="ingest").count() == 1


def test_the_same_again_is_not_stored_twice(signed_in, collection, media):
    files = [("a.txt", b"One."), ("b.txt", b"Two.")]
    send(signed_in, collection, files)
    assert send(signed_in, collection, files).json() == {"added": 0, "changed": 0, "unchanged": 2, "refused": []}
    assert sum(path.is_file() for path in media.rglob("*")) == 2
    assert send(signed_in, collection, [("a.txt", b"New.")]).json()["changed"] == 1
    assert Document.objects.count() == 2


def test_a_file_that_is_too_large_is_refused_by_name_and_the_others_are_taken(signed_in, collection, settings):
    settings.UPLOAD_MB = 1
    answer = send(signed_in, collection, [("x/big.txt", b"x" * (2**20 + 1)), ("x/small.txt", b"x")])
    reason = "It has more than 1 MB, the most that is taken."
    assert answer.json() == {
        "added": 1, "changed": 0, "unchanged": 0, "refused": [{"path": "x/big.txt", "reason": reason}]
    }  # fmt: skip
    assert Document.objects.get().path == "x/small.txt"


def test_a_path_leads_nowhere_else(signed_in, collection):
    send(signed_in, collection, [("../../etc/passwd", b"root")])
    assert Document.objects.get().path == "etc/passwd"


def test_of_two_files_under_one_path_the_later_counts(signed_in, collection):
    assert send(signed_in, collection, [("a.txt", b"One."), ("./a.txt", b"Two.")]).json()["added"] == 1


def test_a_batch_takes_few_queries(signed_in, collection, django_assert_max_num_queries):
    send(signed_in, collection, [("first.txt", b"starts the reading")])
    with django_assert_max_num_queries(20):
        send(signed_in, collection, [(f"folder/{no}.txt", b"%d" % no) for no in range(20)])


@pytest.mark.parametrize(
    ("files", "paths", "error"),
    [([], [], "Choose at least one file."), (["a", "b"], ["one"], "Each file needs its path.")],
)
def test_a_broken_batch_says_what_it_lacks(signed_in, collection, files, paths, error):
    form = {"files": [SimpleUploadedFile(name, b"x") for name in files], "paths": paths}
    answer = signed_in.post(reverse("sources:upload", args=[collection.pk]), form, headers=JSON)
    assert (answer.status_code, answer.json()) == (422, {"error": error})
    assert not Document.objects.exists()


def test_a_script_makes_a_collection_of_its_own(signed_in, owner):
    answer = signed_in.post(reverse("sources:create-json"), {"name": "Trip"}, headers=JSON)
    made = Collection.objects.get()
    assert answer.status_code == 201
    assert made.owner == owner
    assert answer.json() == {
        "id": made.pk,
        "name": "Trip",
        "address": reverse("sources:collection", args=[made.pk]),
        "upload": reverse("sources:upload", args=[made.pk]),
    }
    assert signed_in.post(reverse("sources:create-json"), {"name": " "}).status_code == 422


@pytest.mark.parametrize("name", ["sources:create-json", "sources:upload"])
def test_nothing_comes_in_without_the_pages_token(owner, collection, name):
    client = Client(enforce_csrf_checks=True)
    client.force_login(owner)
    args = [collection.pk] if name == "sources:upload" else []
    form = {"name": "x", "files": [SimpleUploadedFile("a.txt", b"x")]}
    assert client.post(reverse(name, args=args), form, headers=JSON).status_code == 403
    assert not Document.objects.exists()


@pytest.mark.parametrize("who", ["stranger", "teammate", "annotator", "admin"])
def test_nobody_adds_to_what_is_anothers(client, request, collection, who):
    client.force_login(request.getfixturevalue(who))
    assert send(client, collection, [("a.txt", b"One.")]).status_code == 404
    assert not Document.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_batches_side_by_side_begin_one_reading(owner):
    made = factories.collection(owner)
    barrier = threading.Barrier(4)

    def begin():
        barrier.wait()
        ingestion.ensure(collection_id=made.pk)
        connection.close()

    threads = [threading.Thread(target=begin) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Run.objects.filter(method="ingest").count() == 1
