"""What a person does with an interest: its order, its wording, what took its place, and the history of all that."""

from typing import Any

import pytest

from steer_app.runs.models import Run, Steer
from steer_app.runs.selectors import open_question
from steer_app.runs.services import inline, questions, steers, steps
from steer_app.steer import selectors, shown, written
from steer_app.steer.domain.panel import fold
from steer_app.steer.domain.story import Story
from steer_app.steer.models import Aspect, Decision, PersonaVersion, Scout
from steer_app.steer.persona_shown import persona_shown
from tests.steer import factories

pytestmark = pytest.mark.django_db


def do(run: Run, *keys: str) -> None:
    for key in keys:
        assert steps.perform(run.steps.get(key=key).pk, with_heartbeat=False), key


def move(run: Run, what: str, no: int = 0, text: str = "") -> Steer:
    payload = {"do": what, "no": no} if no else {"do": what}
    return steers.submit(run_id=run.pk, by="owner", kind="aspect", against=0, text=text, payload=payload)


def say(run: Run, text: str) -> str:
    steer = steers.submit(run_id=run.pk, by="owner", kind="say", against=0, text=text)
    do(run, f"persona:s{steer.pk}")
    return f"s{steer.pk}"


def order(run: Run) -> list[int]:
    version = selectors.panel(run).persona_version
    assert PersonaVersion.objects.get(run=run, no=version).aspects == [
        one.no for one in selectors.panel(run).interests()
    ]
    return [row.no for row in selectors.aspects(run, version)]


def folds(run: Run) -> bool:
    events = ((event.type, event.payload) for event in run.events.order_by("seq"))
    return fold(events).as_dict() == selectors.panel(run).as_dict()


def story(run: Run) -> Story:
    told = Story()
    for event in run.events.order_by("seq"):
        told.take(event.seq, event.at, event.type, event.payload)
    return told


def changes(run: Run, reader: str = "owner") -> list[tuple[str, str, tuple[tuple[str, str], ...]]]:
    """Who, why and what of each version, the oldest first."""
    history = reversed(persona_shown(run, reader).history)
    return [(one.who, one.why, tuple((change.kind, change.text) for _, change in one.changes)) for one in history]


@pytest.fixture
def known(owner, library) -> Run:
    """A session whose root is read and scouted; it knows five interests."""
    run = factories.session(owner, library, depth=2, c0=1.0, answers="never")
    do(run, "start", "persona:start", "read:0", "scout:0")
    assert order(run) == [1, 2, 3, 4, 5]
    return run


@pytest.fixture
def offline(owner, library) -> Run:
    """The same with the offline brain, which knows a contradiction when it reads one."""
    run = factories.session(owner, library, depth=2, c0=1.0, answers="never", brain="offline")
    do(run, "start", "persona:start", "read:0")
    steers.submit(run_id=run.pk, by="owner", kind="settings", against=0, payload={"at_once": True})
    return run


def test_an_interest_is_moved_up_and_down_a_place_at_a_time(known):
    assert known.steers.get(pk=move(known, "up", 3).pk).state == "applied"
    assert order(known) == [1, 3, 2, 4, 5]
    move(known, "down", 1)
    assert order(known) == [3, 1, 2, 4, 5]
    assert folds(known)


@pytest.mark.parametrize(("what", "no", "says"), [("up", 1, "first already"), ("down", 5, "last already")])
def test_beyond_the_ends_there_is_no_place(known, what, no, says):
    refused = move(known, what, no)
    assert (refused.state, says in refused.reason) == ("refused", True)
    assert PersonaVersion.objects.filter(run=known).count() == 1


def test_a_new_interest_comes_last_and_what_was_removed_comes_back_to_its_place(known):
    move(known, "add", text="the law of it")
    move(known, "remove", 2)
    assert order(known) == [1, 3, 4, 5, 6]
    move(known, "restore", 2)
    assert order(known) == [1, 2, 3, 4, 5, 6]


def test_an_edit_keeps_its_place_its_pin_and_its_focus(known):
    move(known, "pin", 2)
    move(known, "edit", 2, "how loud it is")
    new = Aspect.objects.get(run=known, text="how loud it is")
    assert order(known) == [1, new.no, 3, 4, 5]
    assert (new.origin, new.words, new.pinned) == ("edited", Aspect.objects.get(run=known, no=2).text, True)
    assert folds(known)


