"""Questions to the person: answered once, by compare-and-set on their revision (K11)."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from steer_app.runs.domain.failures import Conflict
from steer_app.runs.methods import method
from steer_app.runs.models import Question, Run
from steer_app.runs.services import journal, transitions

ENDS = {"answered": "has been answered", "expired": "has run out of time", "withdrawn": "is no longer asked"}


def answer(*, question_id: int, revision: int, answer: Mapping[str, Any], by: str) -> Run:
    """Answer an open question, also of a paused run. Raises Conflict saying what happened, BadAnswer what to mend."""
    with transaction.atomic():
        run_id = Question.objects.values_list("run_id", flat=True).get(pk=question_id)
        run = journal.lock(run_id)
        question = Question.objects.get(pk=question_id)
        if question.state != Question.State.OPEN:
            who = f" by {question.answered_by}" if question.answered_by else ""
            raise Conflict(f"This question {ENDS[question.state]}{who}.")
        if question.revision != revision:
            raise Conflict("This question has changed since you opened it; look at it again.")
        transitions.close_question(run, question, Question.State.ANSWERED, answer=dict(answer), by=by)
        transitions.settle(run, method(run.method).answered(run, question, dict(answer)))
    return run


def expire(*, question_id: int) -> bool:
    """Close a question whose time is over. False if it is not open any more, or its time is not over after all."""
    with transaction.atomic():
        run_id = Question.objects.values_list("run_id", flat=True).get(pk=question_id)
        run = journal.lock(run_id)
        question = Question.objects.get(pk=question_id)
        if question.state != Question.State.OPEN or not transitions.is_alive(run):
            return False
        if question.expires_at is None or question.expires_at > run.now:  # paused, and perhaps resumed, meanwhile
            return False
        transitions.close_question(run, question, Question.State.EXPIRED)
        transitions.settle(run, method(run.method).expired(run, question))
    return True
