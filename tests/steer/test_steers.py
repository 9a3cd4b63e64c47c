"""Each steer is a row that ends applied at a place, or refused by a reason of a closed list; and follow-ups."""

import ast
import inspect
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from steer_app.runs.domain.failures import Conflict
from steer_app.runs.models import Run, Steer
from steer_app.runs.services import inline, runs, steers, steps
from steer_app.steer import conversation, selectors
from steer_app.steer import steers as session_steers
from steer_app.steer.domain import plan
from steer_app.steer.domain.commands import command
from steer_app.steer.domain.panel import fold
from steer_app.steer.domain.refusals import REASONS, Why
from steer_app.steer.domain.story import Story
from steer_app.steer.models import Aspect, Decision, Learning, PersonaVersion, Proposal, Report, Session
from steer_app.steer.services import followups
from tests.steer import factories

DOCS = Path(__file__).parents[2] / "docs" / "steering.md"


def steer(run: Run, kind: str, text: str = "", *, against: int | None = None, **payload) -> Steer:
    run.refresh_from_db()
    seen = run.last_seq if against is None else against
    return steers.submit(run_id=run.pk, by="owner", kind=kind, against=seen, text=text, payload=payload)


def do(run: Run, *keys: str) -> None:
    for key in keys:
        assert steps.perform(run.steps.get(key=key).pk, with_heartbeat=False), key


def work_off(run: Run) -> Run:
    """What the workers would do, one step after another."""
    while step := run.steps.filter(status="ready").order_by("pk").first():
        steps.perform(step.pk, with_heartbeat=False)
    return Run.objects.get(pk=run.pk)


def folds(run: Run) -> None:
    events = [(event.type, event.payload) for event in run.events.order_by("seq")]
    assert fold(events).as_dict() == selectors.panel(run).as_dict()


def story(run: Run) -> Story:
    told = Story()
    for event in run.events.order_by("seq"):
        told.take(event.seq, event.at, event.type, event.payload)
    return told


def turn(run: Run, turn_id: str) -> conversation.Told:
    told = story(run)
    return conversation.told(run.pk, told, told.turns[turn_id], run.params, undo=0)


@pytest.fixture
def going(db, owner, library) -> Run:
    """A session whose root has been decided: its directions are queued."""
    run = factories.session(owner, library, depth=2, c0=1.0, tol=1)
    do(run, "start", "persona:start", "read:0", "scout:0", "decide:0")
    return run


@pytest.fixture
def ended(db, owner, library) -> Run:
    return factories.finished(owner, library, depth=1)


# Reasons


def test_each_reason_has_its_sentence_and_what_to_do_and_stands_in_the_manual():
    assert set(REASONS) == set(Why)
    told = DOCS.read_text()
    for why, reason in REASONS.items():
        assert reason.says.removesuffix("{fault}").strip()[-1] in ".:", why
        assert reason.do.endswith("."), why
        assert f"| {why.value} | {reason.says} | {reason.do} |" in told, why


def test_steers_are_refused_by_the_closed_list_alone():
    """In the module of the steers no sentence is made up on the spot, but for those about interests."""
    calls = [node for node in ast.walk(ast.parse(inspect.getsource(session_steers))) if isinstance(node, ast.Raise)]
    named = [ast.unparse(node.exc) for node in calls if node.exc is not None]
    assert all(one.startswith(("refused(Why.", "refused(why")) or "interest" in one for one in named), named


def test_a_refusal_is_kept_with_its_name_and_told(going):
    refused = steer(going, "prune", path="0")
    assert (refused.state, refused.because) == ("refused", Why.ROOT_STAYS.value)
    told = turn(going, f"steer-{refused.pk}")
    assert (told.state, told.reason) == ("refused", refused.reason)


@pytest.mark.parametrize(
    ("kind", "text", "payload", "why"),
    [
        ("dance", "", {}, Why.UNKNOWN_MOVE),
        ("resume", "", {}, Why.NOT_PAUSED),
        ("prune", "", {"path": "0.9"}, Why.NO_SUCH_BRANCH),
        ("revive", "", {"path": "0.1"}, Why.NOT_LEFT_OUT),
        ("add", "  ", {"under": "0"}, Why.EMPTY),
        ("settings", "", {"c0": 7}, Why.OUT_OF_RANGE),
        ("accept", "", {"key": "s0"}, Why.NOTHING_TO_CONFIRM),
        ("aspect", "", {"do": "remove", "no": 99}, Why.NO_SUCH_INTEREST),
    ],
)
def test_what_cannot_be_done_is_refused_by_name(going, kind, text, payload, why):
    assert steer(going, kind, text, **payload).because == why.value