def test_undoing_an_edit_brings_the_old_wording_back_to_its_place_and_removes_the_new_one(known):
    move(known, "edit", 2, "how loud it is")
    move(known, "reinstate", 2)
    assert order(known) == [1, 2, 3, 4, 5]
    gone = Aspect.objects.get(run=known, text="how loud it is")
    assert (gone.state, gone.because) == (
        "removed",
        f"you said that “{Aspect.objects.get(run=known, no=2).text}” holds",
    )
    assert folds(known)


@pytest.mark.parametrize(
    ("what", "text", "says"),
    [
        ("restore", "", "holds already"),
        ("reinstate", "", "Nothing has taken the place"),
        ("edit", "", "no words in it"),
        ("eat", "", "cannot do “eat”"),
    ],
)
def test_what_makes_no_sense_is_refused_with_the_reason(known, what, text, says):
    refused = move(known, what, 1, text)
    assert refused.state == "refused"
    assert says in refused.reason


@pytest.mark.parametrize("what", ["edit", "remove", "pin", "up"])
def test_what_does_not_hold_any_more_is_only_brought_back(known, what):
    move(known, "remove", 1)
    refused = move(known, what, 1, "something else")
    assert (refused.state, refused.because) == ("refused", "holds no more")


def test_what_took_an_interests_place_is_undone_in_two_ways(offline):
    move(offline, "add", text="We own the house")
    own = Aspect.objects.get(run=offline, text="We own the house")
    say(offline, "We rent the house, we do not own it")
    own.refresh_from_db()
    rent = Aspect.objects.get(run=offline, no=own.superseded_by)
    assert own.state == "superseded"
    assert own.because.startswith("You said later")
    row = shown.aspect(offline.pk, story(offline), selectors.panel(offline).aspects[own.no])
    assert (row.later, row.edited) == (rent.text, False)
    assert row.since < row.until

    move(offline, "restore", own.no)
    assert {own.no, rent.no} <= set(order(offline))

    say(offline, "We rent the house, we do not own it at all")
    own.refresh_from_db()
    assert own.state == "superseded"
    later = own.superseded_by
    move(offline, "reinstate", own.no)
    assert own.no in order(offline)
    assert later not in order(offline)
    assert folds(offline)


def test_what_somebody_wants_more_of_comes_to_the_front(offline):
    wanted = {"alternatives": "alternatives to a pump", "the figures": "what the figures for a pump rest on"}
    for words, text in wanted.items():
        say(offline, f"deeper on {words}")
        assert Aspect.objects.get(run=offline, no=order(offline)[0]).text == text
        assert folds(offline)
    move(offline, "down", order(offline)[0])
    told = [turn.said["deeper"] for turn in story(offline).turns.values() if turn.kind == "understood"]
    assert [texts for texts in told if texts] == [[text] for text in wanted.values()]


def test_a_pinned_interest_is_never_put_out_of_force(offline):
    move(offline, "add", text="We own the house")
    own = Aspect.objects.get(run=offline, text="We own the house")
    move(offline, "pin", own.no)
    say(offline, "We rent the house, we do not own it")
    own.refresh_from_db()
    assert own.state == "active"


def test_another_order_a_pin_or_an_interest_less_costs_a_decision_no_call(known):
    scout = Scout.objects.get(run=known, path="0")
    move(known, "up", 3)
    move(known, "pin", 4)
    move(known, "remove", 1)
    do(known, "decide:0")
    decision = Decision.objects.get(run=known)
    assert decision.aspects == [3, 2, 4, 5]
    assert decision.coverage_parent == [scout.coverage_parent[no - 1] for no in decision.aspects]
    assert not known.calls.filter(step_key="decide:0").exists()


def test_the_reports_table_keeps_the_order(known):
    move(known, "up", 5)
    run = inline.run_to_end(known.pk, threads=0)
    texts = [row.text for row in written.pieces_of(run, written.latest(run)).aspects]
    assert texts == [Aspect.objects.get(run=run, no=no).text for no in [1, 2, 3, 5, 4]]
    assert folds(run)


def test_every_version_says_who_why_and_what(known):
    first = Aspect.objects.get(run=known, no=1).text
    move(known, "add", text="the law of it")
    move(known, "edit", 1, "what it costs in all")
    move(known, "up", 3)
    move(known, "remove", 2)
    told = changes(known)
    assert [who for who, _, _ in told] == ["", "you", "you", "you", "you"]
    assert told[0][1] == "Inferred from the question and the first search."
    assert [what for _, _, what in told[1:]] == [
        (("added", "the law of it"),),
        (("edited", "what it costs in all"),),
        (("moved", Aspect.objects.get(run=known, no=3).text),),
        (("removed", Aspect.objects.get(run=known, no=2).text),),
    ]
    edited = next(change for _, change in persona_shown(known, "owner").history[2].changes)
    assert edited.other == first
    assert changes(known, reader="teammate")[1][0] == "owner"


