"""What a chat model writes for this skill: the words themselves; whatever is not plainly there makes its yes a no."""

import re

from pydantic import BaseModel, Field

from steer_app.steer.skills.learn import Quote
from steer_app.steer.skills.triage import Answer, Request
from steer_app.steer.skills.verbatim import located

LONGEST = 45
"""Words in an answer that is still one sentence."""


class Wire(BaseModel):
    direct: bool
    why: str
    answer: str
    passage: int
    words: str = Field(description="copied from the passage, letter for letter")


def read(request: Request, wire: Wire) -> Answer:
    """A yes counts only with words that stand in a passage and hold every figure of the answer."""
    if not wire.direct:
        return Answer(direct=False, why=wire.why.strip() or "the model said so")
    claim, quote = " ".join(wire.answer.split()), _found(request, wire)
    if quote is None:
        return Answer(direct=False, why="its quote stands in no passage")
    if not claim or len(claim.split()) > LONGEST:
        return Answer(direct=False, why="its answer is not one sentence")
    if not _figures(claim) <= _figures(wire.words) | _figures(request.question):
        return Answer(direct=False, why="its answer has figures that its quote lacks")
    return Answer(direct=True, why=wire.why.strip(), claim=claim, quote=quote)


def _figures(text: str) -> set[str]:
    return set(re.findall(r"\d+", text.replace(",", "")))


def _found(request: Request, wire: Wire) -> Quote | None:
    for source in sorted(request.passages, key=lambda one: one.passage != wire.passage):
        if span := located(wire.words, source.text):
            return Quote(passage=source.passage, start=source.start + span[0], end=source.start + span[1])
    return None
