"""What a chat model writes for this skill: the words themselves, found again in the passage, for it cannot count."""

from collections.abc import Sequence

from pydantic import BaseModel, Field

from steer_app.steer.skills.common import SourceText
from steer_app.steer.skills.learn import Answer, LearningDraft, Quote, Request
from steer_app.steer.skills.verbatim import located


class WireQuote(BaseModel):
    passage: int
    words: str = Field(description="copied from the passage, letter for letter")


class WireLearning(BaseModel):
    claim: str
    quotes: list[WireQuote] = Field(min_length=1)


class Wire(BaseModel):
    learnings: list[WireLearning]
    tags: list[str]
    summary: str


def read(request: Request, wire: Wire) -> Answer:
    """A learning whose words are in no passage is dropped. Raises ValueError if that leaves none of several."""
    kept = [
        LearningDraft(claim=draft.claim.strip(), quotes=quotes)
        for draft in wire.learnings
        if draft.claim.strip() and (quotes := _found(draft.quotes, request.passages))
    ]
    if wire.learnings and not kept:
        words = wire.learnings[0].quotes[0].words
        raise ValueError(
            f"No quote could be found in its passage, the first being “{words[:120]}”. Copy words letter for letter."
        )
    return Answer(learnings=kept, tags=wire.tags, summary=wire.summary)


def _found(quotes: Sequence[WireQuote], passages: Sequence[SourceText]) -> list[Quote]:
    """Each quote where it stands: in the passage named, or else in the first that holds its words."""
    found = []
    for quote in quotes:
        for source in sorted(passages, key=lambda one: one.passage != quote.passage):
            span = located(quote.words, source.text)
            if span:
                start, end = span
                found.append(Quote(passage=source.passage, start=source.start + start, end=source.start + end))
                break
    return found
