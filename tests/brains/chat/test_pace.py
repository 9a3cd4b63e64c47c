"""How the limiter paces, against hand-worked times."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steer_app.brains.domain.allowance import Allowance, allowance, seconds
from steer_app.brains.domain.pace import MINUTE_S, Pace, accepted, refused, start


def test_an_unknown_server_is_asked_at_once():
    at, pace = start(Pace(), 100.0)
    assert at == 100.0
    assert start(pace, 100.0)[0] == 100.0


def test_the_owners_limit_spreads_the_starts():
    at, pace = start(Pace(), 0.0, per_minute=30)
    assert (at, start(pace, 0.5, per_minute=30)[0]) == (0.0, 2.0)


def test_retry_after_is_honoured_by_everybody():
    _, pace = start(Pace(), 10.0)
    pace = refused(pace, 10.5, retry_after_s=7)
    assert start(pace, 11.0)[0] == 17.5


def test_a_refusal_widens_the_gap_and_success_narrows_it_slowly():
    pace = refused(Pace(), 0.0)
    assert pace.gap_s == 0.25
    assert refused(pace, 1.0).gap_s == 0.5
    assert accepted(pace, 1.0).gap_s == 0.25 * 0.85
    for _ in range(20):
        pace = accepted(pace, 1.0)
    assert pace.gap_s == 0.0


def test_the_rate_that_was_refused_is_not_tried_again_soon():
    pace, at = Pace(), 0.0
    for _ in range(40):  # 40 starts, one a second
        at, pace = start(pace, at + 1)
    assert refused(pace, at, retry_after_s=1).floor_s == 0.0  # a burst was too much, not the minute
    pace = refused(pace, at, retry_after_s=20)
    assert pace.floor_s == MINUTE_S / 36  # nine tenths of 40 a minute
    for _ in range(50):
        pace = accepted(pace, at + 1)
    first, pace = start(pace, at + 1)
    assert round(start(pace, first)[0] - first, 6) == round(MINUTE_S / 36, 6)
    much_later = at + 700
    first, pace = start(pace, much_later)
    assert start(pace, much_later)[0] == much_later


def test_what_is_left_of_a_window_is_spread_over_it():
    assert accepted(Pace(), 0.0, Allowance(5, 100, 10)).gap_s == 2.0
    assert accepted(Pace(), 0.0, Allowance(80, 100, 10)).gap_s == 0.0
    assert accepted(Pace(), 0.0, Allowance(0, 100, 10)).next_at == 10.0


def test_the_scarcer_of_requests_and_tokens_counts():
    headers = {
        "X-RateLimit-Limit-Requests": "60", "X-RateLimit-Remaining-Requests": "59", "x-ratelimit-reset-requests": "1s",
        "x-ratelimit-limit-tokens": "9000", "x-ratelimit-remaining-tokens": "90", "x-ratelimit-reset-tokens": "6m0s",
    }  # fmt: skip
    assert allowance(headers) == Allowance(90, 9000, 360.0)
    assert allowance({"x-ratelimit-limit-requests": "60"}) is None
    assert allowance({"x-ratelimit-limit-requests": "x", "x-ratelimit-remaining-requests": "1"}) is None


@pytest.mark.parametrize(
    ("text", "value"), [("6m0s", 360), ("1h2m", 3720), ("20ms", 0.02), ("7", 7), ("", None), ("x", None)]
)
def test_durations_as_servers_write_them(text, value):
    assert seconds(text) == value


@given(st.lists(st.tuples(st.sampled_from("sra"), st.floats(0, 5)), max_size=60))
def test_starts_never_go_back_and_gaps_stay_in_bounds(moves):
    pace, now, last = Pace(), 0.0, 0.0
    for move, step in moves:
        now += step
        if move == "s":
            at, pace = start(pace, now, per_minute=600)
            assert at >= now
            assert at >= last
            last = at
        else:
            pace = refused(pace, now, retry_after_s=step) if move == "r" else accepted(pace, now)
        assert 0 <= pace.gap_s <= 30
