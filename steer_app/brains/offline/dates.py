"""Calendar dates in a text, as far as they are written out."""

import re
from dataclasses import dataclass

from steer_app.brains.offline.lexicon import MONTHS

_MONTH = "|".join(sorted((re.escape(name) for name in MONTHS), key=lambda name: (-len(name), name)))
_YEAR = r"(?:1[5-9]|20)\d\d"
_PATTERN = re.compile(
    rf"\b(?P<iso_y>{_YEAR})-(?P<iso_m>0[1-9]|1[0-2])-(?P<iso_d>0[1-9]|[12]\d|3[01])\b"
    rf"|\b(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<m1>{_MONTH})\.?(?:,?\s+(?P<y1>{_YEAR}))?\b"
    rf"|\b(?P<m2>{_MONTH})\.?\s+(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s+(?P<y2>{_YEAR}))?\b(?!\d)"
    rf"|\b(?P<m3>{_MONTH})\.?,?\s+(?P<y3>{_YEAR})\b"
    rf"|\b(?P<a4>\d{{1,2}})[./](?P<b4>\d{{1,2}})[./](?P<y4>{_YEAR})\b"
    rf"|\bQ(?P<q5>[1-4])\s+(?P<y5>{_YEAR})\b"
    rf"|(?<![\w.,$€£-])(?P<y6>(?:1[89]|20)\d\d)(?![\w%]|[.,]\d|-\d)",
    re.I,
)


@dataclass(frozen=True)
class Date:
    year: int | None
    month: int | None
    day: int | None
    start: int
    end: int

    def agrees(self, other: "Date") -> bool:
        """Whether all that both say is the same, and they say one thing in common."""
        pairs = ((self.year, other.year), (self.month, other.month), (self.day, other.day))
        shared = [(mine, theirs) for mine, theirs in pairs if mine is not None and theirs is not None]
        return bool(shared) and all(mine == theirs for mine, theirs in shared)


def dates(text: str) -> list[Date]:
    """The dates in order. A day and month as numbers are read day first, unless only month first is possible."""
    found = []
    for match in _PATTERN.finditer(text):
        parts = _parts(match)
        if parts and _is_possible(*parts):
            found.append(Date(*parts, match.start(), match.end()))
    return found


def _parts(match: re.Match[str]) -> tuple[int | None, int | None, int | None] | None:
    g = match.groupdict()

    def number(name: str) -> int | None:
        return int(g[name]) if g[name] else None

    if g["iso_y"]:
        return number("iso_y"), number("iso_m"), number("iso_d")
    for day, month, year in (("d1", "m1", "y1"), ("d2", "m2", "y2")):
        if g[month]:
            # "may" is a verb far more often than a month without a capital.
            return (number(year), MONTHS[g[month].lower()], number(day)) if g[month][0].isupper() else None
    if g["m3"]:
        return (number("y3"), MONTHS[g["m3"].lower()], None) if g["m3"][0].isupper() else None
    if g["a4"]:
        first, second = int(g["a4"]), int(g["b4"])
        return number("y4"), *((second, first) if second <= 12 else (first, second))
    if g["q5"]:
        return number("y5"), int(g["q5"]) * 3 - 2, None
    return None if _counts(match) else (number("y6"), None, None)


def _counts(match: re.Match[str]) -> bool:
    """Whether a bare 2000 counts something ("2000 rows") rather than naming a year ("the 2000 census")."""
    before, after = match.string[: match.start()].lower().rstrip(), match.string[match.end() :]
    is_round = int(match["y6"]) % 100 == 0
    return is_round and bool(re.match(r" [a-z]+s\b", after)) and not before.endswith(("in", "since", "the"))


def _is_possible(_year: int | None, month: int | None, day: int | None) -> bool:
    return (month is None or 1 <= month <= 12) and (day is None or 1 <= day <= 31)
