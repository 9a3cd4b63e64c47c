"""Amounts in a text: value, unit and comparator."""

import re
from dataclasses import dataclass

from steer_app.brains.offline.dates import dates
from steer_app.brains.offline.lexicon import CURRENCIES, NUMBER_WORDS, PARTS, SCALES, STOP, UNITS
from steer_app.brains.offline.words import stem

_PART = "|".join(sorted(PARTS, key=lambda word: (-len(word), word)))
_NUMBER = r"\d{1,3}(?:[, ’']\d{3})+(?:\.\d+)?(?!\d)|\d+(?:\.\d+)?"
_WORD_NUMBER = "|".join(sorted(NUMBER_WORDS, key=lambda word: (-len(word), word)))
_SCALE = "|".join(sorted(SCALES, key=lambda word: (-len(word), word)))
_DIGIT_WORD = "one|two|three|four|five|six|seven|eight|nine"
_AMOUNT = re.compile(
    rf"(?P<sign>(?<![\w.)])[-−](?=\d)|\bminus\s+)?(?:(?P<cur>[$€£¥]|\b(?:USD|EUR|GBP|CHF)\b)\s?)?"
    rf"(?:(?<![\w.])(?P<num>{_NUMBER})|\b(?P<word>(?:{_WORD_NUMBER})(?:[- ](?:{_DIGIT_WORD})\b)?)\b"
    rf"|\b(?P<a>an?)(?=\s(?:{_SCALE}|{_PART})\b)|\b(?P<bare>half|dozen)\b)"
    rf"(?:[ -]?(?P<scale>{_SCALE})\b)?(?:[ -](?P<part>{_PART})\b)?",
    re.I,
)
_RANGE = re.compile(r"\s*(?:-|–|—|to|and|or)\s*", re.I)
_UNIT = re.compile(
    r"\s*-?\s*(?P<unit>%|per\s?cent\b|percentage points\b|°\s?[CF]?\b|°|degrees?\s+(?:celsius|fahrenheit)\b|"
    r"[A-Za-z]+(?:/[A-Za-z]+)?)",
    re.I,
)
_BEFORE = (
    (re.compile(r"(?:at least|no less than|not less than|minimum of|from|≥|>=)\s*$", re.I), ">="),
    (re.compile(r"(?:at most|no more than|not more than|up to|maximum of|within|≤|<=)\s*$", re.I), "<="),
    (re.compile(r"(?:more than|over|above|greater than|exceed(?:s|ing)?|beyond|longer than|>)\s*$", re.I), ">"),
    (re.compile(r"(?:less than|under|below|fewer than|lower than|shorter than|<)\s*$", re.I), "<"),
    (re.compile(r"(?:about|around|roughly|approximately|nearly|almost|some|circa|ca\.|~|≈)\s*$", re.I), "~"),
)
_AFTER = ((re.compile(r"\s*\w*\s*or (?:more|above|older|longer|higher)\b", re.I), ">="),
          (re.compile(r"\s*\w*\s*or (?:less|fewer|below|under|younger)\b", re.I), "<="))  # fmt: skip
_LABEL = re.compile(
    r"(?:section|chapter|figure|fig\.|table|page|p\.|version|appendix|step|part|no\.|rfc|iso|note|§|item)\s*$", re.I
)


@dataclass(frozen=True)
class Quantity:
    """An amount; `low` is `high` unless a range was given.

    The unit is "%", a currency code, a unit, the counted thing's stem, or "" when none follows.
    """

    low: float
    high: float
    unit: str
    comparator: str
    """One of = < <= > >= ~."""
    start: int
    end: int

    def agrees(self, other: "Quantity", tolerance: float = 0.1) -> bool:
        """Same unit, and the ranges meet when each is widened by the tolerance (a share of the larger value)."""
        if self.unit != other.unit:
            return False
        slack = tolerance * max(abs(self.low), abs(self.high), abs(other.low), abs(other.high))
        return self.low - slack <= other.high and other.low - slack <= self.high


