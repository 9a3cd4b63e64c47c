"""Questions to the person: answered once, by compare-and-set on their revision (K11), and sometimes opened again."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from steer_app.runs.domain.failures import Conflict
from steer_app.runs.domain.wording import ago
from steer_app.runs.methods import method
from steer_app.runs.models import Question, Run, Step
from steer_app.runs.services import journal, transitions

CHANGED = "This question has changed since you opened it; look at it again."


def answer(*, question_id: int, revision: int, answer: Mapping[str, Any], by: str) -> Run:
    """Answer an open question, also of a paused run. Raises Conflict saying what happened, BadAnswer what to mend."""
    with transaction.atomic():
        run, question = _locked(question_id)
        if question.state != Question.State.OPEN:
            raise Conflict(_what_happened(run, question))
        if question.revision != revision:
            raise Conflict(CHANGED)
        transitions.close_question(run, question, Question.State.ANSWERED, answer=dict(answer), by=by)
        transitions.settle(run, method(run.method).answered(run, question, dict(answer)))
    return run


def take_back(*, question_id: int, revision: int, by: str) -> Run:
    """Undo an answer: the question is open again, and so is all that the answer settled. Raises Conflict with why not.

    Only whoever answered may, or the run's owner.
    """
    with transaction.atomic():
        run, question = _locked(question_id)
        if question.state != Question.State.ANSWERED:
            raise Conflict("There is no answer to take back: the question is not answered.")
        if question.revision != revision:
            raise Conflict(CHANGED)
        if by not in {question.answered_by, run.owner.get_username()}:
            raise Conflict(f"Only {question.answered_by}, who answered, or the owner can take the answer back.")
        if reason := in_the_way(run, question):
            raise Conflict(reason)
        outcome, timeout_s = method(run.method).taken_back(run, question)  # type: ignore[attr-defined]
        transitions.reopen_question(run, question, by=by, timeout_s=timeout_s)
        transitions.settle(run, outcome)
    return run


def in_the_way(run: Run, question: Question) -> str:
    """Why an answered question cannot be opened again, in a sentence; "" if it can be."""
    how = method(run.method)
    reports = Step.objects.filter(run=run, kind__in=how.report_kinds)
    if run.status == "ended":
        return "The session has ended, so the answer stands."
    if run.closed or run.status == "reporting" or reports.exists():
        return "The report is being written, so the answer stands."
    if Question.objects.filter(run=run, state=Question.State.OPEN).exists():
        return "Another question is open now, so the answer stands. Answer that one first."
    own = getattr(how, "in_the_way", None)
    return own(run, question) if own else "Answers cannot be taken back in this kind of run."


def expire(*, question_id: int) -> bool:
    """Close a question whose time is over. False if it is not open any more, or its time is not over after all."""
    with transaction.atomic():
        run, question = _locked(question_id)
        if question.state != Question.State.OPEN or not transitions.is_alive(run):
            return False
        if question.expires_at is None or question.expires_at > run.now:  # paused, and perhaps resumed, meanwhile
            return False
        transitions.close_question(run, question, Question.State.EXPIRED)
        transitions.settle(run, method(run.method).expired(run, question))
    return True


def _locked(question_id: int) -> tuple[Run, Question]:
    """A question's run under its lock, and the question as it is under it."""
    run = journal.lock(Question.objects.values_list("run_id", flat=True).get(pk=question_id))
    return run, Question.objects.get(pk=question_id)


def _what_happened(run: Run, question: Question) -> str:
    """For whoever comes too late: how the question was closed, by whom, when, and with what answer."""
    when = ago((run.now - question.closed_at).total_seconds()) if question.closed_at else ""
    if question.state == Question.State.EXPIRED:
        return f"Too late: this question ran out of time {when}."
    if question.state == Question.State.WITHDRAWN:
        return f"Too late: this question was withdrawn {when}, because nothing hangs on it any more."
    in_words = getattr(method(run.method), "answer_in_words", None)
    said = in_words(question) if in_words else ""
    who = f" by {question.answered_by}" if question.answered_by else ""
    return f"Too late: this question was answered{who} {when}{': ' + said if said else ''}."
