"""How many wrong passwords are too many."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from steer_app.accounts.domain.attempts import ALLOWED, WINDOW, wait

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
ages = st.lists(st.integers(0, 3600).map(lambda seconds: NOW - timedelta(seconds=seconds)), max_size=12)


@given(ages)
def test_fewer_than_five_recent_tries_never_wait(attempts):
    recent = [at for at in attempts if at > NOW - WINDOW]
    assert bool(wait(attempts, NOW)) == (len(recent) >= ALLOWED)


@given(ages)
def test_after_the_wait_a_try_may_be_made(attempts):
    assert not wait(attempts, NOW + wait(attempts, NOW))


@given(ages)
def test_nobody_waits_longer_than_the_window(attempts):
    assert timedelta(0) <= wait(attempts, NOW) <= WINDOW
