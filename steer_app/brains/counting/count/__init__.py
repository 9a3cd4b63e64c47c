"""The counting tree's one skill: a number for a node."""

from dataclasses import dataclass

from pydantic import BaseModel

NAME = "count"


@dataclass(frozen=True)
class Request:
    path: str
    sum_before: int
    """The sum of the nodes decided before this one's parent: it makes the order of decisions matter."""


class Answer(BaseModel):
    number: int
