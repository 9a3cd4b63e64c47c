"""The home page: what waits for a person comes first."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from steer_app.runs.domain import states, wording
from steer_app.runs.models import Budget, Question, Run
from steer_app.shell.domain import home
from steer_app.shell.templatetags.home import ago
from steer_app.sources.models import Collection
from steer_app.steer.models import Node, Report

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
STATUSES = get_args(states.Status)


@dataclass(frozen=True)
class ARun:
    pk: int
    status: str
    created_at: datetime
    asks: bool = False
    method: str = "steer"
    ended_at: datetime | None = None


ORDER = ("waiting", "going", "resting", "ended", "readings")
some_runs = st.lists(
    st.builds(
        ARun,
        st.integers(1, 99),
        st.sampled_from(STATUSES),
        st.integers(0, 9).map(lambda h: NOON - timedelta(hours=h)),
        method=st.sampled_from(["steer", "ingest"]),
    ),
    unique_by=lambda run: run.pk,
)


@given(some_runs)
def test_every_run_is_in_exactly_one_group(runs):
    listed = [run for group in home.grouped(runs, {"ingest"}, len(runs)) for run in group.runs]
    assert sorted(listed, key=lambda run: run.pk) == sorted(runs, key=lambda run: run.pk)


@given(some_runs)
def test_no_group_is_empty_and_waiting_comes_first(runs):
    groups = home.grouped(runs, {"ingest"})
    assert all(group.runs for group in groups)
    assert [group.key for group in groups] == [key for key in ORDER if key in {group.key for group in groups}]


@given(some_runs)
def test_what_runs_for_others_stands_apart_from_ones_own_work(runs):
    for group in home.grouped(runs, {"ingest"}):
        assert {run.method for run in group.runs} == ({"ingest"} if group.key == "readings" else {"steer"})


def test_new_comes_before_old_and_a_question_before_a_pause():
    runs = [ARun(1, "paused", NOON), ARun(2, "waiting", NOON - timedelta(hours=2)), ARun(3, "waiting", NOON)]
    assert [[run.pk for run in group.runs] for group in home.grouped(runs)] == [[3, 2], [1]]


def test_of_what_has_ended_the_last_thirty_are_shown_and_it_says_that_there_is_more():
    runs = [ARun(pk, "ended", NOON, ended_at=NOON + timedelta(hours=pk)) for pk in range(1, 32)]
    (group,) = home.grouped(runs)
    assert ([run.pk for run in group.runs], group.more) == (list(range(31, 1, -1)), True)
    assert not home.grouped(runs[1:])[0].more


def test_a_run_that_works_on_while_it_asks_waits_for_its_person():
    runs = [ARun(1, "running", NOON), ARun(2, "running", NOON, asks=True)]
    assert [(group.key, [run.pk for run in group.runs]) for group in home.grouped(runs)] == [
        ("waiting", [2]),
        ("going", [1]),
    ]


def test_the_kernels_states_are_all_known():
    assert {status for _, _, statuses in home.GROUPS for status in statuses} == set(STATUSES)
    assert set(wording.CHIPS) | {"ended"} == set(STATUSES)
    assert set(wording.ENDED_CHIPS) == set(states.OUTCOMES)


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


def _run(person, title, status, outcome="", method="counting", **more) -> Run:
    ended_at = timezone.now() if status == "ended" else None
    return Run.objects.create(
        owner=person, method=method, title=title, status=status, outcome=outcome, ended_at=ended_at, **more
    )


def test_it_needs_a_person(client, db):
    response = client.get("/")
    assert response.status_code == 302
    assert response.url == "/sign-in/?next=/"


def test_a_newcomer_can_ask_at_once_and_is_offered_the_worked_examples(client, owner):
    client.force_login(owner)
    page = client.get("/").content.decode()
    assert "No research yet" in page
    assert 'name="question"' in page
    assert reverse("steer:examples") in page
    assert "manage.py" not in page  # the browser is enough; the command line is the README's


def test_with_one_collection_a_question_starts_at_once(client, owner):
    client.force_login(owner)
    assert 'value="start"' not in client.get("/").content.decode()
    Collection.objects.create(owner=owner, name="Manuals")
    page = client.get("/").content.decode()
    assert 'value="start"' in page
    assert "Looks in “Manuals”" in page


def test_a_waiting_run_says_what_it_asks_and_since_when(client, owner):
    run = _run(owner, "Pumps", "running")
    Question.objects.create(run=run, key="q", text="Which of these are worth the effort?")
    client.force_login(owner)
    page = client.get("/").content.decode()
    assert "Waiting for you" in page
    assert '<p class="asked">Which of these are worth the effort? ' in page
    assert "asked <time" in page


def test_progress_cost_and_the_report_are_on_the_row(client, owner):
    run = _run(owner, "Pumps", "running", method="steer", params={"depth": 2, "breadth": 3, "query": "Pumps?"})
    Budget.objects.create(run=run, spent_microusd=210_000, cap_microusd=2_000_000)
    Node.objects.create(run=run, path="0", question="q", query="q", status="read", has_result=True)
    done = _run(owner, "Vans", "ended", "complete", method="steer", params={"query": "Vans?"})
    Report.objects.create(run=done, version=1, content={})
    client.force_login(owner)
    page = client.get("/").content.decode()
    assert "1 of about 13 nodes read" in page
    assert "$0.21 of $2.00" in page
    assert page.count("Read the report") == 1


def test_a_list_of_a_hundred_runs_takes_as_many_queries_as_one_of_two(client, owner, django_assert_num_queries):
    """Two for who it is, three for the runs, three for what sessions say, one for collections."""
    client.force_login(owner)
    for many in (1, 49):
        for number in range(many):
            run = _run(owner, f"Waits {number}", "waiting", method="steer", params={"query": "?"})
            Question.objects.create(run=run, key="q", text="Which?")
            Node.objects.create(run=run, path="0", question="q", query="q")
            done = _run(owner, f"Done {number}", "ended", "complete", method="steer", params={"query": "?"})
            Report.objects.create(run=done, version=1, content={})
        with django_assert_num_queries(9):
            client.get("/")
        with django_assert_num_queries(7):  # counted and cut to a page
            client.get("/?finished=1")


@pytest.mark.parametrize(
    ("query", "titles"),
    [
        ("?q=PUMP", {"Pumps"}),
        ("?q=cold+homes", {"Pumps"}),
        ("?q=pump+vans", set()),
        ("?q=away&archived=1", {"Put away"}),
    ],
)
def test_search_finds_every_word_in_title_or_question(client, owner, stranger, query, titles):
    _run(owner, "Pumps", "running", method="steer", params={"query": "How warm are homes in the cold?"})
    _run(owner, "Vans", "ended", method="steer", params={"query": "Do they pay?"})
    _run(owner, "Put away", "ended", archived_at=timezone.now())
    _run(stranger, "Pumps of another", "running")
    client.force_login(owner)
    for headers in ({}, {"hx-request": "true"}):
        page = client.get(f"/{query}", headers=headers).content.decode()
        assert {title for title in ("Pumps", "Vans", "Put away") if f">{title}</a>" in page} == titles
        assert "of another" not in page
        assert ("Nothing has" in page) == (not titles)


def test_what_was_searched_for_stands_beside_the_live_list_which_cannot_overwrite_it(client, owner):
    _run(owner, "Pumps", "running")
    client.force_login(owner)
    whole = client.get("/?q=pump").content.decode()
    assert '<div id="run-list"></div>' in whole
    assert 'id="found-row-' in whole
    part = client.get("/?q=pump", headers={"hx-request": "true"}).content.decode()
    assert "run-list" not in part
    cleared = client.get("/?q=", headers={"hx-request": "true"}).content.decode()
    assert 'hx-swap-oob="true"' in cleared
    restored = client.get("/?q=pump", headers={"hx-request": "true", "hx-history-restore-request": "true"})
    assert "<html" in restored.content.decode()


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
