"""Facts of a kind in a sentence, in normal form, so that two sentences' facts can be compared."""

import re
from dataclasses import dataclass

from steer_app.brains.offline.dates import Date, dates
from steer_app.brains.offline.lexicon import STOP
from steer_app.brains.offline.names import names
from steer_app.brains.offline.numbers import Quantity, numbers
from steer_app.brains.offline.words import stem, words
from steer_app.steer.skills.triage.asked import Wanted
from steer_app.steer.skills.triage.kin import kin

_SCALES = {
    "length": {"mm": 0.001, "millimetr": 0.001, "cm": 0.01, "centimetr": 0.01, "m": 1.0, "km": 1000.0, "mile": 1609.344,
               "feet": 0.3048, "foot": 0.3048, "yard": 0.9144, "inch": 0.0254},
    "time": {"ms": 0.001, "second": 1.0, "s": 1.0, "minut": 60.0, "hour": 3600.0, "day": 86400.0, "week": 604800.0,
             "month": 2629746.0, "year": 31556952.0},
    "mass": {"g": 0.001, "gram": 0.001, "kg": 1.0, "t": 1000.0},
    "memory": {"byte": 1.0, "kb": 1024.0, "mb": 1048576.0, "gb": 1073741824.0},
}  # fmt: skip
"""Of each measure, a unit's size in the first one: 1,200 metres and 1.2 kilometres are one length."""
_CHANGED_AFTER = re.compile(
    r"^\s*(?:\w+\s+){0,2}?(?:more|fewer|less|higher|lower|longer|shorter|slower|faster|later|earlier|extra)\b", re.I
)
_CHANGED_BEFORE = re.compile(
    r"\b(?:by|rises?|rose|risen|falls?|fell|fallen|grew|increased?|decreased?|dropped|reductions?|adds?|added|up|down|"
    r"another|extra|further|less|more)\s+(?:(?:of|by|another|about|some|only)\s+)*$",
    re.I,
)
_CHANGE = re.compile(
    r"\b(?:by how|chang\w+|rises?|rose|falls?|fell|grow\w*|grew|adds?|added|more|fewer|less|longer|higher|lower)\b",
    re.I,
)
_PLACE = re.compile(r"\b(?:in|at|on|near|beside|outside)\s+(?:the\s+)?$", re.I)
TITLE = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Prof|Professor|Sir|Councillor|Judge|Captain)\.?\s+$|^(?:Mr|Mrs|Ms|Dr)\b")
_NEAR = 3
"""Words between a number and what it counts, or a name and its verb."""


@dataclass(frozen=True)
class Fact:
    """`low` is `high` unless it is a range or a bound, which settle nothing; `day` and `name` for what is no amount."""

    measure: str
    start: int
    end: int
    low: float = 0.0
    high: float = 0.0
    day: Date | None = None
    name: str = ""
    is_about: bool = False
    """Said to be no more than about right: "some 700"."""

    @property
    def is_definite(self) -> bool:
        return self.low == self.high

    def agrees(self, other: "Fact") -> bool:
        """Whether both can be true of one thing: a day and its year, 1.2 km and 1,200 m, Mr Rowe and Benedikt Rowe."""
        if self.day and other.day:
            return self.day.agrees(other.day)
        if self.name or other.name:
            return words(self.name)[-1:] == words(other.name)[-1:]
        slack = 1e-6 * max(abs(self.low), abs(other.low), 1.0)
        return self.measure == other.measure and self.low - slack <= other.high and other.low - slack <= self.high


def facts(wanted: Wanted, sentence: str, question: str) -> list[Fact]:
    """The facts of the wanted kind in order. What the question itself says answers nothing."""
    if wanted.kind in {"year", "date"}:
        known = dates(question)
        told = [one for one in dates(sentence) if one.year or (wanted.kind == "date" and one.month and one.day)]
        said = [one for one in told if not sentence[: one.start].lower().endswith("by ")]
        return [Fact("date", one.start, one.end, day=one) for one in said if not any(map(one.agrees, known))]
    if wanted.kind == "person":
        return persons(sentence, question)
    if wanted.kind == "place":
        return _places(sentence, question)
    known_amounts = {(one.low, one.unit) for one in numbers(question)}
    found = [one for one in numbers(sentence) if (one.low, one.unit) not in known_amounts]
    is_change = bool(_CHANGE.search(question))
    kept = [one for one in found if is_change or not _is_change(sentence, one)]
    made = [fact for one in kept if (fact := _amount(wanted, sentence, one))]
    is_plain = wanted.kind == "amount" and not wanted.measures and not is_change
    return [fact for fact in made if not (is_plain and fact.measure in {"%", "time"})]


