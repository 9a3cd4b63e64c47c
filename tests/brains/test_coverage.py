"""The coverage rule: monotone in the set, by construction and in fact; and its calibration."""

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from steer_app.brains.offline import calibration
from steer_app.brains.offline.coverage import Features, features, score
from steer_app.brains.offline.thresholds import THRESHOLDS

STATEMENTS = sorted({text for pair in calibration.labelled() for text in pair.learnings})[::4]
ASPECTS = sorted({pair.aspect for pair in calibration.labelled()})


def test_the_labelled_set_is_large_varied_and_holds_every_score():
    pairs = calibration.labelled()
    assert len(pairs) >= 200
    assert len({pair.subject for pair in pairs}) >= 5
    for level in calibration.LEVELS:
        assert sum(pair.score == level for pair in pairs) >= len(pairs) / 5
    assert len({(pair.aspect, pair.learnings) for pair in pairs}) == len(pairs)


def test_no_fitted_weight_is_negative():
    rule = THRESHOLDS.coverage
    assert min(*rule.part.weights, *rule.full.weights) >= 0


@hypothesis_settings(deadline=None, max_examples=40)
@given(
    st.sampled_from(ASPECTS),
    st.lists(st.sampled_from(STATEMENTS), max_size=6),
    st.lists(st.sampled_from(STATEMENTS), max_size=6),
)
def test_a_larger_set_never_scores_lower(aspect, some, more):
    rule = THRESHOLDS.coverage
    assert score(features(aspect, [*some, *more]), rule) >= score(features(aspect, some), rule)


@hypothesis_settings(deadline=None, max_examples=15)
@given(st.sampled_from(ASPECTS), st.permutations(STATEMENTS[:5]))
def test_the_order_of_the_statements_changes_nothing(aspect, statements):
    assert features(aspect, statements) == features(aspect, STATEMENTS[:5])


def test_an_aspect_with_an_amount_is_covered_well_only_where_the_amount_occurs():
    aspect = "range of at least 300 km"
    assert not features(aspect, ["The van covers 190 km on a charge."]).meets_particulars
    assert features(aspect, ["The van covers 310 km on a charge."]).meets_particulars


def test_an_aspect_with_a_place_is_covered_well_only_where_the_place_occurs():
    assert not features("rents in Vienna", ["Rents in Graz rose by 4 percent."]).meets_particulars
    assert features("rents in Vienna", ["Rents in Vienna rose by 4 percent."]).meets_particulars


def test_nothing_covers_nothing():
    assert score(features("cost", []), THRESHOLDS.coverage) == 0


def test_the_measures_are_those_of_a_hand_worked_table():
    found = calibration.measured([0, 0, 1, 2], [0, 1, 1, 1])
    assert found.confusion == [[1, 1, 0], [0, 1, 0], [0, 1, 0]]
    assert found.f1 == pytest.approx([2 / 3, 1 / 2, 0])
    assert found.accuracy == 0.5


def test_a_fit_separates_what_can_be_separated():
    rows = [Features(value, 0.0, value / 2, True) for value in (0.1, 0.15, 0.4, 0.45, 0.8, 0.9)]
    rule = calibration.fit(rows, [0, 0, 1, 1, 2, 2])
    assert [score(row, rule) for row in rows] == [0, 0, 1, 1, 2, 2]


@pytest.mark.slow
def test_on_unseen_subjects_the_rule_beats_the_words_alone():
    pairs = calibration.labelled()
    rows = calibration.features_of(pairs)
    truth = [pair.score for pair in pairs]
    ours = calibration.measured(truth, calibration.cross_validated(pairs, rows)).macro_f1
    words = calibration.measured(truth, calibration.by_words_alone(pairs)).macro_f1
    assert ours > words + 0.03
