"""Steers, undone answers and late answers as a browser sends them."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from steer_app.runs.models import Question, Run, Steer
from steer_app.runs.selectors import open_question
from steer_app.runs.services import inline
from steer_app.steer import selectors
from steer_app.steer.models import Aspect, Proposal, Session
from tests.steer import factories

pytestmark = pytest.mark.django_db

HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def asking(owner, library) -> Run:
    """A session that waits at its first question, at the root."""
    return inline.run_to_end(factories.session(owner, library, c0=0.0, depth=2).pk, threads=0)


@pytest.fixture
def going(owner, library) -> Run:
    """A session whose directions are to be read."""
    run = factories.session(owner, library, depth=2, answers="never")
    while not run.steps.filter(key="decide:0", status="done").exists():
        inline.steps.perform(run.steps.filter(status="ready").earliest("pk").pk, with_heartbeat=False)
    return run


@pytest.fixture
def page(client, owner):
    client.force_login(owner)
    return client


def steer(page: Client, run: Run, kind: str, **fields):
    headers = fields.pop("headers", HTMX)
    return page.post(reverse("steer:steer", args=[run.pk]), {"kind": kind, "against": 3, **fields}, **headers)


def undo(page: Client, run: Run, **headers):
    question = Question.objects.filter(run=run).latest("pk")
    form = {"question": question.pk, "revision": question.revision}
    return page.post(reverse("steer:undo", args=[run.pk]), form, **headers)


def answer(page: Client, run: Run, question: Question, headers=HTMX, **fields):
    form = {"question": question.pk, "revision": question.revision, **fields}
    return page.post(reverse("runs:answer", args=[run.pk]), form, **headers)


def test_strangers_find_nothing(client, going, stranger, teammate, annotator, admin):
    for person in (stranger, teammate, annotator, admin):
        client.force_login(person)
        for name in ("steer:steer", "steer:undo"):
            assert client.post(reverse(name, args=[going.pk]), {"kind": "say", "text": "x"}).status_code == 404
    assert not Steer.objects.exists()


def test_a_run_of_another_method_is_no_session(page, owner):
    from steer_app.runs.services import runs

    run = runs.create(method_name="counting", owner=owner, title="", params={})
    assert steer(page, run, "say", text="hello").status_code == 404
    assert page.post(reverse("steer:undo", args=[run.pk])).status_code == 404


def test_moves_are_posted(page, going):
    for name in ("steer:steer", "steer:undo"):
        assert page.get(reverse(name, args=[going.pk])).status_code == 405


def test_each_kind_of_steer_changes_what_it_names(page, going):
    assert steer(page, going, "prune", path="0.2").status_code == 200
    assert selectors.nodes(going)["0.2"].status == "pruned"
    assert steer(page, going, "revive", path="0.2").status_code == 200
    assert selectors.nodes(going)["0.2"].status == "queued"
    assert steer(page, going, "add", under="0", text="Who pays?").status_code == 200
    assert steer(page, going, "settings", c0="0.2", tol="5").status_code == 200
    assert Session.objects.filter(run=going, c0=0.2, tol=5).exists()
    assert steer(page, going, "aspect", do="add", text="the law of it").status_code == 200
    new = Aspect.objects.get(run=going, text="the law of it")
    assert steer(page, going, "aspect", do="pin", no=new.no).status_code == 200
    assert Aspect.objects.get(pk=new.pk).pinned
    assert steer(page, going, "say", text="skip 0.2").status_code == 200
    inline.steps.perform(going.steps.get(kind="persona", status="ready").pk, with_heartbeat=False)
    assert steer(page, going, "accept", key=Proposal.objects.get(run=going).key).status_code == 200
    assert selectors.nodes(going)["0.2"].status == "pruned"
    assert {row.state for row in Steer.objects.filter(run=going)} == {"applied"}
    assert set(Steer.objects.values_list("against", "by")) == {(3, "owner")}


def test_htmx_gets_a_message_alone_and_a_plain_form_goes_back_to_the_page(page, going):
    """What has changed comes over the socket, to every tab alike."""
    part = steer(page, going, "prune", path="0.2").content.decode()
    assert part.strip().startswith('<div id="run-message"')
    plain = steer(page, going, "revive", path="0.2", headers={})
    assert (plain.status_code, plain["Location"]) == (302, reverse("runs:run", args=[going.pk]))


def test_what_cannot_be_read_is_told_what_to_mend(page, going):
    response = steer(page, going, "settings", c0="often")
    assert response.status_code == 422
    assert "How often to ask must be a number from 0 to 1." in response.content.decode()
    assert not Steer.objects.exists()


def test_a_page_from_the_future_saw_no_more_than_there_is(page, going):
    steer(page, going, "prune", path="0.2", against=10**30)
    assert Steer.objects.get().against <= Run.objects.get(pk=going.pk).last_seq


def test_a_refusal_says_why_is_kept_and_gives_the_words_back(page, going):
    known = selectors.nodes(going)["0.1"].question
    for headers in (HTMX, {}):
        response = steer(page, going, "add", under="0", text=known, headers=headers)
        said = response.content.decode()
        assert response.status_code == 409
        assert "That question is in the tree already at 0.1." in said
        assert f"readonly>{known}</textarea>" in said
    assert Steer.objects.filter(state="refused").count() == 2


def test_an_unreadable_plain_form_gives_the_words_back_too(page, going):
    said = steer(page, going, "add", text="Who pays?", headers={}).content.decode()
    assert "readonly>Who pays?</textarea>" in said


def test_a_session_that_has_ended_offers_a_follow_up(page, owner, library):
    run = factories.finished(owner, library, depth=1)
    response = steer(page, run, "add", under="0", text="Who pays?")
    said = response.content.decode()
    assert response.status_code == 409
    assert "Start a follow-up from the finished tree" in said
    assert "Who pays?" in said
    assert not Steer.objects.exists()


def test_what_a_person_writes_is_escaped(page, going):
    evil = "</textarea><script>alert(1)</script>"
    said = steer(page, going, "add", under="0.9", text=evil).content.decode()
    assert evil not in said
    assert "&lt;script&gt;" in said


# Undo


def test_an_answer_is_taken_back_over_http(page, asking):
    question = open_question(asking.pk)
    answer(page, asking, question, ticked="0.2")
    assert undo(page, asking, **HTMX).status_code == 200
    question.refresh_from_db()
    assert (question.state, question.revision) == ("open", 2)
    answer(page, asking, question, ticked="0.2")
    assert undo(page, asking)["Location"] == reverse("runs:run", args=[asking.pk])


def test_an_undo_that_comes_too_late_says_why(page, asking):
    answer(page, asking, open_question(asking.pk), ticked="0.2")
    page.post(reverse("runs:write-now", args=[asking.pk]))
    response = undo(page, asking, **HTMX)
    assert response.status_code == 409
    assert "The report is being written, so the answer stands." in response.content.decode()


def test_the_question_of_another_session_is_not_found(page, asking, owner, library):
    other = factories.session(owner, library)
    form = {"question": open_question(asking.pk).pk, "revision": 1}
    assert page.post(reverse("steer:undo", args=[other.pk]), form).status_code == 404


def test_what_can_be_undone_is_found_with_few_queries(page, asking, django_assert_max_num_queries):
    from steer_app.steer.undo import undoable

    answer(page, asking, open_question(asking.pk), ticked="0.2")
    run = Run.objects.get(pk=asking.pk)
    with django_assert_max_num_queries(4):
        assert undoable(run)


# Two tabs


def test_of_two_tabs_one_wins_and_the_other_is_told_and_keeps_its_words(owner, asking):
    one, other = Client(), Client()
    for tab in (one, other):
        tab.force_login(owner)
    question = open_question(asking.pk)
    assert answer(one, asking, question, ticked=["0.1", "0.2"], added="Who pays?").status_code == 200
    for headers in (HTMX, {}):
        words = {"added": "Who gains?\nWho loses?", "remark": "be brief"}
        late = answer(other, asking, question, headers, ticked="0.1", **words)
        said = late.content.decode()
        assert late.status_code == 409
        assert re.search(r"Too late: this question was answered by owner .*: kept 2 directions, added 1\.", said)
        assert "readonly>Who gains?\nWho loses?\n\nbe brief</textarea>" in said.replace("\r", "")
    question.refresh_from_db()
    assert question.answer["ticked"] == ["0.1", "0.2"]


def test_an_answer_to_a_question_that_was_asked_again_keeps_its_words(page, asking):
    stale = open_question(asking.pk)
    answer(page, asking, stale, ticked="0.2")
    undo(page, asking)
    late = answer(page, asking, stale, ticked="0.1", remark="be brief")
    assert late.status_code == 409
    assert "look at it again" in late.content.decode()
    assert "readonly>be brief</textarea>" in late.content.decode()


def test_words_are_given_back_once(page, asking):
    """The form of a question that is still open keeps them itself."""
    refused = answer(page, asking, open_question(asking.pk), remark="be brief")
    assert refused.status_code == 422
    assert "kept-words" not in refused.content.decode()
