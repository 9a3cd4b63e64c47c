"""Two people, or a person and a worker, at the same moment: one wins, and the other is told."""

import re

import pytest

from steer_app.runs.domain.failures import Conflict
from steer_app.runs.methods import method
from steer_app.runs.models import Question, Run
from steer_app.runs.selectors import open_question
from steer_app.runs.services import claims, inline, questions, steps
from steer_app.runs.services.steps import StepContext
from steer_app.steer import selectors
from steer_app.steer.domain.panel import fold
from steer_app.steer.models import Decision
from tests.runs.threads import together
from tests.steer import factories

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def told(move) -> str:
    try:
        return "" if move() is not False else "fenced"
    except Conflict as conflict:
        return conflict.reason


def folds(run: Run) -> bool:
    events = ((event.type, event.payload) for event in run.events.order_by("seq"))
    return fold(events).as_dict() == selectors.panel(run).as_dict()


@pytest.fixture
def asking(owner, library) -> Run:
    return inline.run_to_end(factories.session(owner, library, c0=0.0, depth=2).pk, threads=0)


@pytest.mark.parametrize("trial", range(2))
def test_an_undo_and_a_decision_at_once(asking, trial):
    question = open_question(asking.pk)
    every = [option["path"] for option in question.options]
    questions.answer(question_id=question.pk, revision=1, answer={"ticked": every}, by="owner")
    for key in (f"persona:q{question.pk}", "read:0.1", "scout:0.1"):
        steps.perform(asking.steps.get(key=key).pk, with_heartbeat=False)
    step = claims.claim(asking.steps.get(key="decide:0.1").pk)
    outcome = method("steer").perform(step, StepContext(step.run, step))
    undone, finished = together(
        lambda: told(lambda: questions.take_back(question_id=question.pk, revision=1, by="owner")),
        lambda: told(lambda: steps.finish(step, outcome)),
    )
    decided = Decision.objects.filter(run=asking, path="0.1").exists()
    assert decided == bool(undone)
    assert (finished == "fenced") == (not undone)
    if undone:
        assert "so the answer stands" in undone
    assert Question.objects.filter(run=asking, state="open").count() <= 1
    assert folds(asking)


@pytest.mark.parametrize("trial", range(2))
def test_two_answers_at_once(asking, trial):
    question = open_question(asking.pk)

    def answering(who: str):
        given = {"ticked": ["0.1", "0.2"]}
        return lambda: told(
            lambda: questions.answer(question_id=question.pk, revision=question.revision, answer=given, by=who)
        )

    said = sorted(together(answering("ada"), answering("bob")))
    winner = Question.objects.get(pk=question.pk).answered_by
    assert said[0] == ""
    assert re.fullmatch(rf"Too late: this question was answered by {winner} .*: kept 2 directions\.", said[1])
    assert folds(asking)
