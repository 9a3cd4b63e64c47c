"""What an answer or a remark changes in the picture of the person, and in the tree if it names branches."""

from dataclasses import dataclass

from pydantic import BaseModel

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
    """What a remark may name."""


class Superseded(BaseModel):
    id: int
    because: str


class Refused(BaseModel):
    text: str
    reason: str


class Answer(BaseModel):
    text: str
    add: list[AspectDraft] = []
    supersede: list[Superseded] = []
    prune: list[str] = []
    """Paths of branches."""
    focus: list[int] = []
    """Ids of aspects to go deeper on."""
    directions: list[str] = []
    """New questions for the tree."""
    refused: list[Refused] = []