# Where, and what changed meanwhile


def test_an_applied_steer_says_where(going):
    steer(going, "prune", path="0.2")
    added = steer(going, "add", "Who repairs it?", under="0")
    assert added.at == [path for path, node in selectors.nodes(going).items() if node.origin == "user"]
    assert turn(going, f"steer-{added.pk}").of["at"] == ("Who repairs it?",)
    folds(going)


def test_a_steer_from_an_older_page_says_what_changed_since(going):
    seen = going.last_seq
    steer(going, "prune", path="0.2")
    question = selectors.nodes(going)["0.2"].question
    late = steer(going, "add", "And then?", against=seen, under="0.2")
    assert late.because == Why.NOT_FOLLOWED.value
    assert late.since == f"“{question}” has been left out since you wrote this."
    assert late.since in turn(going, f"steer-{late.pk}").of["since"]
    do(going, "read:0.1")
    pruned = steer(going, "prune", against=seen, path="0.1")
    assert "has been read since you wrote this" in pruned.since
    moved = steer(going, "settings", c0=0.4)
    assert moved.since == ""
    assert "has been changed since" in steer(going, "settings", against=seen, c0=0.5).since


# Moves of the session


def test_moves_of_the_session_are_steers_too(going):
    assert steer(going, "pause").state == "applied"
    going.refresh_from_db()
    assert going.status == "paused"
    assert steer(going, "pause").because == Why.PAUSED_ALREADY.value
    assert steer(going, "resume").state == "applied"
    assert steer(going, "write_now").state == "applied"
    going.refresh_from_db()
    assert (going.closed, going.status) == ("wrote now", "reporting")
    story = [event.type for event in going.events.order_by("seq")]
    assert story.count("steer.received") == story.count("steer.settled") == 4


def test_words_that_pause_do_so_and_words_that_end_show_what_stays_unread_first(going):
    steer(going, "settings", at_once=True)
    assert steer(going, "say", "hold on a minute").state == "applied"
    assert steer(going, "say", "go on").state == "applied"
    said = steer(going, "say", "please write the report now")
    going.refresh_from_db()
    assert (said.state, going.closed) == ("received", "")
    told = turn(going, f"proposal-s{said.pk}")
    assert told.of["control"] == "write_now"
    assert told.of["unread_count"] == len([n for n in selectors.nodes(going).values() if n.status == "queued"])
    steer(going, "accept", key=f"s{said.pk}")
    going.refresh_from_db()
    said.refresh_from_db()
    assert (said.state, going.closed) == ("applied", "wrote now")


@pytest.mark.parametrize(
    "text",
    [
        "stop reading about noise",
        "write about the report of 2019",
        "ask the council",
        "continue with rebates",
        "pause buttons",
    ],
)
def test_a_remark_is_not_taken_for_a_move(text):
    assert command(text, 0.7) is None


# A proposed change


def test_no_remark_counts_before_it_is_confirmed_and_a_no_is_a_refusal(going):
    said = steer(going, "say", "skip 0.2")
    do(going, f"persona:s{said.pk}")
    assert turn(going, f"steer-{said.pk}").of["waits"]
    assert turn(going, f"proposal-s{said.pk}").rows[0][0] == "goes"
    steer(going, "decline", key=f"s{said.pk}")
    said.refresh_from_db()
    assert (said.state, said.because) == ("refused", Why.DECLINED.value)
    assert selectors.nodes(going)["0.2"].status == "queued"
    folds(going)


def test_at_once_is_off_at_first_and_kept(going):
    assert not Session.objects.get(run=going).at_once
    steer(going, "settings", at_once=True)
    steer(going, "settings", c0=0.5)
    said = steer(going, "say", "skip 0.2")
    do(going, f"persona:s{said.pk}")
    said.refresh_from_db()
    assert (said.state, said.at) == ("applied", ["0.2"])
    assert Proposal.objects.get(run=going).state == "accepted"
    folds(going)


def test_the_report_waits_for_a_yes_or_no(going):
    said = steer(going, "say", "skip 0.2")
    run = inline.run_to_end(going.pk, threads=0)
    assert (run.status, run.reason) == ("waiting", "")
    assert not run.steps.filter(kind=plan.REPORT).exists()
    steer(run, "decline", key=f"s{said.pk}")
    assert inline.run_to_end(run.pk, threads=0).outcome == "complete"


