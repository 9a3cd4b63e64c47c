"""Paths and the one order of the run."""

from hypothesis import given
from hypothesis import strategies as st

from steer_app.steer.domain import place

paths = st.lists(st.integers(1, 12), max_size=5).map(lambda parts: ".".join(["0", *map(str, parts)]))


def test_the_order_is_by_depth_then_by_numbers_and_not_by_letters():
    shuffled = ["0.10", "0.2.1", "0.2", "0", "0.1.11", "0.1.2"]
    assert sorted(shuffled, key=place.order) == ["0", "0.2", "0.10", "0.1.2", "0.1.11", "0.2.1"]


def test_relations():
    assert place.parent("0.2.1") == "0.2"
    assert place.parent("0") == ""
    assert place.direction("0.2.1.7") == "0.2"
    assert place.direction("0") == ""
    assert place.ancestors("0.2.1") == ("0", "0.2")
    assert place.within("0.2.1", "0.2")
    assert not place.within("0.21", "0.2")


@given(paths, st.integers(1, 99))
def test_a_child_comes_after_its_parent_and_is_within_it(path, number):
    child = place.child(path, number)
    assert place.parent(child) == path
    assert place.within(child, path)
    assert place.order(path) < place.order(child)
    assert place.depth(child) == place.depth(path) + 1
