"""Words and ranks by hand-worked values."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steer_app.sources.domain import words
from steer_app.sources.domain.ranking import CONSIDERED, B, Words, best, fused

TEXTS = ["the pump hums at night", "a pump and a boiler", "boilers burn gas, gas costs more", "nothing here"]


@pytest.fixture
def index():
    return Words.of([words.hashed(words.terms(text)) for text in TEXTS])


def asked(index, query):
    return index.scores(words.hashed(words.terms(query)))


def test_bm25_is_the_textbook_sum(index):
    lengths = [len(words.terms(text)) for text in TEXTS]
    idf = math.log(1 + (4 - 2 + 0.5) / (2 + 0.5))
    expected = idf * 2.2 / (1 + 1.2 * (1 - B + B * lengths[1] / (sum(lengths) / 4)))
    assert asked(index, "pumps")[1] == pytest.approx(expected, abs=1e-4)


def test_stems_meet_and_rare_words_weigh_more(index):
    scores = asked(index, "Which boiler hums?")
    assert list(np.flatnonzero(scores)) == [0, 1, 2]
    assert scores[0] > scores[1]


def test_a_word_said_twice_in_the_query_counts_once(index):
    assert list(asked(index, "gas gas")) == list(asked(index, "gas"))


def test_nothing_in_a_query_is_syntax(index):
    assert list(asked(index, '"pump" OR NEAR(* -boiler:')) == list(asked(index, "pump or near boiler"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("max_wal_size", ["max", "wal", "size", "max_wal_size"]),
        ("version 9.6", ["version", "9.6"]),
        ("Cafés", ["cafe"]),
        ("wal-level", ["wal", "level"]),
        ("the owner's", ["owner"]),
    ],
)
def test_terms(text, expected):
    assert words.terms(text) == expected


def test_an_empty_index_finds_nothing():
    assert list(best(Words.of([]).scores(words.hashed(["x"])))) == []


@given(st.lists(st.integers(0, 5), max_size=60), st.integers(1, 20))
def test_best_is_the_stable_sort_cut_off(values, count):
    scores = np.array(values, dtype=np.float32)
    expected = [row for row in sorted(range(len(values)), key=lambda row: (-values[row], row)) if values[row] > 0]
    assert list(best(scores, count)) == expected[:count]


def test_fusion_is_half_words_half_meaning_and_half_the_documents_best_three():
    by_words = np.array([0, 4, 2, 0], dtype=np.float32)
    by_meaning = np.array([0.5, 0.25, 0, 0], dtype=np.float32)
    order = fused(by_words, by_meaning, np.array([7, 7, 8, 8]))
    own = {0: 0.5, 1: 0.5 + 0.25, 2: 0.25}
    seven, eight = (own[0] + own[1]) / 3, own[2] / 3
    expected = [(1, own[1] + seven / 2), (0, own[0] + seven / 2), (2, own[2] + eight / 2)]
    assert [row for row, _ in order] == [row for row, _ in expected]
    assert [score for _, score in order] == pytest.approx([score for _, score in expected], abs=1e-6)


def test_fusion_settles_ties_by_row_and_keeps_what_one_ranking_alone_found():
    order = fused(np.array([1, 1, 0], dtype=np.float32), np.array([0, 0, 0.4], dtype=np.float32), np.arange(3))
    assert [row for row, _ in order] == [0, 1, 2]


def test_among_many_the_last_one_considered_counts_nothing():
    scores = np.arange(1, CONSIDERED + 51, dtype=np.float32)
    order = dict(fused(scores, np.zeros_like(scores), np.arange(len(scores))))
    assert len(order) == CONSIDERED
    assert min(order.values()) == 0
    assert max(order.values()) == pytest.approx(0.5 + 0.5 * 0.5 / 3, abs=1e-6)
