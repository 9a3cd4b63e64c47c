"""An answer is taken back until the next decision, and the session stands as if nobody had answered."""

from datetime import timedelta

import pytest
from django.utils import timezone

from steer_app.runs.domain.failures import Conflict
from steer_app.runs.methods import method
from steer_app.runs.models import Question, Run
from steer_app.runs.selectors import open_question
from steer_app.runs.services import claims, inline, questions, runs, steers, steps
from steer_app.runs.services.steps import StepContext
from steer_app.steer import selectors
from steer_app.steer.domain.panel import fold
from steer_app.steer.models import Aspect, Decision, Node, PersonaVersion, Proposal, Remark, Report
from steer_app.steer.undo import undoable
from tests.steer import factories

pytestmark = pytest.mark.django_db

ADDED = "Who repairs it in the cold?"


@pytest.fixture
def asking(owner, library) -> Run:
    """A session that waits at its first question, at the root."""
    run = factories.session(owner, library, c0=0.0, depth=2)
    return inline.run_to_end(run.pk, threads=0)


def newest(run: Run) -> Question:
    return Question.objects.filter(run=run).latest("pk")


def answer(run: Run, by: str = "owner", **given) -> Run:
    question = open_question(run.pk)
    return questions.answer(question_id=question.pk, revision=question.revision, answer=given, by=by)


def undo(run: Run, by: str = "owner") -> Run:
    question = newest(run)
    return questions.take_back(question_id=question.pk, revision=question.revision, by=by)


def do(run: Run, *keys: str) -> None:
    for key in keys:
        assert steps.perform(run.steps.get(key=key).pk, with_heartbeat=False), key


def statuses(run: Run) -> dict[str, str]:
    return {path: node.status for path, node in selectors.nodes(run).items()}


def folds(run: Run) -> bool:
    events = ((event.type, event.payload) for event in run.events.order_by("seq"))
    return fold(events).as_dict() == selectors.panel(run).as_dict()


def to_end(run: Run) -> Run:
    def decide(question: Question) -> None:
        given = {"you_decide": True}
        questions.answer(question_id=question.pk, revision=question.revision, answer=given, by="owner")

    return inline.run_to_end(run.pk, threads=0, on_question=decide)


def test_the_question_is_open_again_under_its_next_revision_with_all_that_it_asked(asking):
    before, tree = newest(asking), statuses(asking)
    answer(asking, ticked=["0.2"], remark="no noise")
    undo(asking)
    after = newest(asking)
    same = ("pk", "key", "text", "options", "payload", "answer", "answered_by", "closed_at", "expires_at")
    assert [getattr(after, name) for name in same] == [getattr(before, name) for name in same]
    assert (after.state, after.revision) == ("open", 2)
    assert statuses(asking) == tree
    decision = Decision.objects.get(run=asking)
    assert (decision.outcome, decision.expanded) == ("open", [])
    assert Run.objects.get(pk=asking.pk).status == "waiting"
    assert asking.events.filter(type="question.reopened").get().payload["revision"] == 2
    assert folds(asking)


def test_an_answer_to_the_earlier_revision_is_told_to_look_again(asking):
    question = newest(asking)
    answer(asking, ticked=["0.2"])
    undo(asking)
    with pytest.raises(Conflict, match="look at it again"):
        questions.answer(question_id=question.pk, revision=1, answer={"ticked": ["0.1"]}, by="owner")


def test_what_had_not_begun_is_forgotten(asking):
    answer(asking, ticked=["0.2"])
    do(asking, f"persona:q{newest(asking).pk}")
    assert asking.steps.filter(key="read:0.2", status="ready").exists()
    undo(asking)
    assert not asking.steps.filter(status__in=["ready", "claimed", "parked"]).exists()


