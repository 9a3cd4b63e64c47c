"""Stems, polarity, names, terms and ranking against hand-worked values."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steer_app.brains.offline.chunks import chunks
from steer_app.brains.offline.names import names
from steer_app.brains.offline.phrases import phrases
from steer_app.brains.offline.polarity import clauses, polarity
from steer_app.brains.offline.ranking import bm25, fuse, mmr
from steer_app.brains.offline.words import Idf, stem, stems


def test_stems_leave_out_stop_words_and_keep_order():
    assert stems("The heating costs of the houses") == ["heat", "cost", "hous"]


def test_a_possessive_has_the_stem_of_its_noun():
    assert stem("council's") == stem("council")


def test_a_name_with_an_invisible_break_is_one_word():
    assert stems("autovacuum_\u200bfreeze") == ["autovacuum_freeze"]


def test_idf_weighs_by_rarity_and_recall_is_the_share_by_weight():
    idf = Idf(["cost of heat", "heat of night"])
    assert idf.weight("heat") == pytest.approx(math.log(3 / 3) + 1)
    assert idf.weight("cost") == pytest.approx(math.log(3 / 2) + 1)
    assert idf.recall(["heat", "cost"], ["heat"]) == pytest.approx(1 / (2 + math.log(1.5)))
    assert idf.recall([], ["heat"]) == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It works in winter.", 1),
        ("It does not work.", -1),
        ("It doesn’t work.", -1),
        ("It does not fail to work.", 1),
        ("Nobody lacks heat.", 1),
        ("Not only is it good, it is cheap.", 1),
        ("There is no doubt that it works.", 1),
        ("The parts have yet to arrive.", -1),
        ("A house without a garden", -1),
        ("Unless it rains, we go.", -1),
    ],
)
def test_polarity_by_cues_that_cancel_in_pairs(text, expected):
    assert polarity(text) == expected


def test_the_clause_about_the_subject_decides():
    text = "The pump works well, but the meter does not."
    assert clauses(text) == ["The pump works well", "but the meter does not."]
    assert polarity(text, "pump") == 1
    assert polarity(text, "meter") == -1


def test_chunks_lie_between_stop_words_and_set_phrases_hold_no_subject():
    found = [
        chunk.text for chunk in chunks("State of the art compressors use the heat pump's controller. Option A wins.")
    ]
    assert found == ["compressors", "heat pump's controller", "Option A"]


def test_an_article_is_kept_with_the_phrase():
    assert [(chunk.text, chunk.article) for chunk in chunks("We paid the parking fee.")] == [("parking fee", "the")]


def test_names_do_not_count_the_capital_of_an_opening_word():
    assert names("Prices rose in Oslo and New York. Nobody in NATO minded. Heat is lost.") == [
        "Oslo and New York",
        "NATO",
    ]


def test_a_term_is_the_longest_phrase_that_repeats_and_takes_the_plural():
    texts = ["A heat pump is quiet.", "Many heat pumps are quiet.", "Some heat pumps were loud."]
    assert phrases(texts)[0].text == "heat pumps"
    assert "heat" not in {phrase.text for phrase in phrases(texts)}


def test_bm25_prefers_the_rarer_word_and_the_shorter_text():
    scores = bm25("rare common", ["common words here", "rare words here", "common and long words in here too many"])
    assert scores[1] > scores[0] > scores[2] > 0
    assert bm25("absent", ["common"]) == [0]


def test_fusing_adds_the_inverse_ranks():
    assert fuse(["a", "b", "c"], ["b", "c", "a"]) == ["b", "a", "c"]


def test_mmr_takes_the_best_then_what_is_different():
    near = {(0, 1): 0.95, (0, 2): 0.1, (1, 2): 0.1}
    taken = mmr([0.9, 0.88, 0.6], lambda a, b: near[tuple(sorted((a, b)))], 2, 0.5)
    assert taken == [0, 2]


@given(st.lists(st.floats(0, 1), max_size=8), st.integers(1, 8))
def test_mmr_never_repeats_and_takes_all_it_can(scores, k):
    taken = mmr(scores, lambda a, b: 0.5, k, 0.7)
    assert len(set(taken)) == len(taken) == min(k, len(scores))