def test_nobody_is_waited_for_where_questions_expire(owner, library):
    run = factories.session(owner, library, depth=1, c0=1.0, answer_timeout_s=3600)
    do(run, "start", "persona:start", "read:0", "scout:0", "decide:0")
    said = steer(run, "say", "skip 0.1")
    run = inline.run_to_end(run.pk, threads=0)
    said.refresh_from_db()
    assert (run.status, said.state, said.because) == ("ended", "refused", Why.ENDED.value)
    assert Proposal.objects.get(run=run).state == "lapsed"
    folds(run)


def test_a_step_that_fails_refuses_its_remark(going, test_brain):
    test_brain.failing = frozenset({"persona"})
    said = steer(going, "say", "deeper on noise")
    do(going, f"persona:s{said.pk}")
    said.refresh_from_db()
    assert (said.state, said.because) == ("refused", Why.NOT_TAKEN_IN.value)


# While the report is written, and after


@pytest.fixture
def reporting(going) -> Run:
    runs.write_now(run_id=going.pk, by="owner")
    assert going.steps.filter(key="report:1", status="ready").exists()
    return going


def test_a_steer_during_the_report_is_told_so_at_once_and_offered_a_follow_up(reporting):
    late = steer(reporting, "add", "Who pays?", under="0")
    assert (late.state, late.because) == ("refused", Why.REPORTING.value)
    assert turn(reporting, f"steer-{late.pk}").of["follow"] == late.pk
    assert "Start a follow-up" in late.reason
    assert steer(reporting, "pause").state == "applied"


def test_words_can_still_be_sent_while_the_report_is_written_and_are_given_back(client, owner, reporting):
    client.force_login(owner)
    page = client.get(reverse("runs:run", args=[reporting.pk])).content.decode()
    assert 'class="compose while-alive' in page
    sent = {"kind": "say", "text": "look into Norway", "against": 1}
    refused = client.post(reverse("steer:steer", args=[reporting.pk]), sent)
    said = refused.content.decode()
    assert refused.status_code == 409
    assert "The report is being written" in said
    assert "readonly>look into Norway</textarea>" in said
    assert "Start a follow-up with this" in said
    begun = follow(client, reporting, steer=Steer.objects.latest("pk").pk)
    assert begun.status_code == 302
    assert Run.objects.latest("pk").steers.get().text == "look into Norway"


def test_a_direction_that_comes_with_the_report_at_work_is_no_orphan(owner, library):
    """The research is over without anybody having closed it."""
    run = factories.session(owner, library, depth=1, answers="suggested")
    while not run.steps.filter(kind=plan.REPORT).exists():
        steps.perform(run.steps.filter(status="ready").earliest("pk").pk, with_heartbeat=False)
    assert steer(run, "add", "Who pays?", under="0").because == Why.REPORTING.value
    run = inline.run_to_end(run.pk, threads=0)
    assert "queued" not in {node.status for node in selectors.nodes(run).values()}


def test_a_follow_up_starts_from_the_tree_as_read_and_reads_only_what_is_new(owner, ended):
    Aspect.objects.filter(run=ended, no=2).update(pinned=True)
    before, learned = selectors.nodes(ended), list(Learning.objects.filter(run=ended).values_list("path", "claim"))
    calls = ended.calls.count()
    run = followups.begin(earlier_id=ended.pk, by=owner, kind="add", text="Who pays for it?", payload={"under": "0"})
    folds(run)
    nodes = selectors.nodes(run)
    new = next(path for path in nodes if path not in before)
    assert {path: node.status for path, node in nodes.items() if path in before} == {
        path: "read" if node.status == "read" else "pruned" for path, node in before.items()
    }
    assert list(Learning.objects.filter(run=run).values_list("path", "claim")) == learned
    assert [row.text for row in selectors.aspects(run, 1)] == [row.text for row in selectors.aspects(ended, 1)]
    assert Aspect.objects.get(run=run, no=2).pinned
    assert list(run.steps.values_list("key", flat=True)) == [f"read:{new}"]
    assert run.steers.get().state == "applied"
    run = work_off(run)
    assert run.outcome == "complete"
    assert {call.step_key for call in run.calls.all() if call.skill == "learn"} == {f"read:{new}"}
    assert all(set(one.basis) >= {"0"} for one in Decision.objects.filter(run=run))
    assert Report.objects.filter(run=run).count() == Report.objects.filter(run=ended).count() == 1
    assert ended.calls.count() == calls
    folds(run)
    assert "0 nodes" not in turn(run, "turn-carried").reason


