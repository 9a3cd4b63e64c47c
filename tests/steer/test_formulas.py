"""Formulas against values worked by hand, and what must hold of them whatever the numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steer_app.steer.domain import formulas

scores = st.lists(st.sampled_from([0, 1, 2]), min_size=1, max_size=8)
unit = st.floats(0, 1)


def test_alignment_is_half_the_mean_score():
    assert formulas.alignment([2, 1, 0, 1]) == 4 / 8
    assert formulas.alignment([]) == 0


def test_alignment_gain_counts_what_reading_the_child_adds():
    # 2/8 before, 5/8 after; the second aspect fell from 1 to 0, which joining learnings cannot mean.
    assert formulas.align_gain_joined([0, 1, 1, 0], [2, 0, 1, 1]) == pytest.approx(5 / 8 - 2 / 8)


def test_the_printed_form_compares_the_child_alone_and_is_clipped():
    assert formulas.align_gain_paper([2, 1], [2, 2]) == pytest.approx(1 - 3 / 4)
    assert formulas.align_gain_paper([2, 2], [0, 1]) == 0


def test_exploration_falls_with_the_root_of_the_count():
    # (0.5 / 1 + 0.5 / 2 + 0.5 / 3) / 3
    assert formulas.explore([0, 1, 4], 0.5) == pytest.approx((0.5 + 0.25 + 0.5 / 3) / 3)
    assert formulas.explore([], 0.5) == 0


def test_information_gain_is_the_distance_from_what_was_learned():
    assert formulas.info_gain(0.25, expects_learnings=True, learned_before=True) == 0.75
    assert formulas.info_gain(-0.2, expects_learnings=True, learned_before=True) == 1
    assert formulas.info_gain(None, expects_learnings=False, learned_before=True) == 0
    assert formulas.info_gain(None, expects_learnings=True, learned_before=False) == 1


def test_utility_weighs_the_three_terms():
    assert formulas.utility(0.25, 0.4, 0.6, 0.5, 0.25) == pytest.approx(0.25 + 0.2 + 0.15)


@pytest.mark.parametrize(
    ("limit", "depth", "breadth", "nodes"),
    [(3, 1, 3, 13), (3, 2, 3, 4), (3, 3, 3, 1), (2, 1, 2, 3), (3, 1, 1, 3), (3, 3, 1, 1), (6, 1, 6, 9331)],
)
def test_remaining_nodes_are_those_of_a_full_subtree(limit, depth, breadth, nodes):
    assert formulas.remaining_nodes(limit, depth, breadth) == nodes
    assert formulas.exec_cost(nodes) == nodes / (nodes + 1)


@given(scores, st.data())
def test_the_joined_gain_lies_in_the_unit_interval(parent, data):
    joined = data.draw(st.lists(st.sampled_from([0, 1, 2]), min_size=len(parent), max_size=len(parent)))
    assert 0 <= formulas.align_gain_joined(parent, joined) <= 1
    assert 0 <= formulas.align_gain_paper(parent, joined) <= 1


@given(st.lists(st.integers(0, 50), max_size=5), unit)
def test_exploration_never_exceeds_epsilon(counts, epsilon):
    assert 0 <= formulas.explore(counts, epsilon) <= epsilon * (1 + 1e-12)


@given(st.integers(1, 6), st.integers(1, 6), st.integers(1, 6))
def test_a_deeper_candidate_never_costs_more(limit, depth, breadth):
    here = formulas.exec_cost(formulas.remaining_nodes(limit, depth, breadth))
    deeper = formulas.exec_cost(formulas.remaining_nodes(limit, depth + 1, breadth))
    assert 0.5 <= deeper <= here < 1
