"""Whether a cited passage carries the sentence that cites it."""

from dataclasses import dataclass

from pydantic import BaseModel

NAME = "support"


@dataclass(frozen=True)
class Request:
    pairs: tuple[tuple[str, str], ...]
    """(sentence, passage text)."""

    whole = frozenset({"pairs"})
    """The answer has one entry for each of these, so none may be left out (brains.domain.fitting)."""


class Verdict(BaseModel):
    supported: bool
    reason: str = ""
    """The first thing the passage lacks: a number, a unit, a date, a name, the polarity, the words."""


class Answer(BaseModel):
    verdicts: list[Verdict]
