"""When the supervisor starts a program again, and when it gives up."""

from hypothesis import given
from hypothesis import strategies as st

from steer_app.shell.domain.restarts import PATIENCE, QUICK_S, Restarts

quick, slow = st.floats(0, QUICK_S, exclude_max=True), st.floats(QUICK_S, 1e6)


def _after(lives) -> Restarts:
    restarts = Restarts()
    for lived_s in lives:
        restarts = restarts.after_death(lived_s)
    return restarts


@given(st.lists(quick, min_size=PATIENCE, max_size=PATIENCE))
def test_five_quick_deaths_in_a_row_are_enough(lives):
    assert _after(lives).given_up
    assert not _after(lives[1:]).given_up


@given(st.lists(quick | slow), slow)
def test_one_long_life_forgives_everything(lives, long):
    assert _after([*lives, long]) == Restarts()


def test_each_quick_death_doubles_the_wait():
    assert [_after([1.0] * deaths).delay_s for deaths in range(4)] == [0.0, 0.5, 1.0, 2.0]
