"""Coverage: a table of scores of the right shape, where a larger set never scores lower."""

import random

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.coverage import Request, offline, scripted
from tests.steer.offline_requests import PASSAGES

SENTENCES = [one.text for source in PASSAGES for one in Tools.quotable(source.text)]
ASPECTS = ("noise for the neighbours", "price with installation", "works at -30 C")


def by_offline(request: Request) -> list[list[int]]:
    return offline.answer(request, Tools()).scores


def by_script(request: Request) -> list[list[int]]:
    return scripted.answer(request, random.Random(0)).scores


@pytest.mark.parametrize("judge", [by_offline, by_script])
def test_a_row_for_each_set_and_a_score_for_each_aspect(judge):
    scores = judge(Request(ASPECTS, ((), tuple(SENTENCES[:2]), tuple(SENTENCES))))
    assert [len(row) for row in scores] == [3, 3, 3]
    assert {value for row in scores for value in row} <= {0, 1, 2}
    assert scores[0] == [0, 0, 0]


@pytest.mark.parametrize("judge", [by_offline, by_script])
@hypothesis_settings(deadline=None, max_examples=30)
@given(st.lists(st.sampled_from(SENTENCES), max_size=8), st.lists(st.sampled_from(SENTENCES), max_size=8))
def test_a_set_that_contains_another_never_scores_lower(judge, some, more):
    smaller, larger = judge(Request(ASPECTS, (tuple(some), (*some, *more))))
    assert all(low <= high for low, high in zip(smaller, larger, strict=True))


def test_the_set_that_speaks_of_the_aspect_covers_it_better():
    noise = tuple(text for text in SENTENCES if "dB" in text)
    trams = tuple(text for text in SENTENCES if "rams" in text)
    scores = by_offline(Request(("noise in the night",), (noise, trams)))
    assert scores[0][0] > scores[1][0]


def test_the_script_gives_every_score():
    scores = by_script(Request(tuple(f"aspect {n}" for n in range(40)), (tuple(SENTENCES),)))
    assert set(scores[0]) == {0, 1, 2}