def _is_change(sentence: str, one: Quantity) -> bool:
    """ "1,450 more vehicles", "by 9 per cent": by how much something changed, not what it is."""
    after = sentence[one.end :].split(".")[0] if sentence[one.end : one.end + 1] != "." else ""
    return bool(_CHANGED_AFTER.match(after) or _CHANGED_BEFORE.search(sentence[: one.start]))


def _amount(wanted: Wanted, sentence: str, one: Quantity) -> Fact | None:
    if re.search(r"\d:$", sentence[: one.start]) or re.match(r":\d", sentence[one.start :].lstrip("0123456789")):
        return None  # a time of day
    measure, size = measure_of(one.unit)
    if wanted.kind == "count":
        if not counts(wanted, sentence, one):
            return None
        measure = measure if size != 1.0 or measure in _SCALES else "count"
    elif not _is_measured(wanted, one.unit, measure):
        return None
    low, high = _bounds(one)
    return Fact(
        measure, one.start, one.end, round(low * size, 6), round(high * size, 6), is_about=one.comparator == "~"
    )


def _is_measured(wanted: Wanted, unit: str, measure: str) -> bool:
    if wanted.kind == "percent":
        return measure == "%"
    if wanted.measures:
        return measure in wanted.measures
    return wanted.kind == "figure" or bool(unit)


def _bounds(one: Quantity) -> tuple[float, float]:
    """About 50 is said as 50; more than 50 is no figure but a bound."""
    if one.comparator in {">", ">="}:
        return one.low, float("inf")
    return (float("-inf"), one.high) if one.comparator in {"<", "<="} else (one.low, one.high)


def measure_of(unit: str) -> tuple[str, float]:
    """(measure, size of the unit in it): ("length", 1000.0) for km, ("money", 1.0) for any currency."""
    if unit.isupper() and len(unit) == 3:
        return "money", 1.0
    for measure, scales in _SCALES.items():
        if unit in scales:
            return measure, scales[unit]
    return unit or "number", 1.0


def counted(wanted: Wanted) -> list[str]:
    """ "How many parking permits do ...": the words that name what is counted, the last one its noun."""
    found: list[str] = []
    for word in re.findall(r"[\w'’-]+", wanted.rest.lower()):
        if word in STOP or len(found) == _NEAR:
            break
        found.append(word)
    return found


def counts(wanted: Wanted, sentence: str, one: Quantity) -> bool:
    """Whether the number counts what was asked: its unit, or one of the words right after it."""
    asked_for = counted(wanted)
    if not asked_for:
        return False
    units = {quantity.unit for word in asked_for[:2] for quantity in numbers(f"5 {word}")}
    if measure_of(one.unit)[0] in _SCALES or one.unit in {"%"} or one.unit.isupper():
        return one.unit in units
    if re.search(r"\w+ in $", sentence[: one.start]) and numbers(
        sentence[: one.start].removesuffix(" in ").split()[-1]
    ):
        return False  # "six in ten"
    after = re.match(r"(?:(?! who | that | which | of those )[^.,;:()\d])*", sentence[_number_end(sentence, one) :])
    near = words(after.group() if after else "")[: _NEAR + 1]
    return any(kin(word) & kin(head) for word in near for head in asked_for[:2])


def _number_end(sentence: str, one: Quantity) -> int:
    """Where the figure ends: a unit that is a word may be what is counted."""
    text = sentence[one.start : one.end]
    unit = re.search(r"\s*-?\s*[A-Za-z]+$", text)
    return one.end - (len(unit.group()) if unit and stem(unit.group().strip(" -")) == one.unit else 0)


def _proper(sentence: str, question: str) -> list[tuple[str, int, int]]:
    """(name, start, end) of the names that the question does not hold."""
    known, found, at = set(words(question)), [], 0
    for name in names(sentence):
        start = sentence.find(name, at)
        if start < 0:
            continue
        at = start + len(name)
        if not set(words(name)) & known:
            found.append((name, start, at))
    return found


def persons(sentence: str, question: str) -> list[Fact]:
    """People and bodies by two names at least, or one after a title."""
    found = []
    for name, start, end in _proper(sentence, question):
        titled = TITLE.search(sentence[:start]) or TITLE.match(name)
        if len(name.split()) > 1 or titled:
            found.append(Fact("name", start, end, name=name))
    return found


def _places(sentence: str, question: str) -> list[Fact]:
    told = _proper(sentence, question)
    return [Fact("name", start, end, name=name) for name, start, end in told if _PLACE.search(sentence[:start])]
