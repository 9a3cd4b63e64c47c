"""What an answer or a remark changes in the picture of the person, and in the tree if it names branches."""

from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, field_validator

from steer_app.steer.domain.place import ROOT
from steer_app.steer.skills.aspects import AspectDraft
from steer_app.steer.skills.common import KnownAspect

NAME = "persona"


@dataclass(frozen=True)
class Branch:
    path: str
    question: str


@dataclass(frozen=True)
class Request:
    topic: str
    text: str
    """The persona's text as it stands."""
    aspects: tuple[KnownAspect, ...]
    """The active ones."""
    ticked: tuple[str, ...]
    unticked: tuple[str, ...]
    added: tuple[str, ...]
    """New questions the person typed."""
    remark: str
    """Free text: an answer's or a steer's."""
    branches: tuple[Branch, ...]
    """What a remark may name: all that is followed, waits or is put off."""
    left_out: tuple[Branch, ...] = ()
    """What was left out or put off, and may be brought back."""


class Superseded(BaseModel):
    id: int
    because: str


class Refused(BaseModel):
    text: str
    reason: str
    because: str = ""
    """The reason's name in the closed list (domain.refusals), where it has one."""


class Direction(BaseModel):
    question: str
    under: str = ROOT
    """The path of the branch that it belongs below."""


class Answer(BaseModel):
    text: str
    add: list[AspectDraft] = []
    supersede: list[Superseded] = []
    prune: list[str] = []
    """Paths of branches."""
    focus: list[int] = []
    """Ids of aspects to go deeper on."""
    directions: list[Direction] = []
    """New questions for the tree."""
    revive: list[str] = []
    """Paths of branches that were left out and shall be followed after all."""
    refused: list[Refused] = []

    @field_validator("directions", mode="before")
    @classmethod
    def a_question_alone_belongs_below_the_root(cls, given: Any) -> Any:
        if not isinstance(given, list):
            return given
        return [{"question": one} if isinstance(one, str) else one for one in given]
