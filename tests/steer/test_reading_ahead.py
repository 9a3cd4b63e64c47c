"""Reading ahead while a question waits: nothing of the tree shows it, and what was in vain is told with its cost."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from steer_app.runs.methods import method
from steer_app.runs.models import Question, Run
from steer_app.runs.selectors import open_question, waits_beside
from steer_app.runs.services import claims, inline, questions, runs, steers, steps, sweeps
from steer_app.runs.services.steps import StepContext
from steer_app.steer import conversation, selectors, session_json, spending
from steer_app.steer.domain.panel import fold
from steer_app.steer.domain.plan import NodeState, State, plan_next
from steer_app.steer.domain.story import Story
from steer_app.steer.models import Decision, Learning, Report
from steer_app.steer.page import SessionPage
from tests.steer import factories

pytestmark = pytest.mark.django_db


def started(owner, library, *, speculate: bool = True, **params: Any) -> Run:
    """A session that waits at its first question, at the root."""
    given = {"c0": 0.0, "depth": 2, "breadth": 3, "speculate": speculate} | params
    run = inline.run_to_end(factories.session(owner, library, **given).pk, threads=0)
    assert run.status == "waiting"
    return run


def answer(run: Run, **given: Any) -> None:
    question = open_question(run.pk)
    questions.answer(question_id=question.pk, revision=question.revision, answer=given, by="owner")


def surest(run: Run) -> str:
    options = [node for node in selectors.nodes(run).values() if node.status == "waiting" and node.suggested]
    return max(options, key=lambda node: node.confidence).path


def go_on(run: Run, given: dict[str, Any]) -> Run:
    """The first answer as given, every later one from the same words: tick the first, say something beside it."""

    def later(question: Question) -> None:
        reply = {"ticked": [question.options[0]["path"]], "remark": "only the cost"}
        questions.answer(question_id=question.pk, revision=question.revision, answer=reply, by="owner")

    answer(run, **given)
    return inline.run_to_end(run.pk, threads=0, on_question=later)


def found(run: Run) -> dict[str, Any]:
    """All that a session is: K15's list, and the report."""
    decisions = Decision.objects.filter(run=run).order_by("no").values()
    nodes = selectors.nodes(run).values()
    return {
        "nodes": [(n.path, n.question, n.status, n.origin, n.tags, n.coverage, n.persona_version) for n in nodes],
        "decisions": [{k: v for k, v in row.items() if k not in {"id", "run_id"}} for row in decisions],
        "learnings": list(Learning.objects.filter(run=run).order_by("path", "no").values_list("path", "no", "claim")),
        "report": Report.objects.get(run=run).content,
        "persona": [(row.text, row.state, row.rank) for row in run.aspects.order_by("no")],
    }


def turn(run: Run, question: Question) -> conversation.Told:
    story = Story()
    for event in run.events.order_by("seq"):
        story.take(event.seq, event.at, event.type, event.payload)
    return conversation.told(run.pk, story, story.turns[f"question-{question.pk}"], run.params, undo=0)


LATER = pytest.mark.slow
ANSWERS = [
    pytest.param({"ticked": ["0.1", "0.2"]}, "test", marks=LATER),
    pytest.param({"ticked": ["0.1"], "remark": "deeper on noise"}, "test"),
    pytest.param({"ticked": ["0.2"], "added": ["Who repairs it in the cold?"]}, "test", marks=LATER),
    pytest.param({"you_decide": True}, "test", marks=LATER),
    pytest.param({"ticked": ["0.1", "0.2"], "remark": "I rent, and noise matters"}, "offline", marks=LATER),
]


@pytest.mark.parametrize(("given", "brain"), ANSWERS)
def test_the_session_is_the_same_as_one_that_read_nothing_ahead(owner, library, given, brain):
    plain = go_on(started(owner, library, speculate=False, brain=brain, breadth=2), given)
    ahead = go_on(started(owner, library, brain=brain, breadth=2), given)
    assert ahead.steps.filter(kind="ahead", status="done").exists()
    assert not plain.calls.filter(step_key__startswith="ahead:").exists()
    assert found(ahead) == found(plain)
    events = ((event.type, event.payload) for event in ahead.events.order_by("seq"))
    assert fold(events).as_dict() == selectors.panel(ahead).as_dict()