def test_a_direction_that_was_read_waits_again_and_is_never_read_twice(asking):
    asked = newest(asking)
    answer(asking, ticked=["0.1"])
    do(asking, f"persona:q{asked.pk}", "read:0.1")
    undo(asking)
    node = selectors.nodes(asking)["0.1"]
    assert (node.status, node.has_result) == ("waiting", True)
    answer(asking, ticked=["0.1"], added=[ADDED])
    assert not asking.steps.filter(key="scout:0.1").exists(), "it waits for what this answer teaches"
    do(asking, f"persona:q{asked.pk}.2")
    taught = PersonaVersion.objects.get(run=asking, cause=f"q{asked.pk}.2")
    assert selectors.nodes(asking)["0.1"].persona_version == taught.no
    run = to_end(asking)
    assert run.outcome == "complete"
    assert run.events.filter(type="node.read", payload__path="0.1").count() == 1
    assert folds(run)


def test_a_reading_under_way_comes_in_and_its_direction_still_waits(asking):
    answer(asking, ticked=["0.2"])
    do(asking, f"persona:q{newest(asking).pk}")
    step = claims.claim(asking.steps.get(key="read:0.2").pk)
    outcome = method("steer").perform(step, StepContext(step.run, step))
    undo(asking)
    assert steps.finish(step, outcome)
    node = selectors.nodes(asking)["0.2"]
    assert (node.status, node.has_result) == ("waiting", True)
    assert folds(asking)


def test_an_added_direction_is_withdrawn_and_stays_in_sight(asking):
    answer(asking, ticked=["0.2"], added=[ADDED])
    undo(asking)
    added = Node.objects.get(run=asking, origin="user")
    assert (added.status, added.note) == ("pruned", "Withdrawn with the answer it came in.")
    answer(asking, ticked=["0.2"], added=[ADDED])
    run = to_end(asking)
    assert Node.objects.get(run=run, origin="user").status == "read"
    assert folds(run)


def test_an_added_direction_that_was_read_keeps_its_result(asking):
    answer(asking, ticked=["0.2"], added=[ADDED])
    added = Node.objects.get(run=asking, origin="user").path
    do(asking, f"persona:q{newest(asking).pk}", f"read:{added}")
    undo(asking)
    node = selectors.nodes(asking)[added]
    assert (node.status, node.has_result) == ("pruned", True)
    answer(asking, you_decide=True)
    run = to_end(asking)
    assert selectors.nodes(run)[added].status == "pruned"
    assert all(added not in decision.basis for decision in Decision.objects.filter(run=run))
    assert folds(run)


def test_a_remark_that_nobody_has_taken_in_is_withdrawn(asking):
    answer(asking, ticked=["0.2"], remark="no noise")
    step = claims.claim(asking.steps.get(kind="persona", status="ready").pk)
    outcome = method("steer").perform(step, StepContext(step.run, step))
    undo(asking)
    assert not steps.finish(step, outcome), "what an undone answer teaches must not be written"
    assert PersonaVersion.objects.filter(run=asking).count() == 1
    remark = Remark.objects.get(run=asking)
    assert (remark.withdrawn, remark.done) == (True, True)


def test_a_persona_that_was_changed_goes_back_by_a_new_version(asking):
    first = PersonaVersion.objects.get(run=asking)
    answer(asking, ticked=["0.2"], added=[ADDED])
    do(asking, f"persona:q{newest(asking).pk}")
    assert Aspect.objects.filter(run=asking, text=f"about {ADDED}", state="active").exists()
    undo(asking)
    versions = list(PersonaVersion.objects.filter(run=asking).order_by("no"))
    assert [version.no for version in versions] == [1, 2, 3]
    assert (versions[2].text, versions[2].aspects) == (first.text, first.aspects)
    assert versions[2].cause == f"undo q{newest(asking).pk}"
    gone = Aspect.objects.get(run=asking, text=f"about {ADDED}")
    assert (gone.state, gone.because) == ("removed", "you took the answer back")
    assert folds(asking)


def test_what_the_person_changed_themselves_since_stays(asking):
    answer(asking, ticked=["0.2"], added=[ADDED])
    do(asking, f"persona:q{newest(asking).pk}")
    new = Aspect.objects.get(run=asking, text=f"about {ADDED}")
    for kind in ({"do": "pin", "no": new.no}, {"do": "remove", "no": 1}):
        steers.submit(run_id=asking.pk, by="owner", kind="aspect", against=1, payload=kind)
    undo(asking)
    states = dict(Aspect.objects.filter(run=asking).values_list("no", "state"))
    assert (states[new.no], states[1]) == ("active", "removed")
    assert PersonaVersion.objects.filter(run=asking).latest("no").aspects == [2, 3, 4, 5, new.no]
    assert folds(asking)


