"""One section of a report, from the learnings of one direction. Sections are written side by side, then joined."""

from dataclasses import dataclass

from pydantic import BaseModel

from steer_app.steer.skills.common import KnownAspect
from steer_app.steer.skills.report import Difference, Direction, Section

NAME = "section"


@dataclass(frozen=True)
class Request:
    query: str
    about: str
    aspects: tuple[KnownAspect, ...]
    direction: Direction
    others: tuple[str, ...]
    """The questions of the other sections, which say what belongs there."""

    whole = frozenset({"aspects", "others"})


class Answer(BaseModel):
    section: Section
    differences: list[Difference] = []
