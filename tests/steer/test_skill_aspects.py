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
from steer_app.steer.skills.aspects.interests import interests, split
from steer_app.steer.skills.aspects.offline import MAIN_SUBJECTS, THIS_KIND, answer
from steer_app.steer.skills.aspects.topic import matter
from steer_app.steer.skills.aspects.verbs import base, gerund
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
    assert texts[:3] == ["a small house in Minnesota", "a tight budget", "noise"]
    assert texts[3] == "reasons for replacing my gas furnace with a heat pump"


def test_the_text_is_what_the_person_said_or_the_question():
    assert infer("Is tea healthy?", "nurse, two kids").text == "Nurse, two kids."
    assert infer("Is tea healthy?").text == "Someone who asks: “Is tea healthy?”"


def test_an_amount_keeps_its_comma():
    assert "savings of 80,000 euros" in [
        d.text for d in infer("rent or buy?", "we have savings of 80,000 euros").aspects
    ]


def test_the_sources_main_subjects_fill_up_and_say_so():
    passage = "The defrost cycle of a heat pump costs energy. A defrost cycle of a heat pump runs every hour or so."
    found = infer("Should I get a heat pump?", "", (passage, passage.replace("hour", "night")))
    assert [d.text for d in found.aspects if d.words == MAIN_SUBJECTS] == ["defrost cycle"]


def test_names_and_subjects_far_from_the_question_are_nobodys_interest():
    passage = "A heat pump stood on Canal Road in Canal Road Mews. The tram museum lost its tram museum guide in May."
    found = infer("Should I get a heat pump?", "", (passage, passage.replace("May", "June")))
    assert not [d for d in found.aspects if d.words == MAIN_SUBJECTS]


@pytest.mark.parametrize(
    ("clause", "wanted"),
    [
        ("my mother is 79, holds a blue badge and shops there twice a week",
         ["someone aged 79", "holding a blue badge", "shopping there twice a week"]),
        ("when I am at work he takes line 7", ["taking line 7"]),
        ("cannot walk more than 60 metres", ["cannot walk more than 60 metres"]),
        ("he misses the shops on Mill Street", ["the shops on Mill Street"]),
        ("I do not want to lose the grant", ["not losing the grant"]),
        ("my flour comes by lorry at about ten", ["flour coming by lorry at about ten"]),
        ("my two children walk to school", ["two children walking to school"]),
        ("want to know which claims hold", ["which claims hold"]),
        ("many of my voters are shop owners", ["shop owners"]),
        ("curator", ["a curator"]),
        ("labour is expensive", ["labour is expensive"]),
    ],
)  # fmt: skip
def test_a_clause_becomes_what_somebody_cares_about(clause, wanted):
    assert [text for part in split(clause) for text in interests(part)] == wanted


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("What would a ban change for people who cannot walk far?", "people who cannot walk far"),
        ("Is it safe, and how long does it take?", "how long it takes"),
        ("What would Options A and B cost, and which risks are not in the budget?", "risks that are not in the budget"),
        ("Where would the traffic of Mill Street go, and what would it do to air and safety?", "air and safety"),
        ("My table grew. Why, and how can I shrink it?", "how to shrink it"),
    ],
)
def test_what_the_question_names_is_an_aspect_and_the_question_itself_is_none(query, wanted):
    texts = [draft.text for draft in infer(query).aspects]
    assert wanted in texts
    assert query.rstrip("?") not in texts


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
    ("verb", "form"),
    [("cut", "cutting"), ("replace", "replacing"), ("tax", "taxing"), ("use", "using"), ("forget", "forgetting")],
)
def test_gerunds_are_spelled_right(verb, form):
    assert gerund(verb) == form


@pytest.mark.parametrize("person", PEOPLE[:6], ids=lambda person: person["query"][:30])
def test_the_stand_in_gives_five_to_eight_aspects_by_the_request_alone(person):
    request = Request(person["query"], person["about"], ())
    found = scripted.answer(request, random.Random(7))
    assert 5 <= len(found.aspects) <= 8
    assert found == scripted.answer(request, random.Random(7))


@pytest.mark.parametrize(
    ("form", "verb"), [("shops", "shop"), ("misses", "miss"), ("takes", "take"), ("carries", "carry")]
)
def test_a_third_person_is_led_back_to_its_verb(form, verb):
    assert base(form) == verb