def test_an_open_proposal_of_the_answer_is_declined(asking):
    answer(asking, ticked=["0.1", "0.2"], remark="skip 0.2")
    do(asking, f"persona:q{newest(asking).pk}")
    assert Proposal.objects.get(run=asking).state == "open"
    undo(asking)
    assert Proposal.objects.get(run=asking).state == "declined"
    assert folds(asking)


def test_what_was_added_below_a_direction_since_comes_back_with_it(asking):
    answer(asking, ticked=["0.1"])
    do(asking, f"persona:q{newest(asking).pk}", "read:0.1")
    steers.submit(run_id=asking.pk, by="owner", kind="add", against=1, text=ADDED, payload={"under": "0.1"})
    undo(asking)
    assert statuses(asking)["0.1.1"] == "pruned"
    answer(asking, ticked=["0.1"])
    run = to_end(asking)
    assert statuses(run)["0.1.1"] == "read"
    assert folds(run)


def test_a_branch_that_the_answer_brought_back_is_left_out_again(asking):
    answer(asking, ticked=["0.1"])
    do(asking, f"persona:q{newest(asking).pk}", "read:0.1", "scout:0.1", "decide:0.1")
    was = selectors.nodes(asking)["0.2"]
    answer(asking, you_decide=False, ticked=["0.1.1"], added=[was.question])
    assert statuses(asking)["0.2"] == "queued"
    undo(asking)
    now = selectors.nodes(asking)["0.2"]
    assert (now.status, now.note, now.pruned_by) == ("pruned", was.note, was.pruned_by)
    assert to_end(asking).outcome == "complete"


