"""Which number a citation carries, and what stands under it in the list of references."""

from collections.abc import Sequence
from dataclasses import dataclass

from steer_app.steer.report.pieces import Line, Report, Source, Span


class UnknownCitation(ValueError):
    """A sentence cites a learning for which the report has no source: nothing unread may be cited."""


@dataclass(frozen=True)
class Reference:
    number: int
    source: Source


@dataclass(frozen=True)
class Reading:
    """One document and the numbers that point into it, rising."""

    title: str
    path: str
    references: tuple[Reference, ...]


@dataclass(frozen=True)
class Numbering:
    """Numbers count distinct spans in the order in which the text first cites them, from 1, without a hole."""

    numbers: dict[Span, int]
    references: tuple[Reference, ...]
    report: Report

    def of(self, line: Line) -> tuple[int, ...]:
        """The numbers behind one sentence, rising, each once."""
        return tuple(sorted({self.numbers[source.span] for source in _sources(self.report, line)}))

    def titles(self, line: Line) -> tuple[str, ...]:
        """Titles of the documents behind one sentence, each once, in the order of its citations."""
        return tuple(dict.fromkeys(source.title for source in _sources(self.report, line)))

    def by_document(self) -> tuple[Reading, ...]:
        """Documents in the order of their first number."""
        groups: dict[int, list[Reference]] = {}
        for reference in self.references:
            groups.setdefault(reference.source.span.document, []).append(reference)
        return tuple(Reading(found[0].source.title, found[0].source.path, tuple(found)) for found in groups.values())


def number(report: Report) -> Numbering:
    """Number every span the report cites. Raises UnknownCitation for a learning without a source."""
    numbers: dict[Span, int] = {}
    references: list[Reference] = []
    for line in report.lines():
        for source in _sources(report, line):
            if source.span not in numbers:
                numbers[source.span] = len(numbers) + 1
                references.append(Reference(numbers[source.span], source))
    return Numbering(numbers, tuple(references), report)


def _sources(report: Report, line: Line) -> Sequence[Source]:
    found: list[Source] = []
    for learning in line.cites:
        if not report.sources.get(learning):
            raise UnknownCitation(f"The report cites learning {learning}, which rests on no passage that was read.")
        found.extend(report.sources[learning])
    return found
