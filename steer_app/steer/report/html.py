"""A report as a page shows it: sections with addresses, citations with theirs, each reference once.

The numbers are those of every other export (report.numbering); the words stay plain text, which the template escapes.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from steer_app.steer.report.inert import one_line
from steer_app.steer.report.markdown import COVERAGE, places, within
from steer_app.steer.report.numbering import Numbering, number
from steer_app.steer.report.pieces import Line, Report


@dataclass(frozen=True)
class Mark:
    """One citation in the text."""

    number: int
    anchor: str
    """Unique on the page; that of a number's first citation is `cite-<number>`."""


@dataclass(frozen=True)
class ShownLine:
    text: str
    marks: tuple[Mark, ...]
    titles: tuple[str, ...]
    """The documents behind a quote, so that it can be judged where it stands; empty for other sentences."""
    doubt: str
    is_quote: bool


@dataclass(frozen=True)
class Block:
    """Quotes as a list, or sentences that run on."""

    is_quotes: bool
    lines: tuple[ShownLine, ...]


@dataclass(frozen=True)
class Part:
    label: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class ShownSection:
    anchor: str
    number: int
    heading: str
    path: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class ShownDifference:
    about: str
    sides: tuple[ShownLine, ShownLine]


@dataclass(frozen=True)
class ShownAspect:
    text: str
    origin: str
    words: str
    """Those it came from, unless they are its text."""
    score: int
    coverage: str
    sections: tuple[ShownSection, ...]


@dataclass(frozen=True)
class ShownReference:
    number: int
    place: str
    words: str


@dataclass(frozen=True)
class ShownReading:
    """One document and what of it is cited."""

    title: str
    path: str
    references: tuple[ShownReference, ...]


@dataclass(frozen=True)
class Entry:
    """A line of the contents."""

    anchor: str
    title: str


@dataclass(frozen=True)
class Page:
    contents: tuple[Entry, ...]
    answer: tuple[Block, ...]
    sections: tuple[ShownSection, ...]
    differences: tuple[ShownDifference, ...]
    aspects: tuple[ShownAspect, ...]
    readings: tuple[ShownReading, ...]
    citations: int
    doubts: int

    @property
    def uncovered(self) -> tuple[ShownAspect, ...]:
        return tuple(aspect for aspect in self.aspects if not aspect.score)


def page(report: Report) -> Page:
    """The page of a report. Raises UnknownCitation as `number` does."""
    drawn = _Drawing(number(report))
    answer = drawn.blocks(report.answer)
    sections = tuple(
        ShownSection(
            f"section-{place}",
            place,
            section.heading,
            section.path,
            tuple(Part(one.label, drawn.blocks(one.lines)) for one in section.paragraphs),
        )
        for place, section in enumerate(report.sections, 1)
    )
    differences = tuple(
        ShownDifference(one.about, (drawn.line(one.first), drawn.line(one.second))) for one in report.differences
    )
    aspects = tuple(_aspects(report, sections))
    return Page(
        contents=tuple(_contents(sections, differences, aspects)),
        answer=answer,
        sections=sections,
        differences=differences,
        aspects=aspects,
        readings=tuple(_readings(drawn.numbering)),
        citations=len(drawn.numbering.references),
        doubts=sum(bool(line.doubt) for line in report.lines()),
    )


class _Drawing:
    """Gives each citation its address, in reading order."""

    def __init__(self, numbering: Numbering) -> None:
        self.numbering = numbering
        self._seen: Counter[int] = Counter()

    def blocks(self, lines: Sequence[Line]) -> tuple[Block, ...]:
        groups = groupby(lines, key=lambda line: line.kind == "quote")
        return tuple(Block(quotes, tuple(self.line(line) for line in members)) for quotes, members in groups)

    def line(self, line: Line) -> ShownLine:
        is_quote = line.kind == "quote"
        titles = self.numbering.titles(line) if is_quote else ()
        marks = tuple(self._mark(n) for n in self.numbering.of(line))
        return ShownLine(line.text, marks, titles, line.doubt, is_quote)

    def _mark(self, number: int) -> Mark:
        self._seen[number] += 1
        times = self._seen[number]
        return Mark(number, f"cite-{number}" if times == 1 else f"cite-{number}-{times}")


def _aspects(report: Report, sections: Sequence[ShownSection]) -> Iterator[ShownAspect]:
    for row in report.aspects:
        where = tuple(sections[int(place) - 1] for place in places(row, report))
        words = "" if one_line(row.words).casefold() == one_line(row.text).casefold() else row.words
        yield ShownAspect(row.text, row.origin, words, row.coverage, COVERAGE[row.coverage], where)


def _readings(numbering: Numbering) -> Iterator[ShownReading]:
    for found in numbering.by_document():
        references = (ShownReference(one.number, within(one.source), one.source.words) for one in found.references)
        yield ShownReading(found.title, found.path, tuple(references))


def _contents(
    sections: Sequence[ShownSection], differences: Sequence[ShownDifference], aspects: Sequence[ShownAspect]
) -> Iterator[Entry]:
    yield Entry("answer", "The short answer")
    yield from (Entry(section.anchor, section.heading) for section in sections)
    if differences:
        yield Entry("differences", "Where the sources differ")
    if aspects:
        yield Entry("coverage", "What you care about")
    yield Entry("open", "What stays open")
    yield Entry("references", "Sources")
