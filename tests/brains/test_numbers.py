"""Amounts and dates against hand-worked values."""

import pytest

from steer_app.brains.offline.dates import dates
from steer_app.brains.offline.numbers import numbers


def read(text: str) -> list[tuple[float, float, str, str]]:
    return [(round(found.low, 4), round(found.high, 4), found.unit, found.comparator) for found in numbers(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It costs $3.5 million.", [(3_500_000, 3_500_000, "USD", "=")]),
        ("A fee of €1,200 to €1,500 a year", [(1200, 1500, "EUR", "=")]),
        ("between 10 and 20 kW", [(10, 20, "kw", "=")]),
        ("They walked 10 and 20 km", [(10, 10, "", "="), (20, 20, "km", "=")]),
        ("works at -30 °C", [(-30, -30, "C", "=")]),
        ("minus 20 degrees Celsius", [(-20, -20, "C", "=")]),
        ("about 25% more", [(25, 25, "%", "~")]),
        ("twenty-five per cent", [(25, 25, "%", "=")]),
        ("at least 1,500 kWh", [(1500, 1500, "kwh", ">=")]),
        ("within 30 days", [(30, 30, "day", "<=")]),
        ("more than 4 hours", [(4, 4, "hour", ">")]),
        ("under 18 years", [(18, 18, "year", "<")]),
        ("5-7 years", [(5, 7, "year", "=")]),
        ("a hundred people", [(100, 100, "peopl", "=")]),
        ("two thirds of homes", [(0.6667, 0.6667, "", "=")]),
        ("half of them", [(0.5, 0.5, "", "=")]),
        ("18 years or older", [(18, 18, "year", ">=")]),
        ("3 million dollars", [(3_000_000, 3_000_000, "USD", "=")]),
        ("up to 55 dB", [(55, 55, "db", "<=")]),
    ],
)
def test_value_unit_and_comparator_are_read(text, expected):
    assert read(text) == expected


@pytest.mark.parametrize(
    "text", ["See Section 3 and Table 4.", "in 1999", "one of them", "since March 2020", "release 3.11.2"]
)
def test_labels_versions_dates_and_a_lone_one_are_no_amounts(text):
    assert read(text) == []


def test_the_offsets_span_the_amount_and_its_unit():
    text = "The range is 190 km in summer."
    found = numbers(text)[0]
    assert text[found.start : found.end] == "190 km"


def test_amounts_agree_within_a_tenth_in_the_same_unit_only():
    first, near, far, other = numbers("300 km or 310 km, not 200 km, and 300 kg")
    assert first.agrees(near)
    assert not first.agrees(far)
    assert not first.agrees(other)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("on 12 March 2020", (2020, 3, 12)),
        ("on March 3, 2021", (2021, 3, 3)),
        ("in May 2019", (2019, 5, None)),
        ("2020-01-05", (2020, 1, 5)),
        ("12/03/2020", (2020, 3, 12)),
        ("03/25/2020", (2020, 3, 25)),
        ("Q3 2021", (2021, 7, None)),
        ("since 1999", (1999, None, None)),
        ("on 2 December", (None, 12, 2)),
    ],
)
def test_dates_are_read(text, expected):
    assert [(found.year, found.month, found.day) for found in dates(text)] == [expected]


@pytest.mark.parametrize("text", ["it may 5 times", "2000 rows", "$1999", "1999.5", "a 1950s house"])
def test_what_only_looks_like_a_date_is_none(text):
    assert dates(text) == []


def test_dates_agree_on_what_both_say():
    day, month, other = dates("12 March 2020, March 2020, April 2020")
    assert day.agrees(month)
    assert not day.agrees(other)