def test_a_follow_up_of_a_session_with_a_late_interest_can_be_seen(client, owner, library):
    """How far it is covered is told of nodes, so these must be there by then."""
    run = factories.session(owner, library, depth=1, answers="suggested")
    do(run, "start", "persona:start", "read:0", "scout:0", "decide:0")
    steer(run, "aspect", "noise", do="add")
    late = Aspect.objects.filter(run=run).latest("no")
    run = inline.run_to_end(run.pk, threads=0)
    Aspect.objects.filter(pk=late.pk).update(covers={"0": 2})
    after = followups.begin(earlier_id=run.pk, by=owner, kind="add", text="Who pays for it?", payload={"under": "0"})
    folds(after)
    client.force_login(owner)
    page = client.get(reverse("runs:run", args=[after.pk]))
    assert page.status_code == 200
    assert story(after).score(late.no) == 2


def test_a_remark_begins_a_follow_up_and_is_confirmed_before_the_report(owner, ended):
    top = next(path for path, node in selectors.nodes(ended).items() if path != "0" and node.status == "read")
    run = followups.begin(earlier_id=ended.pk, by=owner, kind="say", text=f"skip {top}")
    run = work_off(run)
    assert run.status == "waiting"
    shown = story(run)
    assert shown.about == shown.read  # nothing is to be expected below what was carried over
    steer(run, "accept", key=f"s{run.steers.get(kind='say').pk}")
    assert work_off(run).outcome == "complete"
    assert PersonaVersion.objects.filter(run=run).count() == 1
    folds(run)


def test_a_first_step_that_is_refused_begins_nothing(owner, ended):
    question = selectors.nodes(ended)["0"].question
    with pytest.raises(Conflict, match="in the tree already"):
        followups.begin(earlier_id=ended.pk, by=owner, kind="add", text=question, payload={"under": "0"})
    assert list(Run.objects.all()) == [ended]


def test_a_session_at_work_has_no_follow_up(owner, going):
    with pytest.raises(Conflict, match="still at work"):
        followups.begin(earlier_id=going.pk, by=owner, kind="say", text="skip 0.1")


def test_what_was_left_out_before_can_be_brought_back_in_the_follow_up(owner, library):
    run = factories.session(owner, library, depth=1, answers="suggested")
    do(run, "start", "persona:start", "read:0", "scout:0", "decide:0")
    left = next(path for path, node in selectors.nodes(run).items() if node.status == "queued")
    steer(run, "prune", path=left)
    inline.run_to_end(run.pk, threads=0)
    after = followups.begin(earlier_id=run.pk, by=owner, kind="revive", text="", payload={"path": left})
    after = work_off(after)
    assert selectors.nodes(after)[left].status == "read"
    folds(after)


# Over HTTP


def follow(client: Client, run: Run, **fields):
    return client.post(reverse("steer:follow-up", args=[run.pk]), fields)


def test_strangers_find_no_follow_up(client, ended, stranger, teammate, annotator, admin):
    for person in (stranger, teammate, annotator, admin):
        client.force_login(person)
        assert follow(client, ended, text="look into Norway").status_code == 404
    assert Run.objects.count() == 1


def test_a_follow_up_over_http(client, owner, ended, going):
    client.force_login(owner)
    begun = follow(client, ended, text="look into Norway")
    new = Run.objects.latest("pk")
    assert (begun.status_code, begun["Location"]) == (302, reverse("runs:run", args=[new.pk]))
    assert Session.objects.get(run=new).follows == ended.pk
    page = client.get(begun["Location"]).content.decode()
    assert "None of that is read again." in page
    assert follow(client, ended, text=" ").status_code == 422
    assert follow(client, going, text="look into Norway").status_code == 409
    late = Steer.objects.create(run=ended, by="owner", kind="add", text="Who pays?", payload={"under": "0"}, against=1)
    htmx = client.post(reverse("steer:follow-up", args=[ended.pk]), {"steer": late.pk}, HTTP_HX_REQUEST="true")
    assert htmx["HX-Redirect"] == reverse("runs:run", args=[Run.objects.latest("pk").pk])
    assert follow(client, going, steer=late.pk).status_code == 404
