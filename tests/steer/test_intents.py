"""How remarks are read: phrases that people typed in sessions on two other subjects, and what each wants."""

import pytest

from steer_app.steer.skills.aspects.clauses import clauses
from steer_app.steer.skills.persona.intents import read
from steer_app.steer.skills.persona.phrases import asked_as, further
from steer_app.steer.skills.persona.places import placed


@pytest.mark.parametrize(
    ("typed", "intent", "thing"),
    [
        ("I also care about accuracy", "more", "accuracy"),
        ("What I really care about is safety", "more", "safety"),
        ("my main concern is noise", "more", "noise"),
        ("Base pause is what I need most", "more", "Base pause"),
        ("The question about the bays is the one that counts", "more", "bays"),
        ("Stay with the blue badge for now", "more", "blue badge"),
        ("Give the pharmacy more weight", "more", "pharmacy"),
        ("put more effort into home delivery", "more", "home delivery"),
        ("make takings the main thing", "more", "takings"),
        ("and the costs?", "ask", "the costs"),
        ("Please don't ask me about politics again", "stop", "politics"),
        ("do the same for butchers", "wish", "do the same for butchers"),
        ("I do not care about taxis", "stop", "taxis"),
        ("we have already solved the planning task", "stop", "planning task"),
        ("can we skip whatever concerns cyclists", "stop", "cyclists"),
        ("The bit on buses is not what I was after", "stop", "buses"),
        ("the distance to the chemist no longer matters", "stop", "distance to the chemist"),
        ("Rather than costs", "stop", "costs"),
        ("not for neighbouring streets", "part", "not for neighbouring streets"),
        ("why are we reading about persona modeling?", "to me", "why are we reading about persona modeling"),
        ("Why?", "unclear", "Why"),
        ("My boss wants to know what it costs to judge one task", "ask", "what it costs to judge one task"),
        ("it would help to know if there are benches", "ask", "if there are benches"),
        ("Any experience from other towns?", "ask", "experience from other towns"),
        ("in much more detail", "nothing", ""),
    ],
)
def test_what_a_clause_wants(typed, intent, thing):
    wish = read(typed)
    assert (wish.intent, wish.object) == (intent, thing)


@pytest.mark.parametrize(
    ("typed", "question"),
    [
        ("how does tolerance differ among people", "How does tolerance differ among people?"),
        ("How far are the new bays?", "How far are the new bays?"),
        ("is anything known about hospitals", "Is anything known about hospitals?"),
        ("check how it works", "What do the sources say about how it works?"),
        ("Check if the pharmacy delivers", "What do the sources say about whether the pharmacy delivers?"),
        ("And what about privacy?", "What do the sources say about privacy?"),
        ("and the costs?", "What do the sources say about the costs?"),
        ("Any experience from other towns?", "What do the sources say about experience from other towns?"),
    ],
)
def test_how_what_is_asked_is_worded(typed, question):
    wish = read(typed)
    assert asked_as(wish, wish.object) == question


def test_what_else_is_asked_joins_on():
    assert further("How does it differ?", "who measured it") == "How does it differ, and who measured it?"
    assert further("What of the radiators?", "do they leak") == "What of the radiators: do they leak?"


def test_a_place_before_what_is_to_be_added():
    assert placed("Add under measured results: how long did they last?") == (
        "measured results",
        "how long did they last?",
    )


def test_whom_somebody_asks_about_stays_one_clause_in_a_remark():
    said = "we want to hear from people who use a wheelchair"
    assert clauses(said, relative=False) == [said]
    assert clauses("a nurse who works at night") == ["a nurse", "works at night"]
