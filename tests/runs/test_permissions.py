"""A stranger gets 404 on every page, move and socket of another's run; 409 tells what happened."""

import re

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from steer_app.runs.consumers import HomeSocket, RunSocket
from steer_app.runs.domain.outcome import Ask, Outcome
from steer_app.runs.models import Question, Run
from steer_app.runs.services import claims, steps

MOVES = ("answer", "pause", "resume", "stop", "write-now")
HTMX = {"HTTP_HX_REQUEST": "true"}


def socket(user, run_id=None):
    consumer, path = (RunSocket, f"/ws/runs/{run_id}/") if run_id else (HomeSocket, "/ws/home/")
    communicator = WebsocketCommunicator(consumer.as_asgi(), path)
    communicator.scope.update(user=user, url_route={"kwargs": {"run_id": run_id}})
    return communicator


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["stranger", "teammate", "annotator", "admin"])
def test_nobody_but_the_owner_finds_a_run(client, started, request, who):
    run = started()
    client.force_login(request.getfixturevalue(who))
    assert client.get(reverse("runs:run", args=[run.pk])).status_code == 404
    for move in MOVES:
        assert client.post(reverse(f"runs:{move}", args=[run.pk])).status_code == 404
    assert Run.objects.get(pk=run.pk).status == "running"


@pytest.mark.django_db
def test_a_run_that_is_not_there_and_one_of_somebody_else_answer_alike(client, started, stranger):
    run = started()
    client.force_login(stranger)
    theirs, none = (client.get(reverse("runs:run", args=[pk])) for pk in (run.pk, run.pk + 1))
    token = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+"')
    assert token.sub(b"", theirs.content) == token.sub(b"", none.content)


@pytest.mark.django_db
def test_who_is_not_signed_in_is_sent_to_sign_in(client, started):
    run = started()
    assert client.get(reverse("runs:run", args=[run.pk])).status_code == 302
    assert client.post(reverse("runs:stop", args=[run.pk])).status_code == 302
    assert Run.objects.get(pk=run.pk).closed == ""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("who", ["stranger", "nobody"])
async def test_a_strangers_socket_is_closed_and_told_nothing(started, stranger, who):
    run = await sync_to_async(started)()
    user = stranger if who == "stranger" else AnonymousUser()
    communicator = socket(user, run.pk)
    assert (await communicator.connect())[0]
    assert await communicator.receive_output(5) == {"type": "websocket.close", "code": 4404}


@pytest.mark.django_db(transaction=True)
async def test_the_home_socket_wants_somebody_signed_in():
    communicator = socket(AnonymousUser())
    assert (await communicator.connect())[0]
    assert (await communicator.receive_output(5))["code"] == 4404


@pytest.mark.django_db
def test_a_question_of_another_run_cannot_be_answered_through_ones_own(client, script, started, owner, step_of):
    own, other = started("scripted"), started("scripted")
    steps.finish(claims.claim(step_of(other, "work:1").pk), Outcome(ask=Ask("q", "Which?")))
    client.force_login(owner)
    question = Question.objects.get(run=other)
    form = {"question": question.pk, "revision": 1}
    assert client.post(reverse("runs:answer", args=[own.pk]), form).status_code == 404
    assert Question.objects.get().state == "open"


@pytest.fixture
def asked(started, client, owner, step_of):
    """A counting run whose root asks, its owner signed in."""
    run = started(answers="person")
    steps.finish(claims.claim(step_of(run, "count:0").pk), Outcome(result={"number": 9}))
    steps.perform(step_of(run, "decide:0").pk, with_heartbeat=False)
    client.force_login(owner)
    return run


@pytest.mark.django_db
def test_ticked_options_answer_a_question(client, asked):
    question = Question.objects.get(run=asked)
    form = {"question": question.pk, "revision": 1, "kept": ["0.1", "0.3"]}
    assert client.post(reverse("runs:answer", args=[asked.pk]), form).status_code == 302
    question.refresh_from_db()
    assert (question.answer, question.answered_by) == ({"kept": ["0.1", "0.3"]}, "owner")


@pytest.mark.django_db
def test_a_second_answer_is_told_who_was_quicker(client, asked):
    form = {"question": Question.objects.get(run=asked).pk, "revision": 1, "kept": ["0.1"]}
    client.post(reverse("runs:answer", args=[asked.pk]), form)
    plain = client.post(reverse("runs:answer", args=[asked.pk]), form)
    part = client.post(reverse("runs:answer", args=[asked.pk]), form, **HTMX)
    for response in (plain, part):
        assert response.status_code == 409
        assert "Too late: this question was answered by owner " in response.content.decode()
    assert "<html" in plain.content.decode()
    assert "<html" not in part.content.decode()
    assert 'id="run-head"' in part.content.decode()


@pytest.mark.django_db
def test_an_answer_that_was_not_offered_is_refused_and_the_question_stays(client, asked):
    form = {"question": Question.objects.get(run=asked).pk, "revision": 1, "kept": ["7.7"]}
    response = client.post(reverse("runs:answer", args=[asked.pk]), form, **HTMX)
    assert response.status_code == 422
    assert "Choose among the children that were offered." in response.content.decode()
    assert Question.objects.get(run=asked).state == "open"


@pytest.mark.django_db
def test_an_illegal_move_answers_409_with_the_page(client, asked):
    response = client.post(reverse("runs:resume", args=[asked.pk]))
    assert response.status_code == 409
    assert "cannot be resumed" in response.content.decode()


@pytest.mark.django_db
def test_the_page_shows_the_question_and_escapes_what_methods_say(client, script, started, owner, step_of):
    run = started("scripted")
    evil = "<script>alert(1)</script>"
    ask = Ask("q", evil, [{"value": evil, "label": evil}])
    steps.finish(claims.claim(step_of(run, "work:1").pk), Outcome(ask=ask))
    client.force_login(owner)
    page = client.get(reverse("runs:run", args=[run.pk])).content.decode()
    assert evil not in page
    assert "&lt;script&gt;alert(1)" in page
