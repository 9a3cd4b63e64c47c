"""A person answers, adds, says nothing, or lets the session decide."""

from datetime import timedelta

import pytest
from django.utils import timezone

from steer_app.runs.domain.failures import BadAnswer, Conflict
from steer_app.runs.models import Question, Run
from steer_app.runs.selectors import open_question
from steer_app.runs.services import inline, questions, runs
from steer_app.steer import selectors
from steer_app.steer.domain.panel import fold
from steer_app.steer.models import Decision, Node, PersonaVersion, Remark, Scout
from tests.steer import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def asking(owner, library) -> Run:
    """A session that waits at its first question, at the root."""
    run = factories.session(owner, library, c0=0.0, depth=2)
    run = inline.run_to_end(run.pk, threads=0)
    assert run.status == "waiting"
    return run


def answer(run: Run, **given) -> Run:
    question = open_question(run.pk)
    return questions.answer(question_id=question.pk, revision=question.revision, answer=given, by="owner")


def to_end(run: Run) -> Run:
    """Answer everything else with what was suggested."""

    def decide(question: Question) -> None:
        given = {"you_decide": True}
        questions.answer(question_id=question.pk, revision=question.revision, answer=given, by="owner")

    return inline.run_to_end(run.pk, threads=0, on_question=decide)


def folds(run: Run) -> bool:
    events = ((event.type, event.payload) for event in run.events.order_by("seq"))
    return fold(events).as_dict() == selectors.panel(run).as_dict()


def test_a_question_shows_the_candidates_with_s_marked(asking):
    question = open_question(asking.pk)
    decision = Decision.objects.get(run=asking)
    assert [option["path"] for option in question.options if option["suggested"]] == decision.pre_marked
    assert {node.status for node in selectors.nodes(asking).values() if node.path != "0"} == {"waiting"}
    assert decision.outcome == "open"


def test_a_question_at_the_root_holds_everything(asking):
    assert not asking.steps.filter(status="ready").exists()
    assert not asking.steps.filter(key__startswith="read:0.").exists()


def test_ticked_directions_are_read_and_the_others_pruned(asking):
    answer(asking, ticked=["0.2"])
    run = to_end(asking)
    nodes = selectors.nodes(run)
    assert nodes["0.2"].status == "read"
    assert nodes["0.1"].status == "pruned"
    assert not run.steps.filter(key="read:0.1").exists()
    assert run.outcome == "complete"
    assert folds(run)


def test_you_decide_follows_s_and_teaches_nothing_about_the_person(asking):
    answer(asking, you_decide=True)
    decision = Decision.objects.get(run=asking, no=1)
    assert decision.outcome == "answered"
    assert decision.expanded == decision.pre_marked
    assert not Remark.objects.filter(run=asking).exists()
    to_end(asking)
    assert PersonaVersion.objects.filter(run=asking).count() == 1


def test_an_answer_moves_the_persona_before_anything_it_accepted_goes_on(asking):
    answer(asking, ticked=["0.1"], added=["Who repairs it in the cold?"])
    assert [step.key for step in asking.steps.filter(status="ready")] == [f"persona:q{open_or_closed(asking).pk}"]
    run = to_end(asking)
    assert selectors.nodes(run)["0.1"].persona_version == 2
    assert Scout.objects.get(run=run, path="0.1").persona_version == 2
    assert PersonaVersion.objects.filter(run=run).count() == 2
    assert folds(run)


def open_or_closed(run: Run) -> Question:
    return Question.objects.filter(run=run).latest("pk")


def test_an_added_direction_enters_unprobed_with_confidence_one(asking):
    answer(asking, ticked=["0.1"], added=["Who repairs it in the cold?"])
    node = Node.objects.get(run=asking, origin="user")
    assert (node.confidence, node.utility, node.hits) == (1.0, None, [])
    run = to_end(asking)
    assert Node.objects.get(pk=node.pk).status == "read"
    assert node.path in Decision.objects.get(run=run, no=1).expanded


def test_an_added_question_that_repeats_a_candidate_is_answered_with_it(asking):
    twin = selectors.nodes(asking)["0.2"]
    answer(asking, ticked=["0.1"], added=[twin.question.upper()])
    assert Node.objects.get(pk=twin.pk).status == "queued"
    assert not Node.objects.filter(run=asking, origin="user").exists()


def test_an_added_question_that_repeats_a_node_in_other_order_is_found_when_it_is_read(asking):
    pruned = selectors.nodes(asking)["0.2"]
    words = pruned.question.rstrip("?").split()
    answer(asking, ticked=["0.1"], added=[" ".join(reversed(words)) + " ?"])
    run = to_end(asking)
    added = Node.objects.get(run=run, origin="user")
    assert added.status == "pruned"
    assert Node.objects.get(pk=pruned.pk).status == "read"
    assert folds(run)


