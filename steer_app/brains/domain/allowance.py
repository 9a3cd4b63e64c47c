"""What a server says, in the headers of an answer, of how much it will still take."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
_PART = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h|d)")


@dataclass(frozen=True)
class Allowance:
    """`left` of `of` in a window that is new in `reset_s` seconds."""

    left: int
    of: int
    reset_s: float

    @property
    def share(self) -> float:
        return self.left / self.of


def allowance(headers: Mapping[str, str]) -> Allowance | None:
    """The scarcer of requests and tokens, from headers as OpenAI and many others name them; None without them."""
    lower = {name.lower(): value for name, value in headers.items()}
    found = [one for one in (_of(lower, "requests"), _of(lower, "tokens")) if one]
    return min(found, key=lambda one: one.share, default=None)


def seconds(text: str) -> float | None:
    """A duration such as "6m0s", "20ms", "1.5s" or "7"; None if it is none.

    >>> seconds("6m0s"), seconds("20ms"), seconds("7")
    (360.0, 0.02, 7.0)
    """
    parts = _PART.findall(text)
    if parts and "".join(number + unit for number, unit in parts) == text.replace(" ", ""):
        return sum(float(number) * _UNITS[unit] for number, unit in parts)
    try:
        return max(0.0, float(text))
    except ValueError:
        return None


def _of(headers: Mapping[str, str], what: str) -> Allowance | None:
    try:
        left = int(headers[f"x-ratelimit-remaining-{what}"])
        of = int(headers[f"x-ratelimit-limit-{what}"])
    except (KeyError, ValueError):
        return None
    reset = seconds(headers.get(f"x-ratelimit-reset-{what}", ""))
    return Allowance(max(0, left), of, reset) if of > 0 and reset is not None else None
