"""From many proposals to K that differ."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from steer_app.steer.domain.diversify import Proposal, diversified, one_wild_card, without_duplicates
from steer_app.steer.domain.vectors import similarity


def proposal(question: str, confidence: float, vector: list[float], wild_card: bool = False) -> Proposal:
    return Proposal(question, question, "", confidence, wild_card, np.array(vector, dtype=float))


A = proposal("a", 0.9, [1, 0, 0])
NEAR_A = proposal("near a", 0.8, [1, 0.1, 0])
B = proposal("b", 0.5, [0, 1, 0])
C = proposal("c", 0.4, [0.6, 0, 0.8])

proposals = st.lists(
    st.builds(
        lambda word, confidence, x, y, wild: proposal(word, round(confidence, 2), [x, y, 1.0], wild),
        st.text("abcdefgh", min_size=1, max_size=4),
        st.floats(0, 1),
        st.floats(-1, 1),
        st.floats(-1, 1),
        st.booleans(),
    ),
    max_size=9,
    unique_by=lambda p: p.question,
)


def test_the_most_confident_comes_first_then_the_least_similar():
    # b is at 0 from a; then c, at 0.6 from a, before "near a" at 0.995.
    assert [p.question for p in diversified([NEAR_A, C, B, A], 3)] == ["a", "b", "c"]


def test_a_tie_goes_to_the_more_confident_then_to_the_words():
    left, right = proposal("x", 0.5, [0, 1, 0]), proposal("y", 0.6, [0, 0, 1])
    assert [p.question for p in diversified([A, left, right], 2)] == ["a", "y"]
    same = proposal("W", 0.5, [0, 0, 1])
    assert [p.question for p in diversified([A, left, same], 2)] == ["a", "W"]


def test_with_fewer_than_k_all_are_taken():
    assert len(diversified([A, B], 3)) == 2
    assert diversified([], 3) == []


def test_duplicates_keep_the_more_confident():
    assert without_duplicates([NEAR_A, A, B], []) == [A, B]
    assert without_duplicates([A, B], [np.array([0, 2, 0])]) == [A]


def test_similarity_is_rounded_before_it_is_compared():
    edge = proposal("edge", 0.1, [0.95, (1 - 0.95**2) ** 0.5, 0])
    assert similarity(A.vector, edge.vector) == 0.95
    assert edge in without_duplicates([A, edge], [])


def test_at_most_one_wild_card_is_kept_and_none_where_none_is_allowed():
    wild, wilder = proposal("w", 0.3, [0, 0, 1], True), proposal("v", 0.2, [0, 0, -1], True)
    assert one_wild_card([wilder, A, wild], allowed=True) == [A, wild]
    assert one_wild_card([wilder, A, wild], allowed=False) == [A]


@given(proposals, st.integers(1, 6))
def test_nothing_is_taken_twice(found, breadth):
    taken = diversified(found, breadth)
    assert len({id(p) for p in taken}) == len(taken) == min(breadth, len(found))


@given(proposals, st.integers(1, 6), st.randoms())
def test_permuting_the_proposals_changes_nothing(found, breadth, chance):
    shuffled = list(found)
    chance.shuffle(shuffled)
    chosen = [
        [p.question for p in diversified(without_duplicates(one_wild_card(rows, allowed=True), []), breadth)]
        for rows in (found, shuffled)
    ]
    assert chosen[0] == chosen[1]