def test_an_answer_and_its_undo_stand_in_the_history(owner, library):
    run = inline.run_to_end(factories.session(owner, library, c0=0.0, depth=2).pk, threads=0)
    question = open_question(run.pk)
    given = {"ticked": ["0.1"], "added": ["Who repairs it in the cold?"]}
    questions.answer(question_id=question.pk, revision=1, answer=given, by="teammate")
    do(run, f"persona:q{question.pk}")
    assert changes(run)[1] == (
        "teammate",
        f"The answer to “{question.text}”: kept 1 direction, added 1.",
        (("added", "about Who repairs it in the cold?"),),
    )
    assert persona_shown(run, "owner").history[0].quoted == "Who repairs it in the cold?"
    questions.take_back(question_id=question.pk, revision=1, by="owner")
    who, why, what = changes(run)[2]
    assert (who, what) == ("you", (("removed", "about Who repairs it in the cold?"),))
    assert "taken back" in why


def test_the_plot_says_when_how_much_and_because_of_what(owner, library):
    run = factories.finished(owner, library, depth=2)
    told = story(run)
    score = shown.score(told)
    assert score.moments[0][1] == score.percent == round(100 * told.covered())
    assert score.moments[-1][1] == score.first
    assert {path for _, _, path in score.moments} & set(selectors.nodes(run))
    assert len(score.points.split()) == min(len(told.alignment), 60)
    heights = [float(point.split(",")[1]) for point in score.points.split()]
    assert all(2 <= height <= 30 for height in heights)
    assert (score.low, score.high) == (min(m[1] for m in score.moments), max(m[1] for m in score.moments))


def test_the_page_is_one_address_in_few_queries_and_a_fragment_for_the_drawer(
    client, known, django_assert_max_num_queries
):
    move(known, "edit", 1, "what it costs in all")
    client.force_login(known.owner)
    address = f"/sessions/{known.pk}/persona/"
    client.get(address)
    with django_assert_max_num_queries(18):
        page = client.get(address).content.decode()
    assert "<html" in page
    assert "Reworded" in page
    assert 'value="reinstate"' in page
    part = client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert "Reworded" in part


def test_of_an_ended_session_nothing_can_be_moved_any_more(client, owner, library):
    run = factories.finished(owner, library)
    client.force_login(owner)
    page = client.get(f"/sessions/{run.pk}/persona/").content.decode()
    assert 'name="do"' not in page
    assert "Version 1" in page


def test_a_stranger_finds_nothing(client, known, stranger):
    client.force_login(stranger)
    assert client.get(f"/sessions/{known.pk}/persona/").status_code == 404


def test_nobody_in_is_sent_to_sign_in(client, known):
    assert client.get(f"/sessions/{known.pk}/persona/").status_code == 302


def test_a_session_that_has_just_begun_has_a_page_too(client, owner, library):
    run: Any = factories.session(owner, library)
    client.force_login(owner)
    assert "Nobody knows yet" in client.get(f"/sessions/{run.pk}/persona/").content.decode()


def test_what_was_read_before_an_interest_came_covers_it_without_tokens(known):
    learned = known.learnings.first().claim
    spent = known.calls.exclude(brain="offline").count()
    move(known, "add", text=learned)
    new = Aspect.objects.get(run=known, text=learned)
    panel = selectors.panel(known)
    assert panel.coverage(new.no) == (0, [])
    before = len(story(known).alignment)
    do(known, f"measure:{new.no}")
    score, nodes = selectors.panel(known).coverage(new.no)
    assert (score > 0, nodes) == (True, ["0"])
    assert story(known).score(new.no) == score
    assert len(story(known).alignment) <= before
    assert known.calls.exclude(brain="offline").count() == spent
    assert folds(known)
    assert "covered" in persona_shown(known, "owner").holds[-1].coverage


def test_how_an_interest_is_covered_by_what_came_before_enters_no_decision(owner, library):
    def session(measured: bool) -> list[Any]:
        run = factories.session(owner, library, depth=2, c0=1.0, answers="never")
        do(run, "start", "persona:start", "read:0", "scout:0")
        move(run, "add", text=run.learnings.first().claim)
        if measured:
            do(run, "measure:6")
        do(run, "decide:0")
        return [
            {name: value for name, value in row.items() if name not in {"id", "run_id"}}
            for row in Decision.objects.filter(run=run).values()
        ]

    assert session(True) == session(False)
