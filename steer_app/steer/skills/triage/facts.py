"""Facts of a kind in a sentence, each as a value that can be compared with another sentence's."""

from steer_app.brains.offline.dates import Date, dates
from steer_app.brains.offline.names import names
from steer_app.brains.offline.numbers import Quantity, numbers
from steer_app.brains.offline.words import stems, words

MONEY = frozenset({"much", "cost", "price", "budget", "rent", "fee", "fare", "salary"})
BEFORE_PLACE = frozenset({"in", "at", "on", "near", "beside", "from", "to", "outside"})


def facts(kind: str, sentence: str, asked: str) -> set[str]:
    """The values of that kind; `asked` is the question, whose own names and numbers answer nothing."""
    if kind in {"year", "date"}:
        told = {_day(one) for one in dates(sentence) if one.year}
        return told - {_day(one) for one in dates(asked)}
    if kind in {"count", "amount", "percent"}:
        known = {(one.low, one.unit) for one in numbers(asked)}
        found = (one for one in numbers(sentence) if _fits(kind, one, asked) and (one.low, one.unit) not in known)
        return {_amount(one) for one in found}
    return _named(kind, sentence, asked)


def year_of(value: str) -> str:
    return value.partition("-")[0]


def _day(one: Date) -> str:
    return "-".join(str(part) for part in (one.year, one.month, one.day) if part)


def _amount(one: Quantity) -> str:
    """Anything but one exact figure is a value that agrees with none."""
    is_exact = one.low == one.high and one.comparator == "="
    return f"{one.low:g} {one.unit}" if is_exact else f"{one.comparator}{one.low:g}-{one.high:g} {one.unit}"


def is_exact(value: str) -> bool:
    return not value.startswith(("<", ">", "~", "="))


def _fits(kind: str, one: Quantity, asked: str) -> bool:
    """A share is in percent; what is counted is named in the question; an amount has a unit that is not counted."""
    if kind == "percent":
        return one.unit == "%"
    if kind == "count":
        return bool(one.unit) and one.unit in stems(asked)
    if MONEY & set(words(asked)):
        return one.unit.isupper() and len(one.unit) == 3
    return bool(one.unit) and one.unit != "%"


def _named(kind: str, sentence: str, asked: str) -> set[str]:
    """A person has two names at least; a place comes after a word of place."""
    known = set(words(asked))
    found = set()
    for name in names(sentence):
        if set(words(name)) & known:
            continue
        before = words(sentence[: sentence.find(name)])[-1:]
        is_place = bool(before) and before[0] in BEFORE_PLACE
        if (kind == "place") == is_place and (kind == "place" or len(name.split()) > 1):
            found.add(name)
    return found
