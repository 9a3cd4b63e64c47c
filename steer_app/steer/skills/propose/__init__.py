"""Five to eight follow-up questions over distinct facets, and one wild card from outside the persona."""

from dataclasses import dataclass

from pydantic import BaseModel, Field

from steer_app.steer.skills.common import KnownAspect, SourceText

NAME = "propose"


@dataclass(frozen=True)
class Request:
    topic: str
    question: str
    """The frontier node's question."""
    learnings: tuple[str, ...]
    passages: tuple[SourceText, ...]
    """The frontier node's own hits, best first."""
    aspects: tuple[KnownAspect, ...]
    avoid: tuple[str, ...]
    """Questions of the node and its ancestors."""
    wild_card_allowed: bool
    taken: tuple[str, ...] = ()
    """Questions that stand in the tree already: one that repeats them would be dropped."""


class CandidateDraft(BaseModel):
    question: str
    query: str
    goal: str
    confidence: float = Field(ge=0, le=1)
    wild_card: bool = False


class Answer(BaseModel):
    candidates: list[CandidateDraft]
