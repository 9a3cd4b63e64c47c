"""Learnings without a model: verbatim, on topic, each once, and the same in any order."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from steer_app.brains.offline.sentences import sentences
from steer_app.brains.offline.standing import leans, stands_alone
from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.common import SourceText
from steer_app.steer.skills.learn import Request, offline, scripted
from tests.steer.offline_requests import PASSAGES, QUESTION, text_at

REQUEST = Request(QUESTION, QUESTION, "Find costs, noise and winter.", (), PASSAGES, (), ())


def claims(request: Request) -> list[str]:
    return [one.claim for one in offline.answer(request, Tools()).learnings]


def test_each_claim_is_what_stands_at_its_first_quotation():
    found = offline.answer(REQUEST, Tools()).learnings
    assert found
    for learning in found:
        first = learning.quotes[0]
        assert text_at(first.passage, first.start, first.end) == learning.claim


def test_what_two_passages_say_is_one_claim_with_two_quotations():
    found = {one.claim: one.quotes for one in offline.answer(REQUEST, Tools()).learnings}
    price = "A heat pump costs between 11,000 and 16,000 euros with installation."
    assert [quote.passage for quote in found[price]] == [3, 4]


def test_headings_rows_questions_boilerplate_and_other_subjects_are_no_learnings():
    text = " ".join(claims(REQUEST))
    for unwanted in ("Cold days", "Item", "Is that enough", "Copyright", "museum", "See the table"):
        assert unwanted not in text


def test_a_sentence_that_leans_on_the_one_before_is_quoted_with_it_or_not_at_all():
    assert not any(claim.startswith("It costs") for claim in claims(REQUEST))


def test_what_is_known_is_not_said_again():
    known = tuple(claims(REQUEST)[:2])
    again = claims(replace(REQUEST, known=known))
    assert again
    assert not set(known) & set(again)


def test_the_order_of_the_passages_changes_nothing():
    equal = tuple(replace(one, score=0.5) for one in PASSAGES)
    expected = offline.answer(replace(REQUEST, passages=equal), Tools())
    for seed in range(5):
        mixed = list(equal)
        random.Random(seed).shuffle(mixed)
        assert offline.answer(replace(REQUEST, passages=tuple(mixed)), Tools()) == expected


def test_nothing_found_is_said_in_the_summary():
    found = offline.answer(replace(REQUEST, passages=PASSAGES[4:]), Tools())
    assert found.learnings == []
    assert "None of the 1 passage" in found.summary


def test_tags_in_use_are_taken_first():
    found = offline.answer(replace(REQUEST, tags=("Heat Pump",)), Tools())
    assert "Heat Pump" in found.tags
    assert 2 <= len(found.tags) <= 5


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("This approach costs more than the other one does.", True),
        ("For many of these houses the price is higher.", True),
        ("The second effect concerns us more than the first.", True),
        ("However, the price of the unit rose again.", True),
        ("It is possible to lower the noise of the pump.", False),
        ("There are 640 spaces in public car parks nearby.", False),
        ("The outdoor unit produces 52 dB at one metre.", False),
    ],
)
def test_leaning_sentences_are_told_by_their_opening(text, expected):
    assert leans(text) is expected


@pytest.mark.parametrize(
    "text",
    [
        "Returns the number of rows that were changed by it.",
        "To reuse the disk space of the rows that were deleted.",
        "(The price is without the tax that is due on it.)",
        "See Section 3 for what the price of a unit includes.",
    ],
)
def test_entries_infinitives_asides_and_pointers_are_no_statements(text):
    assert not stands_alone(sentences(text)[0])


WORDS = st.sampled_from(
    [
        "heat",
        "pump",
        "noise",
        "cost",
        "the",
        "a",
        "52",
        "dB",
        "not",
        "house.",
        "Old.",
        "It",
        "- ",
        "|",
        "\n",
        "\n\n",
        "is",
    ]
)


@hypothesis_settings(deadline=None, max_examples=40)
@given(st.lists(st.lists(WORDS, min_size=5, max_size=60).map(" ".join), max_size=5))
def test_every_quotation_is_verbatim_and_no_claim_is_made_twice(texts):
    passages = tuple(SourceText(i, i % 2, "t", text, 7 * i, 0.1) for i, text in enumerate(texts, 1))
    found = offline.answer(replace(REQUEST, passages=passages), Tools()).learnings
    assert len({" ".join(one.claim.lower().split()) for one in found}) == len(found)
    for learning in found:
        source = passages[learning.quotes[0].passage - 1]
        quote = learning.quotes[0]
        assert source.text[quote.start - source.start : quote.end - source.start] == learning.claim


def test_the_scripted_double_quotes_verbatim_and_depends_on_its_chance_alone():
    first, second = (scripted.answer(REQUEST, random.Random(3)) for _ in range(2))
    assert first == second
    assert first.learnings
    for learning in first.learnings:
        quote = learning.quotes[0]
        assert text_at(quote.passage, quote.start, quote.end) == learning.claim
    assert scripted.answer(REQUEST, random.Random(4)) != first


def test_the_scripted_double_lives_without_passages():
    assert scripted.answer(replace(REQUEST, passages=()), random.Random(1)).learnings == []