def test_typed_answers_are_understood(asking):
    answer(asking, typed="1\nNew questions:\nWho repairs it in the cold?")
    nodes = selectors.nodes(asking)
    assert nodes["0.1"].status == "queued"
    assert [node.question for node in nodes.values() if node.origin == "user"] == ["Who repairs it in the cold?"]


def test_a_number_that_was_not_offered_is_refused_and_the_question_stays(asking):
    with pytest.raises(BadAnswer, match="numbered 1 to"):
        answer(asking, typed="9")
    assert open_question(asking.pk).state == "open"


def test_nothing_ticked_ends_the_branch_only_when_confirmed(asking):
    with pytest.raises(BadAnswer, match="this branch would end here"):
        answer(asking, ticked=[])
    answer(asking, ticked=[], end_branch=True)
    run = to_end(asking)
    assert {node.status for node in selectors.nodes(run).values()} == {"read", "pruned"}
    assert run.outcome == "complete"


def test_a_second_answer_comes_too_late(asking):
    question = open_question(asking.pk)
    answer(asking, you_decide=True)
    with pytest.raises(Conflict, match=r"answered by owner .*: left it to what was suggested"):
        questions.answer(question_id=question.pk, revision=1, answer={"you_decide": True}, by="teammate")


def test_silence_reads_s_defers_the_rest_and_counts_twice(owner, library):
    run = factories.session(owner, library, c0=0.0, depth=2, answer_timeout_s=3600)
    while open_question(run.pk) is None or open_question(run.pk).payload["path"] == "0":
        _one_step_or_answer(run)
    question = open_question(run.pk)
    persona = selectors.panel(run).persona_version
    Question.objects.filter(pk=question.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert questions.expire(question_id=question.pk)
    decision = Decision.objects.get(run=run, no=question.payload["decision"])
    statuses = {node.path: node.status for node in selectors.nodes(run).values()}
    assert decision.outcome == "expired"
    assert {statuses[path] for path in decision.pre_marked} == {"queued"}
    deferred = {row["path"] for row in decision.candidates} - set(decision.pre_marked)
    assert {statuses[path] for path in deferred} == {"deferred"}
    assert selectors.panel(run).persona_version == persona
    run = to_end(run)
    assert {selectors.nodes(run)[path].status for path in deferred} == {"read"}
    assert folds(run)


def _one_step_or_answer(run: Run) -> None:
    from steer_app.runs.services import steps

    step = run.steps.filter(status="ready").order_by("pk").first()
    if step:
        steps.perform(step.pk, with_heartbeat=False)
    else:
        answer(run, you_decide=True)


def test_answers_never_goes_on_with_all_and_says_it_would_have_asked(owner, library):
    run = factories.finished(owner, library, c0=0.0, answers="never")
    asked = Decision.objects.filter(run=run, policy="ask")
    assert {decision.outcome for decision in asked} == {"suppressed"}
    assert all(decision.expanded == [row["path"] for row in decision.candidates] for decision in asked)
    assert {decision.pauses_in_direction for decision in Decision.objects.filter(run=run)} == {0}
    assert not Question.objects.filter(run=run).exists()


def test_writing_now_withdraws_the_question_and_still_writes_a_report(asking):
    runs.write_now(run_id=asking.pk, by="owner")
    run = inline.run_to_end(asking.pk, threads=0)
    assert run.outcome == "complete"
    assert Decision.objects.get(run=run).outcome == "withdrawn"
    assert "waiting" not in {node.status for node in selectors.nodes(run).values()}
    assert run.reports.count() == 1
    assert folds(run)


def test_a_question_in_a_direction_holds_that_direction_only(owner, library):
    run = factories.session(owner, library, c0=0.0, depth=3)
    inline.run_to_end(run.pk, threads=0)
    answer(run, ticked=[option["path"] for option in open_question(run.pk).options])
    inline.run_to_end(run.pk, threads=0)
    asked_at = open_question(run.pk).payload["path"]
    others = Decision.objects.filter(run=run).exclude(path__in=["0", asked_at])
    for decision in others:
        assert decision.policy == "proceed"
        assert decision.beside == f"ask:{asked_at}" or decision.no < Decision.objects.get(run=run, path=asked_at).no
    assert run.steps.filter(status="parked").count() == run.steps.filter(kind="decide", status="parked").count()
    run = to_end(run)
    assert run.outcome == "complete"
    assert not run.steps.filter(status="parked").exists()
    assert folds(run)
