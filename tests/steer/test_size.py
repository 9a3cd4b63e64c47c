"""How large a tree may become, and what a session will take."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steer_app.steer import estimates
from steer_app.steer.domain.size import Level, expected_nodes, full_tree
from steer_app.steer.estimates import Rate

sizes = st.integers(1, 6)


@given(sizes, sizes)
def test_an_undecided_root_may_become_the_full_tree(depth, breadth):
    assert expected_nodes([Level(0, kept=1, undecided=1, read=0)], depth, breadth) == full_tree(depth, breadth)


@given(sizes, sizes)
def test_a_tree_in_which_all_is_decided_is_as_large_as_it_is(depth, breadth):
    levels = [Level(level, kept=2, undecided=0, read=2) for level in range(depth)]
    assert expected_nodes([*levels, Level(depth, kept=3, undecided=3, read=0)], depth, breadth) == 2 * depth + 3


def test_a_full_tree_of_three_by_three_has_forty_nodes():
    assert full_tree(3, 3) == 40


def test_leaving_a_branch_out_makes_the_tree_smaller():
    assert expected_nodes([Level(0, 1, 0, 1), Level(1, kept=2, undecided=2, read=2)], 3, 3) == 1 + 2 * 13


def test_an_estimate_is_nodes_times_what_one_takes():
    made = estimates.estimate(2, 2, Rate(seconds=30, tokens=100, microusd=5, sessions=4))
    assert (made.nodes, made.seconds, made.tokens, made.microusd, made.sessions) == (7, 210, 700, 35, 4)
    assert made.time == "about 4 minutes"


def test_a_rate_is_the_median_of_ones_sessions_so_that_one_slow_night_moves_nothing():
    sessions = [(10, 10.0, 500, 0), (10, 20.0, 1000, 30), (1, 900.0, 90, 3)]
    assert estimates.rate_of(sessions) == Rate(seconds=2.0, tokens=90, microusd=3, sessions=3)
    assert estimates.rate_of([]) is None


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(3, "under a minute"), (60, "about 1 minute"), (260, "about 4 minutes"), (6000, "about 1.5 hours")],
)
def test_time_is_said_as_roughly_as_it_is_known(seconds, words):
    assert estimates.in_words(seconds) == words


@given(st.floats(0, 1))
def test_every_pause_cost_is_said_in_words(c0):
    assert estimates.asking(c0)
