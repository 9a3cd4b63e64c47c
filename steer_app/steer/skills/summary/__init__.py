"""The head of a report whose sections are written: its title, the short answer, and what stays open."""

from dataclasses import dataclass

from pydantic import BaseModel

from steer_app.steer.skills.common import KnownAspect
from steer_app.steer.skills.report import Sentence

NAME = "summary"


@dataclass(frozen=True)
class Said:
    """A sentence of a section with the learnings it cites."""

    cites: tuple[int, ...]
    text: str


@dataclass(frozen=True)
class Written:
    heading: str
    sentences: tuple[Said, ...]


@dataclass(frozen=True)
class Request:
    query: str
    about: str
    aspects: tuple[KnownAspect, ...]
    sections: tuple[Written, ...]
    not_followed: tuple[str, ...]
    gaps: tuple[str, ...]

    whole = frozenset({"aspects", "sections"})


class Answer(BaseModel):
    title: str
    answer: list[Sentence]
    uncovered: list[str] = []
    open_questions: list[str] = []
