"""A report as one Markdown file that reads well as plain text and renders the same everywhere."""

from collections.abc import Iterator

from steer_app.steer.report.inert import first_words, inert, one_line, quoted
from steer_app.steer.report.numbering import Numbering, Reading, number
from steer_app.steer.report.pieces import AspectRow, Difference, Line, Paragraph, Report

COVERAGE = {0: "not covered", 1: "in part", 2: "well covered"}


def render(report: Report) -> str:
    """The whole report, ending with one line break. Raises UnknownCitation as `number` does."""
    numbering = number(report)
    blocks = [
        f"# {inert(report.title)}",
        *_head(report),
        "## The short answer",
        _paragraph(report.answer, numbering),
        *_sections(report, numbering),
        *_differences(report.differences, numbering),
        *_aspects(report),
        *_open(report),
        *_sources(numbering.by_document()),
        *_foot(report),
    ]
    return "\n\n".join(blocks) + "\n"


def _head(report: Report) -> Iterator[str]:
    if one_line(report.query) != one_line(report.title):
        yield f"**The question:** {inert(report.query)}"
    if report.about:
        yield f"**Written for:** {inert(report.about)}"
    if report.notice:
        yield f"> {inert(report.notice)}"


def _paragraph(paragraph: Paragraph, numbering: Numbering) -> str:
    return " ".join(_line(line, numbering) for line in paragraph)


def _line(line: Line, numbering: Numbering) -> str:
    text = quoted(line.text) if line.kind == "quote" else inert(line.text)
    marks = "".join(f" [{n}]" for n in numbering.of(line))
    doubt = f" *(The cited passage does not carry this: {inert(line.doubt)}.)*" if line.doubt else ""
    return text + marks + doubt


def _sections(report: Report, numbering: Numbering) -> Iterator[str]:
    for section in report.sections:
        yield f"## {inert(section.heading)}"
        for paragraph in section.paragraphs:
            yield _paragraph(paragraph, numbering)


def _differences(differences: tuple[Difference, ...], numbering: Numbering) -> Iterator[str]:
    if not differences:
        return
    yield "## Where the sources differ"
    for difference in differences:
        first, second = _line(difference.first, numbering), _line(difference.second, numbering)
        yield f"On **{inert(difference.about)}**:"
        yield f"- {first}\n- {second}"


def _aspects(report: Report) -> Iterator[str]:
    if not report.aspects:
        return
    yield "## What you care about, and how far this goes"
    rows = [
        "| What you care about | Where it comes from | Coverage | Where |",
        "| --- | --- | --- | --- |",
        *(_row(aspect, report) for aspect in report.aspects),
    ]
    yield "\n".join(rows)


def _row(aspect: AspectRow, report: Report) -> str:
    reason = f"{inert(aspect.origin)}: {inert(aspect.words)}" if aspect.words else inert(aspect.origin)
    where = "; ".join(_headings(aspect, report)) or "–"
    return f"| {inert(aspect.text)} | {reason} | {COVERAGE[aspect.coverage]} | {where} |"


def _headings(aspect: AspectRow, report: Report) -> list[str]:
    """Headings of the sections whose direction holds a node that covers the aspect, in the report's order."""
    directions = {".".join(node.split(".")[:2]) for node in aspect.nodes}
    return [inert(section.heading) for section in report.sections if section.path in directions]


def _open(report: Report) -> Iterator[str]:
    uncovered = [aspect.text for aspect in report.aspects if aspect.coverage == 0]
    groups = (
        ("Nothing that was read speaks to:", uncovered),
        ("Questions that came up and were not followed:", report.open_questions),
        ("What could not be done:", report.gaps),
    )
    yield "## What stays open"
    if not any(entries for _, entries in groups):
        yield "Every question that came up was followed, and nothing failed."
    for lead, entries in groups:
        if entries:
            yield lead
            yield "\n".join(f"- {inert(entry)}" for entry in entries)


def _sources(readings: tuple[Reading, ...]) -> Iterator[str]:
    yield "## Sources"
    if not readings:
        yield "Nothing is cited."
    for reading in readings:
        path = f" ({inert(reading.path)})" if reading.path else ""
        yield f"**{inert(reading.title)}**{path}"
        yield "\n".join(
            f"- [{found.number}] {inert(found.source.place) + ': ' if found.source.place else ''}"
            f"{quoted(first_words(found.source.words))}"
            for found in reading.references
        )


def _foot(report: Report) -> Iterator[str]:
    if report.facts:
        yield "---"
        yield " · ".join(inert(fact) for fact in report.facts)