def test_an_expiry_after_an_undo_leaves_nothing_to_wait_for(owner, library):
    run = factories.session(owner, library, c0=0.0, depth=2, answer_timeout_s=3600)
    while open_question(run.pk) is None:
        do(run, run.steps.filter(status="ready").earliest("pk").key)
    unsuggested = next(option["path"] for option in open_question(run.pk).options if not option["suggested"])
    answer(run, ticked=[option["path"] for option in open_question(run.pk).options])
    do(run, f"persona:q{newest(run).pk}", f"read:{unsuggested}")
    undo(run)
    question = open_question(run.pk)
    assert question.expires_at - timezone.now() > timedelta(seconds=3500)
    Question.objects.filter(pk=question.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert questions.expire(question_id=question.pk)
    assert statuses(run)[unsuggested] == "read"
    assert to_end(run).outcome == "complete"
    assert folds(run)


def test_it_is_counted_as_one_question(asking):
    answer(asking, ticked=["0.1"])
    do(asking, f"persona:q{newest(asking).pk}", "read:0.1", "scout:0.1", "decide:0.1")
    answer(asking, ticked=["0.1.1"])
    undo(asking)
    answer(asking, ticked=["0.1.2"])
    to_end(asking)
    assert set(Decision.objects.filter(run=asking, path__startswith="0.1").values_list("path", flat=True)) == {"0.1"}
    assert Question.objects.filter(run=asking).count() == 2


# Until when


def test_undoable_names_the_question_until_another_decision_is_made(asking):
    assert undoable(asking) is None
    answer(asking, ticked=["0.1"])
    assert undoable(asking) == newest(asking)
    do(asking, f"persona:q{newest(asking).pk}", "read:0.1", "scout:0.1")
    assert undoable(asking) == newest(asking)
    asked = newest(asking)
    do(asking, "decide:0.1")
    assert undoable(asking) is None
    with pytest.raises(Conflict, match="so the answer stands"):
        questions.take_back(question_id=asked.pk, revision=asked.revision, by="owner")


def test_a_decision_without_a_question_closes_it_too(asking):
    steers.submit(run_id=asking.pk, by="owner", kind="settings", against=1, payload={"c0": 1, "tol": 1})
    answer(asking, you_decide=True)
    kept = Decision.objects.get(run=asking).expanded[0]
    do(asking, f"read:{kept}", f"scout:{kept}")
    first = kept if kept == "0.1" else "0.1"
    if asking.steps.filter(key=f"read:{first}", status="ready").exists():
        do(asking, f"read:{first}", f"scout:{first}")
    do(asking, asking.steps.get(kind="decide", status="ready").key)
    with pytest.raises(Conflict, match="has decided how to go on from 0"):
        undo(asking)


def test_the_report_and_the_end_close_it(asking):
    answer(asking, ticked=["0.2"])
    runs.write_now(run_id=asking.pk, by="owner")
    assert undoable(Run.objects.get(pk=asking.pk)) is None
    with pytest.raises(Conflict, match="report is being written"):
        undo(asking)
    inline.run_to_end(asking.pk, threads=0)
    with pytest.raises(Conflict, match="has ended"):
        undo(asking)


def test_a_paused_session_takes_an_answer_back(asking):
    answer(asking, ticked=["0.2"])
    runs.pause(run_id=asking.pk)
    undo(asking)
    assert Run.objects.get(pk=asking.pk).status == "paused"
    runs.resume(run_id=asking.pk)
    assert Run.objects.get(pk=asking.pk).status == "waiting"


def test_what_the_settings_answered_cannot_be_taken_back(owner, library):
    run = factories.session(owner, library, c0=0.0, depth=2, answers="suggested")
    do(run, "start", "persona:start", "read:0", "scout:0", "decide:0")
    assert newest(run).state == "answered"
    assert undoable(run) is None
    with pytest.raises(Conflict, match="Nobody gave that answer"):
        undo(run)


def test_nobody_but_who_answered_and_the_owner_may(asking):
    answer(asking, by="ada", ticked=["0.2"])
    with pytest.raises(Conflict, match="Only ada"):
        undo(asking, by="bob")
    undo(asking, by="owner")
    answer(asking, by="ada", ticked=["0.2"])
    undo(asking, by="ada")


def test_an_answer_is_taken_back_once(asking):
    answer(asking, ticked=["0.2"])
    undo(asking)
    with pytest.raises(Conflict, match="no answer to take back"):
        undo(asking)


# The same as if it had been answered so in the first place


def told(run: Run) -> dict:
    """What a session found, with the persona by what it says and not by how often it has changed."""
    aspects = dict(Aspect.objects.filter(run=run).values_list("no", "text"))
    rows = []
    for row in Decision.objects.filter(run=run).order_by("no").values():
        row["aspects"] = [aspects[no] for no in row["aspects"]]
        rows.append({name: value for name, value in row.items() if name not in {"id", "run_id", "persona_version"}})
    return {
        "nodes": [(n.path, n.question, n.status, n.origin, n.tags) for n in selectors.nodes(run).values()],
        "decisions": rows,
        "learnings": [(one.path, one.no, one.claim) for one in selectors.learnings(run, selectors.nodes(run))],
        "report": list(Report.objects.filter(run=run).values_list("version", "content")),
        "aspects": [row.text for row in selectors.aspects(run, selectors.panel(run).persona_version)],
    }


@pytest.mark.parametrize(
    ("first", "taken_in"),
    [
        ({"ticked": ["0.2"], "added": [ADDED]}, True),
        pytest.param({"ticked": ["0.1", "0.3"], "remark": "only the cost"}, False, marks=pytest.mark.slow),
        pytest.param({"you_decide": True}, False, marks=pytest.mark.slow),
    ],
)
def test_an_undone_and_answered_again_session_equals_one_answered_so_at_first(owner, library, first, taken_in):
    second = {"ticked": ["0.1"], "added": [ADDED], "remark": "no noise"}

    def session() -> Run:
        return inline.run_to_end(factories.session(owner, library, c0=0.0, depth=2).pk, threads=0)

    plain, undone = session(), session()
    answer(plain, **second)
    answer(undone, **first)
    if taken_in:
        do(undone, undone.steps.get(kind="persona", status="ready").key)
    undo(undone)
    answer(undone, **second)
    assert told(to_end(undone)) == told(to_end(plain))
    assert folds(undone)
