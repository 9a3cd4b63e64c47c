"""A question that nobody answers in time: what is suggested is read, the rest is put off, and nothing is learned."""

from datetime import timedelta

import pytest
from django.utils import timezone

from steer_app.runs.models import Question, Run
from steer_app.runs.selectors import open_question
from steer_app.runs.services import questions, steers, steps
from steer_app.steer import conversation, selectors
from steer_app.steer.domain.story import Story
from steer_app.steer.models import Decision, PersonaVersion
from steer_app.steer.page import SessionPage
from tests.steer import factories

pytestmark = pytest.mark.django_db


def work_until_asked(run: Run) -> Question | None:
    while open_question(run.pk) is None and (ready := run.steps.filter(status="ready").order_by("pk").first()):
        steps.perform(ready.pk, with_heartbeat=False)
    return open_question(run.pk)


def silence(question: Question) -> None:
    Question.objects.filter(pk=question.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert questions.expire(question_id=question.pk)


def turn(run: Run, question: Question) -> conversation.Told:
    story = Story()
    for event in run.events.order_by("seq"):
        story.take(event.seq, event.at, event.type, event.payload)
    return conversation.told(run.pk, story, story.turns[f"question-{question.pk}"], run.params, undo=0)


@pytest.fixture
def asked(owner, library) -> tuple[Run, Question]:
    """A session that asks below its first direction, with something that it does not suggest."""
    run = factories.session(owner, library, c0=0.0, depth=3, answer_timeout_s=3600)
    while question := work_until_asked(run):
        if question.payload["path"] != "0" and not all(option["suggested"] for option in question.options):
            return run, question
        questions.answer(question_id=question.pk, revision=1, answer={"you_decide": True}, by="owner")
    raise AssertionError("the session asked nothing below its root")


def test_it_says_what_is_put_off_and_each_is_read_now_by_one_press(asked):
    run, question = asked
    silence(question)
    put_off = [option["path"] for option in question.options if not option["suggested"]]
    told = turn(run, question)
    assert told.state == "expired"
    assert [path for path, _ in told.of["put_off"]] == put_off
    steers.submit(run_id=run.pk, by="owner", kind="revive", against=0, payload={"path": put_off[0]})
    assert [path for path, _ in turn(run, question).of["put_off"]] == put_off[1:]
    assert selectors.nodes(run)[put_off[0]].status == "queued"


def test_the_live_page_takes_a_revived_direction_out_of_the_turn(asked):
    run, question = asked
    silence(question)
    page = SessionPage(run.pk)
    page.paint()
    path = next(option["path"] for option in question.options if not option["suggested"])
    steers.submit(run_id=run.pk, by="owner", kind="revive", against=0, payload={"path": path})
    said = {part.id: part.html for part in page.paint().changes}
    assert f'value="{path}"' not in said[f"question-{question.pk}"]


def test_nothing_is_learned_about_the_person_and_the_question_counts_twice(asked):
    run, question = asked
    before = PersonaVersion.objects.filter(run=run).count()
    silence(question)
    while work_until_asked(run):
        open_one = open_question(run.pk)
        questions.answer(question_id=open_one.pk, revision=1, answer={"you_decide": True}, by="owner")
    assert PersonaVersion.objects.filter(run=run).count() == before
    direction = ".".join(question.payload["path"].split(".")[:2])
    later = Decision.objects.filter(run=run, path__startswith=f"{direction}.", no__gt=question.payload["decision"])
    assert later.exists()
    assert {decision.pauses_in_direction for decision in later} >= {2}
