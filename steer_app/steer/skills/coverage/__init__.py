"""How well each set of learnings covers each aspect: 0 not, 1 in part, 2 well (paper, Align)."""

from dataclasses import dataclass

from pydantic import BaseModel

NAME = "coverage"


@dataclass(frozen=True)
class Request:
    aspects: tuple[str, ...]
    sets: tuple[tuple[str, ...], ...]
    """Each a set of learnings. A set that contains another never scores lower on any aspect."""

    whole = frozenset({"aspects", "sets"})
    """The answer has one entry for each of these, so none may be left out (brains.domain.fitting)."""


class Answer(BaseModel):
    scores: list[list[int]]
    """scores[i][j] in {0, 1, 2}: set i, aspect j."""
