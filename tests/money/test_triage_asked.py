"""Which questions may be answered by one sentence, by their form and by what the sources say of them."""

import json
from pathlib import Path

import pytest

from steer_app.brains.offline.tools import Tools
from steer_app.steer import samples
from steer_app.steer.skills import triage
from steer_app.steer.skills.common import SourceText
from steer_app.steer.skills.triage import asked, offline

TEXTS = (
    ("Wendlecote street trial",
     "The Wendlecote trial started in May 2019 and ran for two years. The trial ended on 30 April 2021. During the "
     "trial 4,310 people answered the council's survey. The trial was designed by Maria Oduya of the county."),
    ("The Harbour Museum",
     "The Harbour Museum was opened on 12 June 1987 by the mayor. The museum stands in Port Ellery, two streets from "
     "the quay. Its new roof cost $2.4 million. The Harbour Museum has 46 rooms on three floors."),
    ("Library accounts",
     "In 2022 the Eastgate Library lent 118,000 books to its members. The library's reading room is 9 metres high and "
     "30 metres long. The share of members under 18 is 34% at the Eastgate Library."),
    ("Tram line",
     "Work on the Northern Tram Line began in 2014. Another source says that work on the Northern Tram Line began in "
     "2015. The Quay Bridge may open in 2031 if the grant is paid. About 300 people attended the opening of the "
     "Northern Tram Line."),
    ("Heat pumps",
     "A heat pump costs $9,000 in most houses, the survey found. The noise of a heat pump is 52 decibels at one metre. "
     "The heat pump in Mrs Hale's house was installed in 2016."),
)  # fmt: skip


def passages() -> tuple[SourceText, ...]:
    return tuple(SourceText(n, n, title, text, 100 * n, 1.0) for n, (title, text) in enumerate(TEXTS, 1))


def answered(question: str) -> triage.Answer:
    return offline.answer(triage.Request(question, "", passages()), Tools())


SHORT = (
    ("What year did the Wendlecote trial start?", "2019"),
    ("In which year did the Wendlecote trial begin?", "2019"),
    ("When did the Wendlecote trial end?", "30 April 2021"),
    ("How many people answered the survey during the Wendlecote trial?", "4,310"),
    ("Who designed the Wendlecote trial?", "Maria Oduya"),
    ("When was the Harbour Museum opened?", "12 June 1987"),
    ("Tell me, what year was the Harbour Museum established?", "1987"),
    ("Where is the Harbour Museum?", "Port Ellery"),
    ("How much did the new roof of the Museum cost?", "$2.4 million"),
    ("How many rooms has the Harbour Museum?", "46 rooms"),
    ("How many books did the Eastgate Library lend in 2022?", "118,000"),
    ("How high is the reading room of the library?", "9 metres high"),  # of two lengths the one beside the word
    ("What percentage of members of the Eastgate Library is under 18?", "34%"),
    ("In what year was the heat pump in Mrs Hale's house installed?", "2016"),
    ("What year was the roof of the Harbour Museum built?", None),
    ("On which date did the Harbour Museum open?", "12 June 1987"),
    ("Since when is the Harbour Museum open?", "12 June 1987"),
)
"""Questions of one fact, and what the answer must hold; None: the sources do not say it, so it is researched."""

DEEP = (
    "Should Mill Street become car-free?",
    "What year did the Wendlecote trial start, and what came of it?",
    "Why did the Wendlecote trial start in 2019?",
    "How much does a heat pump cost?",
    "How loud is a heat pump?",
    "How many people would answer the survey during a trial?",
    "What changed in the year the Wendlecote trial started?",
    "When should the Wendlecote trial start?",
    "When will the Quay Bridge open?",
    "When did work on the Quay Bridge begin?",
    "What year did work on the Northern Tram Line begin?",
    "How many people attended the opening of the Northern Tram Line?",
    "Who benefits from the Wendlecote trial?",
    "Who is Maria Oduya?",
    "How did the Wendlecote trial start?",
    "What was the effect of the Wendlecote trial on shops?",
    "Where would the traffic of Mill Street go?",
    "Which year was the best for the Eastgate Library?",
    "How long do heat pumps last?",
    "What does the Eastgate Library cost the town, or what does it save?",
    "When did it start?",
    "How many rooms does my museum need?",
    "What is the state of the art in heat pumps?",
    "The Wendlecote trial started in 2019.",
    "What are the costs of the Harbour Museum?",
    "How much did the Wendlecote trial cost?",
    "How many books did the Westgate Library lend in 2022?",
    "Compare the year the Wendlecote trial started with the year it ended.",
)


@pytest.mark.parametrize(("question", "holds"), SHORT)
def test_a_question_of_one_fact_is_answered_by_the_sentence_that_says_it(question, holds):
    found = answered(question)
    assert found.direct == (holds is not None), found.why
    if holds:
        assert holds in found.claim
        source = passages()[found.quote.passage - 1]
        assert source.text[found.quote.start - source.start : found.quote.end - source.start] == found.claim


@pytest.mark.parametrize("question", DEEP)
def test_whatever_has_to_be_weighed_or_is_not_said_plainly_grows_a_tree(question):
    found = answered(question)
    assert not found.direct, found.claim


def _worked() -> list[str]:
    return [one.query for one in (*samples.WORKED, *samples.CALIBRATION)]


def _manual() -> list[str]:
    rows = (Path(__file__).parents[1] / "steer/manual_questions.jsonl").read_text().splitlines()
    return [json.loads(row)["question"] for row in rows if row.strip()]


@pytest.mark.parametrize("question", _worked() + _manual())
def test_the_questions_that_sessions_are_measured_with_are_researched(question):
    assert asked.wanted(question) is None


def test_no_brain_is_asked_about_the_worked_examples():
    assert all(asked.is_open(one.query) for one in samples.WORKED)
