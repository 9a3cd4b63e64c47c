"""The 30 measured questions hold verbatim passages of the PostgreSQL 15 manual.

A hit is right when its text holds one of the question's passages, both normalised as in `manual_text`. The questions
were written from the manual alone; retrieval must not be tuned on them, nor a passage added because retrieval found it.
"""

import json
from pathlib import Path

import pytest

from tests.steer.manual_text import MANUAL, normalised, page_text

QUESTIONS = [json.loads(line) for line in (Path(__file__).parent / "manual_questions.jsonl").read_text().splitlines()]


def test_there_are_thirty_questions_with_distinct_ids():
    assert len({question["id"] for question in QUESTIONS}) == len(QUESTIONS) == 30


def test_the_questions_are_spread_over_the_manual():
    assert len({question["subject"] for question in QUESTIONS}) >= 15
    assert len({file for question in QUESTIONS for file in question["files"]}) >= 40


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["id"])
def test_a_question_is_whole(question):
    assert question.keys() == {"id", "subject", "question", "about", "files", "passages"}
    assert question["question"].endswith("?")
    assert 2 <= len(question["passages"]) <= 9
    for passage in question["passages"]:
        assert passage == normalised(passage)
        assert 10 <= len(passage.split()) <= 25, passage


@pytest.mark.service
@pytest.mark.skipif(not MANUAL.is_dir(), reason="the package postgresql-doc-15 is not installed")
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["id"])
def test_every_passage_stands_in_one_of_the_named_pages(question):
    pages = {name: page_text(name) for name in question["files"]}
    for passage in question["passages"]:
        assert any(passage in text for text in pages.values()), passage
