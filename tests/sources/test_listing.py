"""The list of a collection's files: narrowed, ordered, paged, and kept current without moving."""

import re

import pytest
from django.urls import reverse

from steer_app.runs.models import Run
from steer_app.sources.domain.statuses import Status
from steer_app.sources.models import Document
from steer_app.sources.services import collections, ingestion
from tests.sources import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def signed_in(client, owner):
    client.force_login(owner)
    return client


@pytest.fixture
def many(owner):
    """1,100 files: one has a password, one is a copy of another, three wait."""
    made = collections.create(owner=owner, name="Manual")
    states = {
        7: Status.ENCRYPTED,
        8: Status.DUPLICATE,
        1097: Status.WAITING,
        1098: Status.WAITING,
        1099: Status.WAITING,
    }
    Document.objects.bulk_create(
        Document(
            collection=made,
            path=f"html/page-{no:04}.html",
            title=f"Chapter {no}",
            sha256=f"{no:064}",
            size_bytes=(no * 37) % 1101,
            pages=no % 13,
            status=states.get(no, Status.READY),
            reason="The PDF is locked." if no == 7 else "",
        )
        for no in range(1100)
    )
    return made


def page(client, collection, query="", **headers):
    return client.get(reverse("sources:collection", args=[collection.pk]) + query, headers=headers)


def paths(response):
    return re.findall(r'aria-label="Remove ([^"]+)"', response.content.decode())


def test_a_large_collection_is_paged_in_few_queries(signed_in, many, django_assert_max_num_queries):
    with django_assert_max_num_queries(7):
        first = page(signed_in, many)
    assert paths(first) == [f"html/page-{no:04}.html" for no in range(200)]
    assert "files 1 to 200 of 1,100" in first.content.decode()
    assert paths(page(signed_in, many, "?page=6"))[-1] == "html/page-1099.html"
    assert paths(page(signed_in, many, "?page=x")) == paths(first)


def test_the_list_of_collections_takes_three_queries(signed_in, many, django_assert_num_queries):
    with django_assert_num_queries(3):
        listed = signed_in.get(reverse("sources:collections")).content.decode()
    assert "1,100 files, 1,095 ready" in listed
    assert "3 to read" in listed


@pytest.mark.parametrize(
    ("state", "numbers"), [("unread", [7]), ("left-out", [8]), ("waiting", [1097, 1098, 1099]), ("nonsense", None)]
)
def test_it_can_be_narrowed_to_a_state(signed_in, many, state, numbers):
    found = paths(page(signed_in, many, f"?state={state}"))
    assert found == [f"html/page-{no:04}.html" for no in (numbers or range(200))]


def test_it_can_be_narrowed_by_name_or_title(signed_in, many):
    assert paths(page(signed_in, many, "?name=PAGE-0042")) == ["html/page-0042.html"]
    assert paths(page(signed_in, many, "?name=chapter+1099")) == ["html/page-1099.html"]
    assert "No file is like that" in page(signed_in, many, "?name=zebra").content.decode()


def test_it_can_be_ordered(signed_in, many):
    files = {document.path: document for document in Document.objects.all()}
    by_size = [files[path].size_bytes for path in paths(page(signed_in, many, "?sort=size"))]
    assert by_size == sorted(by_size, reverse=True)
    assert by_size[0] == max(document.size_bytes for document in files.values())
    assert files[paths(page(signed_in, many, "?sort=pages"))[0]].pages == 12
    assert 'aria-sort="descending"' in page(signed_in, many, "?sort=pages").content.decode()


def test_most_passages_first(signed_in, owner):
    texts = {"a.txt": "One.", "b.txt": "\n\n".join(f"# {n}\n\nWords of part {n}." for n in range(5)), "c.txt": "Two."}
    made = factories.collection(owner, {name.replace(".txt", ".md"): text for name, text in texts.items()})
    assert paths(page(signed_in, made, "?sort=passages")) == ["b.md", "a.md", "c.md"]


def test_what_to_do_about_a_file_stands_beside_it(signed_in, many):
    narrowed = page(signed_in, many, "?state=unread").content.decode()
    assert "has a password" in narrowed
    assert "The PDF is locked. Save a copy without the password and add that." in narrowed


def test_narrowing_sends_the_list_alone_and_going_back_the_whole_page(signed_in, many):
    part = page(signed_in, many, "?name=0042", **{"hx-request": "true", "hx-target": "files"})
    assert part.content.decode().lstrip().startswith('<section id="files"')
    assert "HX-Request" in part["Vary"]
    back = page(signed_in, many, **{"hx-request": "true", "hx-history-restore-request": "true"})
    assert back.content.decode().startswith("<!doctype html>")


def test_while_files_are_read_only_what_moved_on_is_sent(signed_in, many, django_assert_max_num_queries):
    ingestion.ensure(collection_id=many.pk)
    first, second, third = Document.objects.filter(status=Status.WAITING)
    Document.objects.filter(pk=first.pk).update(status=Status.READY)
    Document.objects.filter(pk=second.pk).update(status=Status.ENCRYPTED)
    address = reverse("sources:reading", args=[many.pk])
    with django_assert_max_num_queries(6):
        part = signed_in.get(f"{address}?shown={first.pk},{second.pk},{third.pk},x,{10**30}")
    said = part.content.decode()
    assert part.status_code == 200
    assert f'<td id="state-{first.pk}" hx-swap-oob="true">' in said
    assert f'<td id="state-{second.pk}" hx-swap-oob="true">' in said
    assert f"state-{third.pk}" not in said
    assert f'name="shown" value="{third.pk}"' in said
    assert 'value="1099"' in said


def test_asking_ends_with_the_reading_and_its_end_is_said(signed_in, many):
    run = ingestion.ensure(collection_id=many.pk)
    Run.objects.filter(pk=run.pk).update(status="ended")
    Document.objects.filter(status=Status.WAITING).update(status=Status.READY)
    part = signed_in.get(reverse("sources:reading", args=[many.pk]))
    assert part.status_code == 286
    assert "The reading is done: 1098 files are ready, 1 could not be read." in part.content.decode()


def test_a_reading_that_ended_early_can_be_taken_up(signed_in, many):
    stopped = ingestion.ensure(collection_id=many.pk)
    Run.objects.filter(pk=stopped.pk).update(status="ended")
    assert "Read the rest" in page(signed_in, many).content.decode()
    signed_in.post(reverse("sources:read", args=[many.pk]))
    assert Run.objects.filter(method="ingest").count() == 2


def test_a_file_that_timed_out_can_be_read_again_and_one_with_a_password_cannot(signed_in, many):
    Document.objects.filter(path="html/page-0001.html").update(status=Status.TIMED_OUT, reason="60 s.")
    timed_out, locked = Document.objects.get(path="html/page-0001.html"), Document.objects.get(status=Status.ENCRYPTED)
    offered = signed_in.get(reverse("sources:document", args=[timed_out.pk])).content.decode()
    assert "Read it again" in offered
    for document in (timed_out, locked):
        signed_in.post(reverse("sources:read-again", args=[document.pk]))
    timed_out.refresh_from_db()
    locked.refresh_from_db()
    assert (timed_out.status, timed_out.reason, locked.status) == (Status.WAITING, "", Status.ENCRYPTED)
