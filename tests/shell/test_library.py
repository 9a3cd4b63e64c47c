"""The moves of a row's menu over HTTP: a page for everybody, a part for htmx, nothing for strangers."""

import pytest
from django.urls import reverse
from django.utils import timezone

from steer_app.runs.models import Run

pytestmark = pytest.mark.django_db

HTMX = {"hx-request": "true"}
MOVES = ("rename", "archive", "unarchive", "again", "delete")


@pytest.fixture
def run(owner):
    return Run.objects.create(
        owner=owner, method="counting", title="Count", status="ended", outcome="complete", ended_at=timezone.now()
    )


@pytest.fixture
def mine(client, owner):
    client.force_login(owner)
    return client


def _address(move, run):
    return reverse(f"library:{move}", args=[run.pk])


@pytest.mark.parametrize("who", ["stranger", "teammate", "annotator", "admin"])
def test_nobody_but_the_owner_finds_a_move(client, run, request, who):
    client.force_login(request.getfixturevalue(who))
    assert client.get(_address("moves", run)).status_code == 404
    assert client.get(_address("delete", run)).status_code == 404
    for move in MOVES:
        assert client.post(_address(move, run), {"title": "Taken"}).status_code == 404
    run.refresh_from_db()
    assert (run.title, run.archived_at) == ("Count", None)


def test_who_is_not_signed_in_is_sent_to_sign_in(client, run):
    assert {client.post(_address(move, run)).status_code for move in MOVES} == {302}
    run.refresh_from_db()
    assert run.archived_at is None


def test_reading_changes_nothing(mine, run):
    assert [mine.get(_address(move, run)).status_code for move in MOVES] == [405, 405, 405, 405, 200]
    assert Run.objects.count() == 1


def test_a_menu_is_a_part_and_without_scripts_a_page(mine, run):
    part = mine.get(_address("moves", run), headers=HTMX).content.decode()
    page = mine.get(_address("moves", run)).content.decode()
    assert "<html" not in part
    assert "<html" in page
    for move in ("rename", "archive", "delete"):
        assert _address(move, run) in part
        assert _address(move, run) in page


def test_a_renamed_row_comes_back_with_the_ids_of_its_list(mine, run):
    row = mine.post(_address("rename", run), {"title": "Sheep", "at": "found"}, headers=HTMX).content.decode()
    assert f'id="found-row-{run.pk}"' in row
    assert ">Sheep</a>" in row
    assert mine.post(_address("rename", run), {"title": "Goats"}).url == "/"
    run.refresh_from_db()
    assert run.title == "Goats"


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_title_that_is_too_long_is_kept_for_mending(mine, run, headers):
    answer = mine.post(_address("rename", run), {"title": "long " * 80}, headers=headers)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "300 characters at most" in page
    assert "long long" in page
    assert 'aria-invalid="true"' in page


def test_an_archived_run_can_be_brought_back_at_once(mine, run):
    said = mine.post(_address("archive", run), headers=HTMX).content.decode()
    assert "“Count” is archived." in said
    assert _address("unarchive", run) in said
    assert "Count" in mine.get("/?archived=1").content.decode()
    assert "Count" not in mine.get("/").content.decode()
    back = mine.post(_address("unarchive", run), headers=HTMX).content.decode()
    assert f'id="run-row-{run.pk}"' in back


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_what_is_under_way_is_not_archived_and_it_says_why(mine, run, headers):
    Run.objects.update(status="running", ended_at=None)
    answer = mine.post(_address("archive", run), headers=headers, follow=True)
    assert "Stop or pause it first" in answer.content.decode()
    assert answer.headers.get("HX-Reswap") == ("none" if headers else None)
    run.refresh_from_db()
    assert run.archived_at is None


def test_deleting_says_what_is_lost_and_asks_first(mine, run):
    assert "cannot be undone" in mine.get(_address("delete", run)).content.decode()
    Run.objects.update(status="running")
    assert "Deleting stops it at once" in mine.get(_address("delete", run)).content.decode()
    page = mine.post(_address("delete", run), follow=True).content.decode()
    assert "“Count” is deleted." in page
    assert not Run.objects.exists()


def test_running_it_again_starts_another_with_the_same_settings(mine, owner, run):
    Run.objects.update(params={"depth": 2})
    answer = mine.post(_address("again", run))
    fresh = Run.objects.latest("pk")
    assert answer.url == reverse("runs:run", args=[fresh.pk])
    assert (fresh.params["depth"], fresh.status, fresh.title) == (2, "running", "Count")