def test_nothing_is_read_ahead_unless_it_was_asked_for(owner, library):
    run = started(owner, library, speculate=False)
    assert not run.steps.filter(kind="ahead").exists()


def test_one_candidate_is_read_ahead_and_keeps_waiting_as_if_it_were_not(owner, library):
    run = started(owner, library)
    path = surest(run)
    assert [step.key for step in run.steps.filter(kind="ahead")] == [f"ahead:{path}"]
    node = selectors.nodes(run)[path]
    assert (node.status, node.has_result, node.summary) == ("waiting", False, "")
    assert not Learning.objects.filter(run=run, path=path).exists()
    assert run.status == "waiting"


@pytest.mark.parametrize("brain", ["test", pytest.param("offline", marks=LATER)])
def test_what_was_kept_is_not_paid_twice(owner, library, brain):
    run = started(owner, library, brain=brain)
    path, question = surest(run), open_question(run.pk)
    run = go_on(run, {"ticked": [path]})
    learned = run.calls.filter(skill="learn", step_key__in=[f"ahead:{path}", f"read:{path}"])
    assert [call.step_key for call in learned] == [f"ahead:{path}"]
    assert next((one.path, one.used) for one in spending.ahead(run)) == (path, True)
    assert "the reading was of use" in turn(run, question).of["ahead"]


def test_what_was_left_out_is_told_with_its_cost(owner, library):
    run = started(owner, library)
    path, question = surest(run), open_question(run.pk)
    other = next(option["path"] for option in question.options if option["path"] != path)
    run = go_on(run, {"ticked": [other]})
    told = turn(run, question).of["ahead"]
    assert "in vain: 10 tokens" in told
    assert spending.in_vain(run)[0] == f"{path} was read ahead in vain: 10 tokens."
    usage = session_json.session(run)["usage"]["read_ahead"][0]
    assert usage == {"node": path, "calls": 1, "tokens": 10, "cost_usd": 0.0, "used": False}


def test_what_an_answer_says_beside_its_ticks_changes_the_reading_and_so_it_is_read_anew(owner, library):
    run = started(owner, library)
    path, question = surest(run), open_question(run.pk)
    steers.submit(
        run_id=run.pk, by="owner", kind="aspect", against=0, text="the law of it", payload={"do": "add"}
    )  # known before the answer, after the candidate was proposed
    run = go_on(run, {"ticked": [path]})
    assert run.calls.filter(skill="learn", step_key=f"read:{path}").exists()
    assert "read it anew" in turn(run, question).of["ahead"]


def test_an_answer_that_is_taken_back_finds_the_call_again(owner, library):
    run = started(owner, library)
    path, question = surest(run), open_question(run.pk)
    answer(run, ticked=[path])
    questions.take_back(question_id=question.pk, revision=1, by="owner")
    assert selectors.nodes(run)[path].status == "waiting"
    run = go_on(inline.run_to_end(run.pk, threads=0), {"ticked": [path]})
    assert run.calls.filter(step_key__startswith="ahead:", skill="learn").count() >= 1
    assert not run.calls.filter(step_key=f"read:{path}", skill="learn").exists()


def test_a_worker_that_dies_while_reading_ahead_costs_nothing_twice(owner, library):
    run = factories.session(owner, library, c0=0.0, depth=2, speculate=True)
    while not (ready := run.steps.filter(kind="ahead", status="ready").first()):
        steps.perform(run.steps.filter(status="ready").first().pk, with_heartbeat=False)
    step = claims.claim(ready.pk)
    method("steer").perform(step, StepContext(step.run, step))
    sweeps.give_up(step)
    assert steps.perform(ready.pk, with_heartbeat=False)
    assert run.calls.filter(step_key=ready.key).count() == 1
    assert run.events.filter(type="node.foreread").count() == 1


