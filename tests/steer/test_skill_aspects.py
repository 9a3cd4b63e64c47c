"""Who the question is for, in their own words, and what fills up the list."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.aspects import Answer, Request, scripted
from steer_app.steer.skills.aspects.clauses import clauses, listed
from steer_app.steer.skills.aspects.offline import MAIN_SUBJECTS, THIS_KIND, answer
from steer_app.steer.skills.aspects.topic import gerund, matter
from steer_app.steer.skills.common import SourceText

PEOPLE = [
    json.loads(line)
    for line in Path(__file__).with_name("examples").joinpath("people_asking.jsonl").read_text().splitlines()
]


def infer(query: str, about: str = "", passages: tuple[str, ...] = ()) -> Answer:
    sources = tuple(SourceText(i, i, f"Document {i}", text, 0, 1.0) for i, text in enumerate(passages))
    return answer(Request(query, about, sources), Tools())


@pytest.mark.parametrize("person", PEOPLE, ids=lambda person: person["query"][:30])
def test_five_to_eight_aspects_each_with_the_words_it_came_from(person):
    found = infer(**person)
    assert 5 <= len(found.aspects) <= 8
    assert len({draft.text for draft in found.aspects}) == len(found.aspects)
    for draft in found.aspects:
        assert draft.origin == "inferred"
        assert draft.words in person["query"] + "\n" + person["about"] or draft.words in (THIS_KIND, MAIN_SUBJECTS)


def test_what_a_person_says_comes_first_and_in_their_words():
    texts = [d.text for d in infer(PEOPLE[0]["query"], PEOPLE[0]["about"]).aspects]
    assert texts[:3] == ["I own a small house in Minnesota", "tight budget", "noise"]
    assert texts[3] == "reasons for replacing my gas furnace with a heat pump"


def test_the_text_is_what_the_person_said_or_the_question():
    assert infer("Is tea healthy?", "nurse, two kids").text == "Nurse, two kids."
    assert infer("Is tea healthy?").text == "Someone who asks: “Is tea healthy?”"


def test_an_amount_keeps_its_comma():
    assert "savings of 80,000 euros" in [
        d.text for d in infer("rent or buy?", "we have savings of 80,000 euros").aspects
    ]


def test_the_sources_main_subjects_fill_up_and_say_so():
    passage = "The defrost cycle costs energy. A defrost cycle runs every hour. Each defrost cycle is short."
    found = infer("Should I get a heat pump?", "", (passage, passage.replace("hour", "night")))
    assert [d.text for d in found.aspects if d.words == MAIN_SUBJECTS] == ["defrost cycle"]


@given(st.text(max_size=80), st.text(max_size=200))
@settings(max_examples=40, deadline=None)
def test_any_text_gives_one_to_eight_aspects_and_the_same_twice(query, about):
    found = infer(query, about)
    assert 1 <= len(found.aspects) <= 8
    assert found == infer(query, about)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("I rent, but I plan to buy", ["I rent", "I plan to buy"]),
        ("skip replication and large objects", ["skip replication and large objects"]),
        ("skip noise but keep cost; thanks", ["skip noise", "keep cost", "thanks"]),
        ("As a nurse I work at night", ["As a nurse", "I work at night"]),
    ],
)
def test_clauses_are_cut_where_a_new_verb_or_subject_begins(text, parts):
    assert clauses(text) == parts


def test_an_enumeration_is_taken_apart_and_a_contrast_is_not():
    assert listed("cost, noise and comfort") == ["cost", "noise", "comfort"]
    assert listed("disagreement, not a textbook story") == ["disagreement, not a textbook story"]


@pytest.mark.parametrize(
    ("query", "phrase"),
    [
        ("How do I set up streaming replication?", "setting up streaming replication"),
        ("Electric cars vs hydrogen cars for long trips", "electric cars and hydrogen cars"),
        ("Is remote work bad for junior engineers?", "remote work"),
        ("Why did the Roman Republic fall?", ""),
    ],
)
def test_the_matter_of_a_question_fits_after_a_preposition(query, phrase):
    assert matter(query) == phrase


@pytest.mark.parametrize(
    ("verb", "form"), [("cut", "cutting"), ("replace", "replacing"), ("tax", "taxing"), ("use", "using")]
)
def test_gerunds_are_spelled_right(verb, form):
    assert gerund(verb) == form


@pytest.mark.parametrize("person", PEOPLE[:6], ids=lambda person: person["query"][:30])
def test_the_stand_in_gives_five_to_eight_aspects_by_the_request_alone(person):
    request = Request(person["query"], person["about"], ())
    found = scripted.answer(request, random.Random(7))
    assert 5 <= len(found.aspects) <= 8
    assert found == scripted.answer(request, random.Random(7))
