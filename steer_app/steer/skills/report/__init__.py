"""The report: an answer first, a section a direction, where the sources differ, what stays open."""

from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel

from steer_app.steer.skills.common import KnownAspect

NAME = "report"


@dataclass(frozen=True)
class Learning:
    id: int
    claim: str
    document: int
    title: str
    start: int
    tags: tuple[str, ...]


@dataclass(frozen=True)
class Direction:
    path: str
    question: str
    learnings: tuple[Learning, ...]
    """Of the direction's whole subtree, in tree order."""


@dataclass(frozen=True)
class Request:
    query: str
    about: str
    aspects: tuple[KnownAspect, ...]
    directions: tuple[Direction, ...]
    """The root's own learnings come first, as path "0"."""
    not_followed: tuple[str, ...]
    """Questions that were proposed and not read."""
    gaps: tuple[str, ...]
    """What failed or was cut off, in words."""

    whole = frozenset({"aspects", "directions"})
    """Neither an aspect nor a direction may be left out (brains.domain.fitting)."""


class Sentence(BaseModel):
    text: str
    cites: list[int] = []
    """Ids of learnings. A sentence that states a fact has at least one; a connective has none."""
    kind: Literal["quote", "claim", "link"] = "quote"


class Paragraph(BaseModel):
    label: str = ""
    """What its sentences speak of, in a few words; empty if the heading says it."""
    sentences: list[Sentence]


class Section(BaseModel):
    heading: str
    path: str = ""
    paragraphs: list[Paragraph]


class Difference(BaseModel):
    about: str
    first: Sentence
    second: Sentence


class Answer(BaseModel):
    title: str
    answer: list[Sentence]
    sections: list[Section]
    differences: list[Difference]
    uncovered: list[str]
    """Aspects that nothing read covers."""
    open_questions: list[str]
    notice: str
    """What kind of text this is (for the offline brain: that it only quotes)."""