def numbers(text: str) -> list[Quantity]:
    """Amounts in order. Dates, labels ("Section 3"), versions and the lone words "one" and "a" are no amounts."""
    taken = [(date.start, date.end) for date in dates(text)]
    found: list[Quantity] = []
    at = 0
    while match := _AMOUNT.search(text, at):
        at = max(match.end(), at + 1)
        value = _value(match)
        if value is None or _is_no_amount(text, match, taken):
            continue
        low = high = value
        end = match.end()
        currency = (match["cur"] or "").strip().lower()
        if (joint := _RANGE.match(text, end)) and (second := _AMOUNT.match(text, joint.end())) and second["num"]:
            top = _value(second)
            between = text[: match.start()].rstrip().lower().endswith(("between", "from"))
            meant = joint.group().strip().lower() in {"-", "–", "—", "to"} or between
            if top is not None and top > low and meant and not _covered(second, taken):
                if second["scale"] and not match["scale"] and low < 1000:
                    low *= SCALES[second["scale"].lower()]
                high, end = top, second.end()
        unit, end = _unit(text, end, currency)
        at = max(at, end if unit in {"%", "C", "F", "deg"} else at)
        if unit == "" and match["word"] and not match["scale"] and not match["part"] and low == high == 1.0:
            continue
        found.append(Quantity(low, high, unit, _comparator(text, match.start(), end), match.start(), end))
        at = max(at, found[-1].end if low != high else at)
    return found


def _value(match: re.Match[str]) -> float | None:
    if match["num"]:
        value = float(re.sub(r"[, ’']", "", match["num"]))
    elif match["word"]:
        value = _spelled(match["word"])
    elif match["a"]:
        value = 1.0
    else:
        value = 12.0 if match["bare"].lower() == "dozen" else 0.5
    if match["scale"]:
        if match["scale"].lower() in {"k", "m"} and not match["num"]:
            return None
        value *= SCALES[match["scale"].lower()]
    if match["part"]:
        value *= 12.0 if match["part"].lower() == "dozen" else PARTS[match["part"].lower()]
    return -value if match["sign"] else value


def _spelled(written: str) -> float:
    """ "twenty-five" is 25."""
    return sum(NUMBER_WORDS[part] for part in re.split(r"[- ]", written.lower()))


def _is_no_amount(text: str, match: re.Match[str], taken: list[tuple[int, int]]) -> bool:
    if _covered(match, taken):
        return True
    before, after = text[max(0, match.start() - 14) : match.start()], text[match.end() : match.end() + 3]
    if match["word"] and match["word"].lower() == "one" and not match["scale"] and not match["part"]:
        return True  # "one of them", "this one": counted things are named by the words beside it anyway
    is_version = bool(re.match(r"\.\d", after)) or bool(re.match(r"\w*[A-Za-z]\d", after))
    return bool(match["num"]) and (is_version or bool(_LABEL.search(before)))


def _covered(match: re.Match[str], taken: list[tuple[int, int]]) -> bool:
    where = match.start("num") if match["num"] else match.start()
    return any(start <= where < end for start, end in taken)


def _unit(text: str, at: int, currency: str) -> tuple[str, int]:
    if currency:
        return CURRENCIES[currency], at
    found = _UNIT.match(text, at)
    if not found or "\n\n" in text[at : found.start("unit")]:
        return "", at
    raw = re.sub(r"\s+", " ", found["unit"].lower())
    compact = raw.replace(" ", "")
    if raw.startswith("degree") and " " in raw:
        return ("C" if "celsius" in raw else "F"), found.end()
    for key in (raw, compact):
        if key in UNITS:
            return UNITS[key], found.end()
        if stem(key) in CURRENCIES:
            return CURRENCIES[stem(key)], found.end()
    if raw in STOP:
        return "", at
    return stem(raw) if raw.isalpha() else raw, found.end()


def _comparator(text: str, start: int, end: int) -> str:
    before, after = text[max(0, start - 24) : start], text[end : end + 24]
    for pattern, sign in _AFTER:
        if pattern.match(after):
            return sign
    for pattern, sign in _BEFORE:
        if pattern.search(before):
            return sign
    return "="
