"""What a report is made of. Whoever has the rows fills these in; every export is drawn from them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, order=True)
class Span:
    """Characters `start` to `end` of a document's text: what one number in the report points at."""

    document: int
    start: int
    end: int


@dataclass(frozen=True)
class Source:
    """A span with what a reader needs to find it."""

    span: Span
    title: str
    path: str
    """Where the document lies, as the person knows it: a file's path or an address."""
    place: str
    """Where in it: "page 14", "section Costs", or nothing."""
    words: str
    """The span's own characters; the reference list shows the first of them."""


@dataclass(frozen=True)
class Line:
    """One sentence of the report. A quote is a source's own sentence, character for character."""

    text: str
    cites: tuple[int, ...] = ()
    """Ids of learnings."""
    kind: Literal["quote", "claim", "link"] = "quote"
    doubt: str = ""
    """Why the cited passage does not carry the sentence, in words; empty if it does."""


@dataclass(frozen=True)
class Paragraph:
    lines: tuple[Line, ...]
    label: str = ""
    """What its lines speak of, in a few words; may be empty."""


@dataclass(frozen=True)
class Section:
    heading: str
    path: str
    """The direction's place in the tree."""
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True)
class Difference:
    about: str
    first: Line
    second: Line


@dataclass(frozen=True)
class AspectRow:
    text: str
    origin: str
    words: str
    """The words the aspect came from, or the reason it is there."""
    coverage: Literal[0, 1, 2]
    nodes: tuple[str, ...] = ()
    """Paths of the nodes that cover it."""


@dataclass(frozen=True)
class Report:
    title: str
    query: str
    about: str
    """Who it was written for; may be empty."""
    notice: str
    answer: tuple[Line, ...]
    sections: tuple[Section, ...]
    sources: Mapping[int, tuple[Source, ...]]
    """Of each learning that is cited: the spans it rests on, the one that carries it first."""
    differences: tuple[Difference, ...] = ()
    aspects: tuple[AspectRow, ...] = ()
    open_questions: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()
    partial: str = ""
    """Why research ended early, with the limit that was reached; empty if it ran to its end."""
    undone: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """What was left undone, by name, in groups that have a first line each."""
    facts: tuple[str, ...] = field(default=())
    """What the foot says about the run: its date, settings, numbers of nodes and sources."""

    def lines(self) -> Iterator[Line]:
        """Every sentence once, in reading order."""
        yield from self.answer
        for section in self.sections:
            for paragraph in section.paragraphs:
                yield from paragraph.lines
        for difference in self.differences:
            yield difference.first
            yield difference.second
