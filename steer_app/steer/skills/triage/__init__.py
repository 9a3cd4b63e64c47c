"""Whether one sentence of the sources answers a question, so that no tree has to be grown for it.

A wrong yes costs more than a wrong no: whoever asked for research and got one line has nothing, and whoever got a tree
for a small question has waited. So every doubt is a no.
"""

from dataclasses import dataclass

from pydantic import BaseModel

from steer_app.steer.skills.common import SourceText
from steer_app.steer.skills.learn import Quote

NAME = "triage"


@dataclass(frozen=True)
class Request:
    question: str
    about: str
    """The sentence about the person; may be empty."""
    passages: tuple[SourceText, ...]


class Answer(BaseModel):
    direct: bool
    why: str
    """In a few words, for the trace."""
    claim: str = ""
    """The answer as one sentence; the source's own words where the brain writes none."""
    quote: Quote | None = None
    """The words that carry it. Both are there whenever `direct` is."""
