"""A decision as a person works it out by hand: what is shown adds up to what was decided."""

import re
from math import fsum

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steer_app.steer.domain.place import child
from steer_app.steer.domain.scoring import Situation, Weights, judged, record
from steer_app.steer.domain.sums import DecisionSum, Factors, decision_sum
from steer_app.steer.explain import explained, number

TOPICS = ("cost", "noise", "repair", "cold")
unit = st.floats(0, 1)


def vectors(count: int, seed: int) -> list[np.ndarray]:
    return list(np.random.default_rng(seed).standard_normal((count, 8)).astype(np.float32))


@st.composite
def decisions(draw) -> DecisionSum:
    """As the decide step stores them, read back as the page reads them."""
    size, count = draw(st.integers(0, 5)), draw(st.integers(1, 5))
    scores = st.lists(st.integers(0, 2), min_size=size, max_size=size)
    way = draw(st.sampled_from(["joined", "paper"]))
    factors = Factors(draw(unit), draw(unit), draw(unit), way)
    depth_limit, breadth = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    weights = Weights(
        depth_limit, breadth, draw(unit), draw(st.floats(1, 20)),
        factors.lambda_exp, factors.lambda_info, factors.epsilon, way,
    )  # fmt: skip
    path = draw(st.sampled_from(["0", "0.2"]))
    at = Situation(
        depth=path.count(".") + 1,
        coverage_parent=draw(scores),
        tag_counts={topic: draw(st.integers(0, 9)) for topic in TOPICS},
        learned=vectors(draw(st.integers(0, 3)), seed=draw(st.integers(0, 99))),
        pauses=draw(st.integers(0, 4)) if path != "0" else 0,
        active_directions=draw(st.integers(1, 6)) if path != "0" else 1,
    )
    rows = []
    for place in range(count):
        expected = vectors(draw(st.integers(0, 3)), seed=place)
        candidate = {
            "question": f"What of it, number {place}?",
            "query": "it",
            "goal": "",
            "confidence": draw(unit),
            "wild_card": False,
            "tags": draw(st.lists(st.sampled_from(TOPICS), max_size=4, unique=True)),
            "expected": [f"promise {one}" for one in range(len(expected))],
            "coverage_with": draw(scores),
        }
        rows.append(record(candidate, expected, at, weights))
    verdict, rows = judged(rows, at, weights)
    for place, row in enumerate(rows, 1):
        row["path"] = child(path, place)
    stored = {
        "no": 1, "path": path, "policy": "ask" if verdict.asks else "proceed",
        "outcome": "open" if verdict.asks else "none", "gain": verdict.gain, "cost": verdict.cost,
        "c0": weights.c0, "tol": weights.tol, "active_directions": at.active_directions,
        "pauses_in_direction": at.pauses, "depth_limit": depth_limit, "breadth": breadth,
        "aspects": list(range(1, size + 1)), "basis": ["0"], "basis_learnings": len(at.learned), "candidates": rows,
    }  # fmt: skip
    return decision_sum(stored, {no: f"interest {no}" for no in range(1, size + 1)}, factors)


@given(decisions())
def test_the_terms_shown_add_up_to_each_utility(decision):
    for one in decision.candidates:
        assert one.align_gain + one.weighted_explore + one.weighted_info == pytest.approx(one.utility, abs=1e-12)
        points = (one.points_after - one.points_before) / one.most_points if one.aspects else 0
        assert one.align_gain == pytest.approx(max(0, points))
        bonus = [term.bonus for term in one.tags]
        assert one.explore == pytest.approx(fsum(bonus) / len(bonus) if bonus else 0)
        likeness = one.info_cos if one.info_cos is not None else 0
        assert one.info_gain == pytest.approx(min(1, max(0, 1 - likeness)) if one.expected else 0)
        assert one.radius == pytest.approx((1 - one.confidence) * decision.spread)
        assert one.exec_cost == one.remaining / (one.remaining + 1)


@given(decisions())
def test_the_rows_shown_add_up_to_the_gain_and_the_cost(decision):
    assert fsum(one.saving for one in decision.left_out) == pytest.approx(decision.gain, abs=1e-9)
    assert decision.c0 * (1 + decision.pauses / decision.tol_here) == pytest.approx(decision.cost, abs=1e-9)
    assert (decision.policy == "ask") == (decision.gain > decision.cost)


@given(decisions())
def test_s_is_what_reaches_the_bar(decision):
    bar = max(one.low for one in decision.candidates)
    for one in decision.candidates:
        assert one.bar == bar
        assert one.in_s == (one.high >= bar)


@given(decisions())
def test_the_words_name_the_numbers_of_the_sum_and_the_pictures_stay_in_their_frame(decision):
    why = explained(decision)
    said = " ".join([why.lead, *why.sentences])
    assert number(decision.cost) in said
    if decision.left_out:
        parts = [float(found) for found in re.findall(r"\((-?[\d.]+) − -?[\d.]+\)", said)]
        assert parts == [pytest.approx(one.exec_cost, abs=5e-4) for one in decision.left_out]
        assert number(decision.gain) in said
    bars = [why.gauge.gain, why.gauge.cost, *(bar for one in why.ranked for bar in (*one.terms, one.reach))]
    assert all(bar.x >= -0.01 and bar.x + bar.width <= 100.5 for bar in bars)
    assert all(0 <= one.middle <= 100 for one in why.ranked)
