"""What reading a candidate is likely to teach, from the snippets of its search alone."""

from dataclasses import dataclass

from pydantic import BaseModel

from steer_app.steer.skills.common import SourceText

NAME = "probe"


@dataclass(frozen=True)
class Item:
    question: str
    query: str
    passages: tuple[SourceText, ...]


@dataclass(frozen=True)
class Request:
    topic: str
    items: tuple[Item, ...]
    tags: tuple[str, ...]
    """Tags of the node and its ancestors, taken first where they fit."""
    known: tuple[str, ...]
    """Claims of the node and its ancestors: what is already known is no expected learning."""

    whole = frozenset({"items"})
    """The answer has one entry for each of these, so none may be left out (brains.domain.fitting)."""


class Expected(BaseModel):
    learnings: list[str]
    tags: list[str]


class Answer(BaseModel):
    items: list[Expected]
    """One for each item of the request, in its order."""
