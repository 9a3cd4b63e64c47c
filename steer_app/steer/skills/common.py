"""What several skills hand over."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SourceText:
    """A passage as it was retrieved. `start` is its first character's offset in the document's text."""

    passage: int
    document: int
    title: str
    text: str
    start: int
    score: float
    """Fused rank score of the search that found it; higher is better."""


@dataclass(frozen=True)
class KnownAspect:
    id: int
    text: str
    coverage: int
    """0, 1 or 2 by what has been read in the basis so far."""
