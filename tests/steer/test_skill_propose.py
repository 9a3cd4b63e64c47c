"""Follow-up questions without a model: distinct, well formed, in the bounds of the contract."""

import random
import re
from dataclasses import replace

import pytest

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.common import KnownAspect
from steer_app.steer.skills.propose import Request, offline, questions, scripted
from tests.steer.offline_requests import PASSAGES, QUESTION

# The hashed vectors of the tests know words only, so the aspect is put in the sources' words.
ASPECTS = (KnownAspect(1, "heat pump noise in the night", 0), KnownAspect(2, "price and grants", 2))
REQUEST = Request(QUESTION, QUESTION, (), PASSAGES, ASPECTS, (QUESTION,), True)


def test_questions_are_distinct_end_in_a_question_mark_and_fill_every_slot():
    found = offline.answer(REQUEST, Tools()).candidates
    texts = [one.question for one in found]
    assert 3 <= len(texts) <= 9
    assert len({text.lower() for text in texts}) == len(texts)
    for one in found:
        assert re.fullmatch(r"[A-Z][^{}]+\?", one.question)
        assert one.query
        assert one.goal.endswith(".")


def test_confidence_stays_in_its_bounds_and_tells_candidates_apart():
    settings = Tools.thresholds.propose
    found = [one.confidence for one in offline.answer(REQUEST, Tools()).candidates]
    assert all(settings.confidence_least <= value <= settings.confidence_most for value in found)
    assert len(set(found)) > 1
    assert found == sorted(found, reverse=True)


def test_an_uncovered_aspect_becomes_a_question_and_a_covered_one_does_not():
    texts = [one.question for one in offline.answer(REQUEST, Tools()).candidates]
    assert "Heat pump noise in the night: what do the sources say?" in texts
    assert not any("Price and grants" in text for text in texts)


def test_at_most_one_wild_card_and_none_where_none_is_allowed():
    assert sum(one.wild_card for one in offline.answer(REQUEST, Tools()).candidates) <= 1
    barred = offline.answer(replace(REQUEST, wild_card_allowed=False), Tools()).candidates
    assert not any(one.wild_card for one in barred)


def test_what_was_asked_is_not_asked_again():
    asked = tuple(one.question for one in offline.answer(REQUEST, Tools()).candidates)
    again = offline.answer(replace(REQUEST, avoid=(*REQUEST.avoid, *asked)), Tools()).candidates
    assert not {one.question for one in again} & set(asked)


def test_the_order_of_equal_passages_and_of_aspects_changes_nothing():
    equal = tuple(replace(one, score=0.5) for one in PASSAGES)
    expected = offline.answer(replace(REQUEST, passages=equal), Tools())
    turned = replace(REQUEST, passages=equal[::-1], aspects=ASPECTS[::-1])
    assert offline.answer(turned, Tools()) == expected


def test_without_hits_nothing_is_proposed():
    assert offline.answer(replace(REQUEST, passages=()), Tools()).candidates == []


@pytest.mark.parametrize(
    ("aspect", "expected"),
    [
        ("noise at night", "Noise at night: what do the sources say?"),
        ("NATO membership", "NATO membership: what do the sources say?"),
        ("pg_dump over a network", "pg_dump over a network: what do the sources say?"),
        ("the shops nearby", "Shops nearby: what do the sources say?"),
        ("who gains and who loses by a toll", "Who gains and who loses by a toll?"),
    ],
)
def test_an_aspect_stands_before_a_colon_so_that_any_wording_is_grammatical(aspect, expected):
    assert questions.of_aspect(aspect) == expected


def test_a_line_that_names_no_matter_or_only_the_topic_is_no_question():
    aspects = (KnownAspect(1, "what it costs", 0), KnownAspect(2, "the evidence on a heat pump for an old house", 0))
    texts = [one.question for one in offline.answer(replace(REQUEST, aspects=aspects), Tools()).candidates]
    assert not any(text.startswith(("What it costs", "Evidence on")) for text in texts)


def test_every_search_carries_the_words_of_the_topic():
    for one in offline.answer(REQUEST, Tools()).candidates:
        assert {"heat", "pump", "house"} <= set(one.query.lower().split())


def test_the_scripted_double_keeps_the_contract_and_varies():
    first, second = (scripted.answer(REQUEST, random.Random(1)) for _ in range(2))
    assert first == second
    assert 5 <= sum(not one.wild_card for one in first.candidates) <= 8
    assert sum(one.wild_card for one in first.candidates) == 1
    assert len({one.confidence for one in first.candidates}) > 3
    assert scripted.answer(replace(REQUEST, passages=()), random.Random(1)).candidates
