"""Ask or proceed: a decision worked by hand, and the properties of the rule."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steer_app.steer.domain.basis import Asked, Standing, active_directions, basis, created_before, pauses
from steer_app.steer.domain.policy import Scored, could_be_best, decide, gain, radii

unit = st.floats(0, 1)
candidates = st.lists(
    st.builds(Scored, utility=st.floats(0, 2), exec_cost=st.floats(0.5, 0.99), confidence=unit), min_size=1, max_size=6
)

# Spread 0.6: radii 0.06, 0.30, 0.12. The best lower bound is 0.80 - 0.06 = 0.74.
WORKED = [Scored(0.8, 13 / 14, 0.9), Scored(0.5, 13 / 14, 0.5), Scored(0.2, 13 / 14, 0.8)]


def test_a_decision_worked_by_hand():
    verdict = decide(WORKED, c0=0.7, pauses=1, tol=3, active_directions=3)
    assert verdict.radii == pytest.approx((0.06, 0.3, 0.12))
    assert verdict.in_s == (True, True, False)
    assert verdict.gain == pytest.approx(13 / 14 - 0.2)
    assert verdict.cost == pytest.approx(0.7 * (1 + 1 / (3 / 3)))
    assert not verdict.asks
    assert decide(WORKED, c0=0.7, pauses=0, tol=3, active_directions=3).asks


@given(candidates)
def test_the_leader_is_in_s(found):
    best = max(candidate.utility for candidate in found)
    kept = could_be_best(found)
    assert all(kept[n] for n, candidate in enumerate(found) if candidate.utility == best)


@given(candidates)
def test_gain_is_zero_when_s_is_everything(found):
    assert gain(found, [True] * len(found)) == 0


@given(candidates, st.integers(0, 5), st.integers(1, 6), st.floats(1, 20))
def test_c0_of_zero_asks_exactly_when_there_is_a_gain(found, paused, directions, tol):
    verdict = decide(found, c0=0, pauses=paused, tol=tol, active_directions=directions)
    assert verdict.asks == (verdict.gain > 0)


@given(unit, st.integers(0, 9), st.integers(0, 9), st.integers(1, 6), st.floats(1, 20))
def test_more_pauses_never_make_a_question_cheaper(c0, fewer, more, directions, tol):
    fewer, more = sorted((fewer, more))
    cost = [decide(WORKED, c0=c0, pauses=n, tol=tol, active_directions=directions).cost for n in (fewer, more)]
    assert cost[0] <= cost[1]


@given(candidates, st.randoms())
def test_the_order_of_candidates_does_not_matter(found, chance):
    shuffled = list(found)
    chance.shuffle(shuffled)
    one, other = (decide(rows, c0=0.5, pauses=1, tol=3, active_directions=2) for rows in (found, shuffled))
    assert (one.gain, one.cost, one.asks) == (other.gain, other.cost, other.asks)
    assert sorted(zip(found, one.in_s, one.radii, strict=True), key=str) == sorted(
        zip(shuffled, other.in_s, other.radii, strict=True), key=str
    )


@given(candidates)
def test_no_candidate_or_one_is_never_asked_about(found):
    for few in ([], found[:1]):
        verdict = decide(few, c0=0, pauses=0, tol=3, active_directions=1)
        assert verdict.gain == 0
        assert not verdict.asks
        assert all(verdict.in_s)


def test_radii_are_finite_and_follow_confidence():
    assert radii([Scored(1, 0.5, 1.0), Scored(0, 0.5, 0.0)]) == (0, 1)
    assert not any(math.isnan(r) for r in radii(WORKED))


TREE = [
    Standing("0", "read"),
    Standing("0.1", "read"),
    Standing("0.2", "failed"),
    Standing("0.3", "pruned"),
    Standing("0.10", "read"),
    Standing("0.1.1", "read"),
    Standing("0.10.1", "queued"),
]


def test_the_basis_is_the_node_and_the_read_nodes_before_it():
    assert basis("0.10", TREE) == ["0", "0.1", "0.10"]
    assert basis("0.1", TREE) == ["0", "0.1"]


def test_what_later_decisions_created_is_not_known_to_an_earlier_one():
    assert created_before("0.1", TREE) == ["0", "0.1", "0.2", "0.3", "0.10", "0.1.1"]
    assert created_before("0.10", TREE) == [node.path for node in TREE]


def test_pruned_and_failed_directions_do_not_share_the_tolerance():
    assert active_directions("0", TREE) == 1
    assert active_directions("0.10", TREE) == 2
    assert active_directions("0.1", TREE) == 3  # 0.2 comes later: it may fail at any time


def test_pauses_are_counted_within_a_direction_and_silence_counts_twice():
    asked = [Asked("0", "answered"), Asked("0.1", "expired"), Asked("0.1.1", "suggested"), Asked("0.10", "answered")]
    assert pauses("0", asked) == 0
    assert pauses("0.1.2", asked) == 3
    assert pauses("0.1", asked) == 0
    assert pauses("0.10.1", asked) == 1
    assert pauses("0.1.2", [Asked("0.1", "suppressed")]) == 0
