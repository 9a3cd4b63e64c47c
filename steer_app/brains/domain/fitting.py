"""Making a request fit a model's context window: long texts are shortened, then the last of a list are left out.

What is cited by a number keeps its number: only texts shrink, and only passages and learnings, which come best first,
are left out from the end.
"""

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

CHARS_A_TOKEN = 3.3
"""English is about 4; code, names and numbers are less. Counting on the low side keeps a request inside its window."""
LONG = 160
"""Characters; a shorter text is not worth shortening."""
SHARES = (0.75, 0.5, 0.35, 0.25, 0.15)
CUT = " […]"


@dataclass(frozen=True)
class Fitted:
    request: Any
    notice: str
    """Empty if all of it fits."""


class TooLong(ValueError):
    """Even with everything shortened the request does not fit."""


def tokens(text: str) -> int:
    """About how many tokens a text is, rather too many than too few."""
    return int(len(text) / CHARS_A_TOKEN) + 1


def fitted(request: Any, render: Callable[[Any], str], most_tokens: int) -> Fitted:
    """The request, shortened until `render` of it is at most `most_tokens` long. Raises TooLong.

    The request is a frozen dataclass; its texts are strings anywhere inside it. Pure and deterministic.
    """
    if tokens(render(request)) <= most_tokens:
        return Fitted(request, "")
    for share in SHARES:
        shorter = _shortened(request, share)
        if tokens(render(shorter)) <= most_tokens:
            return Fitted(shorter, f"Long texts were cut to {share:.0%} to fit the model's window.")
    shorter, total = _shortened(request, SHARES[-1]), _longest_list(request)
    for kept in range(total - 1, 0, -1):
        fewer = _fewer(shorter, kept)
        if tokens(render(fewer)) <= most_tokens:
            return Fitted(
                fewer, f"Texts were cut to {SHARES[-1]:.0%}, and at most {kept} of {total} kept, to fit the window."
            )
    raise TooLong(f"The request needs more than the model's window of {most_tokens} tokens.")


def _shortened(value: Any, share: float) -> Any:
    """Only texts inside a list shrink: the question and what the person said of themselves stay whole."""
    return _each(value, lambda one: _in_list(one, share))


def _in_list(value: Any, share: float) -> Any:
    if isinstance(value, str):
        return _cut(value, max(LONG, int(len(value) * share)))
    if isinstance(value, tuple):
        return tuple(_in_list(one, share) for one in value)
    return _each(value, lambda one: _in_list(one, share), texts=share)


def _cut(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    head = text[: most - len(CUT)]
    return (head.rsplit(" ", 1)[0] if " " in head[most // 2 :] else head).rstrip() + CUT


def _each(value: Any, change: Callable[[Any], Any], texts: float = 0) -> Any:
    """A dataclass with `change` done to what its lists hold, and with `texts` to its own long strings too."""
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        return value
    changed: dict[str, Any] = {}
    for field in dataclasses.fields(value):
        held = getattr(value, field.name)
        if isinstance(held, tuple):
            changed[field.name] = tuple(change(one) for one in held)
        elif texts and isinstance(held, str):
            changed[field.name] = change(held)
    return dataclasses.replace(value, **changed)


def _longest_list(value: Any) -> int:
    if isinstance(value, tuple):
        return max([len(value), *(_longest_list(one) for one in value)])
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return max([0, *(_longest_list(getattr(value, field.name)) for field in dataclasses.fields(value))])
    return 0


def _fewer(value: Any, kept: int, *, is_whole: bool = False) -> Any:
    """Every list cut to its first `kept`, but those that the answer must match one to one: their dataclass names them
    in `whole`, a set of field names."""
    if isinstance(value, tuple):
        return tuple(_fewer(one, kept) for one in (value if is_whole else value[:kept]))
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        return value
    whole: frozenset[str] = getattr(value, "whole", frozenset())
    names = [field.name for field in dataclasses.fields(value)]
    changed = {name: _fewer(getattr(value, name), kept, is_whole=name in whole) for name in names}
    return dataclasses.replace(value, **changed)
