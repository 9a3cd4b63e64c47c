"""One sentence that takes up another and denies it: "six cellars, not 14", "we do not accept that they rose slightly".

The words of denial stand beside what is denied, so that such a pair is safe where two bare amounts would not be.
"""

import re

from steer_app.brains.offline.numbers import Quantity
from steer_app.brains.offline.tools import Tools

BEFORE, AFTER = 40, 25
"""Characters before and after the amount in which the denial is looked for."""
LEAST_SHARED = 1
_DENIES_BEFORE = re.compile(
    r"(?:\bnot|\bnor|\brather than|\binstead of|\bby theirs\b[^.;]*|\bthey say|\bthe (?:council|report|cabinet)"
    r"[^.;]{0,20}says|\bout of(?: the)?|\bhardly)\s*(?:about\s+)?$",
    re.I,
)
_DENIES_AFTER = re.compile(r"^[^.;]{0,12}(?:\bis wrong|\bis not (?:so|true)|\bthat meet\b)", re.I)
_QUOTED = re.compile(r"[\"“]([^\"”]{6,80})[\"”]")
_REJECTS = re.compile(r"\b(?:do(?:es)? not accept|reject|dispute|untrue|wrong to say|is not true|cannot agree)\b", re.I)


def disputes(left: str, right: str, topic: set[str], tools: Tools) -> bool:
    """Whether either sentence denies an amount or a phrase of the other, on a subject in common."""
    mine, theirs = set(tools.stems(left)), set(tools.stems(right))
    if len(_words(mine & theirs) - topic) < LEAST_SHARED:
        return False
    return _denies(left, right, tools) or _denies(right, left, tools)


def _words(stems: set[str]) -> set[str]:
    return {stem for stem in stems if not stem[0].isdigit()}


def _denies(denying: str, other: str, tools: Tools) -> bool:
    stated = [quantity for quantity in tools.numbers(other) if _is_telling(quantity)]
    for quantity in tools.numbers(denying):
        if any(_same(quantity, one) for one in stated) and _is_denied(denying, quantity):
            return True
    if not _REJECTS.search(denying):
        return False
    said = f" {tools.normalised(other)} "
    return any(f" {tools.normalised(phrase)} " in said for phrase in _QUOTED.findall(denying))


def _is_telling(quantity: Quantity) -> bool:
    """Small numbers recur by chance."""
    return quantity.high >= 10


def _same(left: Quantity, right: Quantity) -> bool:
    return left.low == right.low and left.high == right.high


def _is_denied(text: str, quantity: Quantity) -> bool:
    before = text[max(0, quantity.start - BEFORE) : quantity.start]
    return bool(_DENIES_BEFORE.search(before) or _DENIES_AFTER.match(text[quantity.end : quantity.end + AFTER]))
