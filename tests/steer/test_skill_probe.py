"""Probing: expected learnings from the snippets alone, and tags."""

import random
from dataclasses import replace

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.probe import Item, Request, offline, scripted
from tests.steer.offline_requests import PASSAGES, QUESTION

NOISE = Item("How loud is a heat pump?", "heat pump noise", PASSAGES)
EMPTY = Item("What do heat pumps cost?", "heat pump costs", ())
REQUEST = Request(QUESTION, (NOISE, EMPTY), (), ())


def test_one_entry_for_each_item_in_its_order():
    found = offline.answer(REQUEST, Tools()).items
    assert len(found) == 2
    assert found[0].learnings
    assert found[1].learnings == []


def test_expected_learnings_are_sentences_of_the_snippets_and_at_most_five():
    learnings = offline.answer(REQUEST, Tools()).items[0].learnings
    assert len(learnings) == len(set(learnings)) <= 5
    assert all(any(text in source.text for source in PASSAGES) for text in learnings)


def test_what_is_known_is_no_expected_learning():
    learnings = offline.answer(REQUEST, Tools()).items[0].learnings
    again = offline.answer(replace(REQUEST, known=(learnings[0],)), Tools()).items[0].learnings
    assert learnings[0] not in again


def test_an_item_is_probed_the_same_alone_and_beside_others():
    both = offline.answer(REQUEST, Tools()).items[0]
    alone = offline.answer(replace(REQUEST, items=(NOISE,)), Tools()).items[0]
    assert both == alone


def test_the_scripted_double_answers_for_every_item():
    first, second = (scripted.answer(REQUEST, random.Random(5)) for _ in range(2))
    assert first == second
    assert len(first.items) == 2
    assert all(item.learnings and item.tags for item in first.items)
