"""Infer who the question is for: a short text and 5 to 8 aspects (paper, section 2 and appendix C)."""

from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, Field

from steer_app.steer.skills.common import SourceText

NAME = "aspects"


@dataclass(frozen=True)
class Request:
    query: str
    about: str
    passages: tuple[SourceText, ...]
    """The root's first hits, best first: the strongest facets of the subject come from them."""


class AspectDraft(BaseModel):
    text: str
    origin: Literal["inferred", "you said", "your choice"]
    words: str = ""
    """The words it came from, verbatim, or the reason in a few words ("this kind of question")."""


class Answer(BaseModel):
    text: str = Field(description="who it is for, one or two sentences in the person's own words")
    aspects: list[AspectDraft] = Field(min_length=1, max_length=8)
