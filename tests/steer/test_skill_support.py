"""Fifty pairs of a claim and a passage; half of them unseen while the rules were written."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.support import Request, Verdict, scripted
from steer_app.steer.skills.support.offline import answer

PAIRS = [
    json.loads(line)
    for line in Path(__file__).with_name("examples").joinpath("support_pairs.jsonl").read_text().splitlines()
]
SAYS = {
    "number": "does not give the number",
    "unit": "in another unit",
    "date": "does not give the date",
    "name": "does not name",
    "polarity": "says the opposite",
    "words": "is about something else",
}


def judge(claim: str, passage: str) -> Verdict:
    return answer(Request(((claim, passage),)), Tools()).verdicts[0]


def is_right(pair: dict, verdict: Verdict) -> bool:
    return verdict.supported if pair["label"] == "supported" else SAYS[pair["label"]] in verdict.reason


@pytest.mark.parametrize(("half", "least"), [("open", 26), ("held", 22)])
def test_nearly_every_pair_is_judged_right_and_for_the_right_reason(half, least):
    pairs = [pair for pair in PAIRS if pair["half"] == half]
    wrong = [pair["claim"] for pair in pairs if not is_right(pair, judge(pair["claim"], pair["passage"]))]
    assert len(pairs) - len(wrong) >= least, wrong


def test_a_verdict_does_not_depend_on_the_other_pairs():
    pairs = tuple((pair["claim"], pair["passage"]) for pair in PAIRS)
    together = answer(Request(pairs), Tools()).verdicts
    assert together == [judge(*pair) for pair in pairs]


@given(st.text(max_size=60), st.text(max_size=60), st.text(min_size=1, max_size=60))
@settings(max_examples=40, deadline=None)
def test_whatever_stands_in_the_passage_word_for_word_is_supported(before, after, claim):
    assert judge(claim, f"{before} {claim} {after}").supported


def test_an_empty_request_has_no_verdicts():
    assert answer(Request(()), Tools()).verdicts == []


@pytest.mark.slow
def test_the_real_vectors_judge_as_well():
    assert sum(is_right(pair, judge(pair["claim"], pair["passage"])) for pair in PAIRS) >= 47


def test_the_stand_in_supports_what_the_passage_holds_and_most_of_the_rest():
    pairs = (("a claim", "it holds a claim"), *(("another", "passage") for _ in range(99)))
    verdicts = scripted.answer(Request(pairs), random.Random(7)).verdicts
    assert verdicts[0].supported
    assert 80 <= sum(verdict.supported for verdict in verdicts) < 100
    assert verdicts == scripted.answer(Request(pairs), random.Random(7)).verdicts
