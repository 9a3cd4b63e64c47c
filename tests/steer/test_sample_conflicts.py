"""Pairs of sentences that should be read side by side, worked out by hand, and how many of the sample's conflicts are
found when both sentences are given."""

import json
from pathlib import Path

import pytest

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.report.differences import rivals

CONFLICTS = json.loads(Path(__file__).with_name("sample_conflicts.json").read_text())
FLOOR = 9
"""Of 27, measured; it was 7 before figures were compared by what they measure."""
TOPIC = set(Tools.stems("Mill Street"))
LETTER, REPORT = "Mill Street Traders' Association: letter", "Mill Street: report to Cabinet"
ELSEWHERE = "Bridge Street, Wendlecote: three years without cars"

pytestmark = pytest.mark.slow


def side_by_side(left: str, right: str, titles: tuple[str, str] = ("", "")) -> bool:
    tools = Tools()
    both = rivals(left, right, tools.cos(left, right), TOPIC, tools, titles)
    assert both is rivals(right, left, tools.cos(left, right), TOPIC, tools, titles[::-1])
    return both


@pytest.mark.parametrize(
    ("left", "right", "titles", "found"),
    [
        ("Card payments taken by businesses on Mill Street rose by 4.1 per cent in the six weeks of the trial.",
         "On average takings fell by 7.5 per cent.", (REPORT, LETTER), True),
        ("Moving lines 3, 7 and 12 to Priory Road adds 2.6 minutes to an average journey.",
         "The company says that moving the buses to Priory Road costs passengers more than five minutes.",
         (REPORT, LETTER), True),
        ("Seventy-one per cent of deliveries come at these times already.",
         "46 per cent of deliveries arrive in the permitted hours.", (REPORT, LETTER), True),
        # One figure, said twice.
        ("Card payments on Mill Street rose by 4.1 per cent.", "The council says that trade rose by 4.1 per cent.",
         (REPORT, LETTER), False),
        # Another place, by its title; a median of studies; one shop.
        ("On average takings fell by 7.5 per cent.",
         "Turnover in this group was 31 per cent higher in the third year.", (LETTER, ELSEWHERE), False),
        ("On average takings fell by 7.5 per cent.",
         "The median change in turnover was plus 3 per cent after two years or more.", (LETTER, REPORT), False),
        ("My takings were up by 9 per cent, and I told nobody.", "On average takings fell by 7.5 per cent.",
         (REPORT, LETTER), False),
    ],
)  # fmt: skip
def test_figures_of_one_thing_are_told_from_figures_of_two(settings, left, right, titles, found):
    settings.EMBEDDER = "minilm"
    assert side_by_side(left, right, titles) is found


def test_as_many_of_the_samples_conflicts_are_found_as_were_measured(settings):
    settings.EMBEDDER = "minilm"
    found = [one["subject"] for one in CONFLICTS if side_by_side(one["a"]["text"], one["b"]["text"])]
    assert len(found) >= FLOOR, found
