"""What the hits of one node say about its question: claims with the exact words that carry them."""

from dataclasses import dataclass

from pydantic import BaseModel, Field

from steer_app.steer.skills.common import SourceText

NAME = "learn"


@dataclass(frozen=True)
class Request:
    topic: str
    """The session's query."""
    question: str
    goal: str
    aspects: tuple[str, ...]
    passages: tuple[SourceText, ...]
    known: tuple[str, ...]
    """Claims of the node's ancestors: not to be repeated."""
    tags: tuple[str, ...]
    """Tags used by the ancestors: taken first where they fit."""


class Quote(BaseModel):
    passage: int
    start: int = Field(description="offset in the document's text")
    end: int


class LearningDraft(BaseModel):
    claim: str
    quotes: list[Quote] = Field(min_length=1, description="the first carries the claim, the rest support it")


class Answer(BaseModel):
    learnings: list[LearningDraft]
    tags: list[str]
    summary: str = Field(
        description="the node's report in one or two sentences; counts and names, states no fact of its own"
    )
