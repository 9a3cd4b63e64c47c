"""The home page: what waits for a person comes first."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest
from django.template.loader import render_to_string
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from steer_app.runs.domain import states
from steer_app.runs.models import Run
from steer_app.shell.domain import home
from steer_app.shell.templatetags.home import ago

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
STATUSES = get_args(states.Status)


@dataclass(frozen=True)
class ARun:
    pk: int
    status: str
    created_at: datetime
    asks: bool = False


some_runs = st.lists(
    st.builds(
        ARun, st.integers(1, 99), st.sampled_from(STATUSES), st.integers(0, 9).map(lambda h: NOON - timedelta(hours=h))
    ),
    unique_by=lambda run: run.pk,
)


@given(some_runs)
def test_every_run_is_in_exactly_one_group(runs):
    listed = [run for group in home.grouped(runs) for run in group.runs]
    assert sorted(listed, key=lambda run: run.pk) == sorted(runs, key=lambda run: run.pk)


@given(some_runs)
def test_no_group_is_empty_and_waiting_comes_first(runs):
    groups = home.grouped(runs)
    assert all(group.runs for group in groups)
    assert [group.key for group in groups] == [k for k in ("waiting", "going", "ended") if k in {g.key for g in groups}]


def test_in_a_group_a_question_comes_before_a_pause_and_new_before_old():
    runs = [ARun(1, "paused", NOON), ARun(2, "waiting", NOON - timedelta(hours=2)), ARun(3, "waiting", NOON)]
    assert [run.pk for run in home.grouped(runs)[0].runs] == [3, 2, 1]


def test_a_run_that_works_on_while_it_asks_waits_for_its_person():
    runs = [ARun(1, "running", NOON), ARun(2, "running", NOON, asks=True)]
    assert [(group.key, [run.pk for run in group.runs]) for group in home.grouped(runs)] == [
        ("waiting", [2]),
        ("going", [1]),
    ]


def test_the_kernels_states_are_all_known():
    assert {status for _, _, statuses in home.GROUPS for status in statuses} == set(STATUSES)
    assert set(home.WORDS) | {"ended"} == set(STATUSES)
    assert set(home.OUTCOMES) == set(states.OUTCOMES)


@pytest.mark.parametrize(
    ("age", "words"),
    [
        (timedelta(seconds=5), "just now"),
        (timedelta(minutes=1), "1 minute ago"),
        (timedelta(hours=3, minutes=20), "3 hours ago"),
    ],
)
def test_times_are_said_in_one_unit(age, words):
    assert ago(timezone.now() - age).replace("\xa0", " ") == words


def _run(person, title, status, outcome="") -> Run:
    return Run.objects.create(owner=person, method="counting", title=title, status=status, outcome=outcome)


def test_it_needs_a_person(client, db):
    response = client.get("/")
    assert response.status_code == 302
    assert response.url == "/sign-in/?next=/"


def test_a_newcomer_is_told_how_to_begin(client, owner):
    client.force_login(owner)
    page = client.get("/").content.decode()
    assert "No runs yet" in page
    assert "manage.py research" in page


def test_a_person_sees_their_runs_and_nobody_elses(client, owner, stranger):
    _run(owner, "Mine, in need of me", "waiting")
    _run(owner, "Mine, done", "ended", "complete")
    _run(stranger, "Theirs", "running")
    client.force_login(owner)
    page = client.get("/").content.decode()
    assert page.index("Mine, in need of me") < page.index("Mine, done")
    assert "Theirs" not in page


def test_a_title_is_text_never_markup(client, owner):
    _run(owner, "<script>alert(1)</script>", "running")
    client.force_login(owner)
    assert "<script>alert(1)" not in client.get("/").content.decode()


@pytest.mark.django_db
def test_the_list_can_be_sent_out_of_band(owner):
    run = _run(owner, "A run", "running")
    part = render_to_string("runs/_run_list.html", {"runs": [run], "oob": True})
    assert 'id="run-list"' in part
    assert 'hx-swap-oob="true"' in part


def test_a_page_has_no_inline_script_or_style_and_a_strict_policy(client, owner):
    client.force_login(owner)
    response = client.get("/")
    page = response.content.decode()
    assert "style=" not in page
    assert "<style" not in page
    assert "<script>" not in page
    assert "unsafe" not in response["Content-Security-Policy"]


def test_the_watcher_of_the_process_needs_no_account(client):
    assert client.get("/health/").content == b"ok\n"