def test_a_call_made_ahead_by_a_step_that_was_given_up_is_of_use_and_told(owner, library):
    """Its step told nothing of it; the page is made from what was told."""
    run = factories.session(owner, library, c0=0.0, depth=2, speculate=True)
    while not (ready := run.steps.filter(kind="ahead", status="ready").first()):
        steps.perform(run.steps.filter(status="ready").first().pk, with_heartbeat=False)
    step = claims.claim(ready.pk)
    method("steer").perform(step, StepContext(step.run, step))
    question, path = open_question(run.pk), ready.key.partition(":")[2]
    questions.answer(question_id=question.pk, revision=1, answer={"ticked": [path]}, by="owner")
    sweeps.give_up(step)
    while not run.events.filter(type="node.read", payload__path=path).exists():
        steps.perform(run.steps.filter(status="ready").first().pk, with_heartbeat=False)
    assert run.events.get(type="node.read", payload__path=path).payload["used_ahead"]
    assert not run.events.filter(type="node.foreread").exists()
    told = " ".join(str(part) for part in SessionPage(run.pk).paint().changes)
    assert "the reading was of use" in told


def test_a_failure_to_read_ahead_is_no_gap_of_the_session(owner, library, test_brain):
    run = factories.session(owner, library, c0=0.0, depth=2, speculate=True)
    while not run.steps.filter(kind="ahead", status="ready").exists():
        steps.perform(run.steps.filter(status="ready").first().pk, with_heartbeat=False)
    test_brain.failing = frozenset({"learn"})
    run = inline.run_to_end(run.pk, threads=0)
    test_brain.failing = frozenset()
    assert (run.status, run.gaps) == ("waiting", [])
    assert go_on(run, {"you_decide": True}).outcome == "complete"


def test_a_reading_ahead_that_has_not_begun_is_dropped_with_its_candidate(owner, library):
    run = factories.session(owner, library, c0=0.0, depth=2, speculate=True)
    while not (ready := run.steps.filter(kind="ahead", status="ready").first()):
        steps.perform(run.steps.filter(status="ready").first().pk, with_heartbeat=False)
    path = ready.key.partition(":")[2]
    other = next(o["path"] for o in open_question(run.pk).options if o["path"] != path)
    answer(run, ticked=[other])
    ready.refresh_from_db()
    assert ready.status == "cancelled"


def test_silence_keeps_what_was_read_ahead(owner, library):
    run = factories.session(owner, library, c0=0.0, depth=2, speculate=True, answer_timeout_s=3600)
    while ready := run.steps.filter(status="ready").first():
        steps.perform(ready.pk, with_heartbeat=False)
    path, question = surest(run), open_question(run.pk)
    Question.objects.filter(pk=question.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert questions.expire(question_id=question.pk)
    steps.perform(run.steps.get(key=f"read:{path}").pk, with_heartbeat=False)
    assert [one.used for one in spending.ahead(run)] == [True]


def test_stopping_leaves_it_in_vain(owner, library):
    run = started(owner, library)
    question = open_question(run.pk)
    runs.stop(run_id=run.pk, by="owner")
    run = inline.run_to_end(run.pk, threads=0)
    assert [one.used for one in spending.ahead(run)] == [False]
    assert "in vain" in turn(run, question).of["ahead"]


def test_whoever_is_asked_does_not_wait_for_what_is_read_ahead(owner, library):
    run = factories.session(owner, library, c0=0.0, depth=2, speculate=True)
    while not (ready := run.steps.filter(kind="ahead", status="ready").first()):
        steps.perform(run.steps.filter(status="ready").first().pk, with_heartbeat=False)
    assert not waits_beside(run)
    assert claims.claim(ready.pk)
    assert waits_beside(run)
    run.steps.filter(key="read:0").update(status="ready")
    assert not waits_beside(run)


def test_the_plan_reads_ahead_only_what_nobody_reads_or_has_read():
    def keys(**more: Any) -> list[str]:
        node = NodeState("0.1", "waiting", False, False, False, True, True)
        given = {"started": True, "depth_limit": 2, "persona_version": 1, "speculate": True} | more
        return [spec.key for spec in plan_next(State(nodes=(node,), **given))]

    assert "ahead:0.1" in keys()
    assert "ahead:0.1" not in keys(speculate=False)
