"""A report as one Markdown file that reads well as plain text and renders the same everywhere."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from steer_app.steer.report.inert import first_words, inert, one_line, quoted
from steer_app.steer.report.numbering import Numbering, Reading, number
from steer_app.steer.report.pieces import AspectRow, Difference, Line, Report, Source

COVERAGE = {0: "not covered", 1: "in part", 2: "well covered"}


def render(report: Report) -> str:
    """The whole report, ending with one line break. Raises UnknownCitation as `number` does."""
    numbering = number(report)
    blocks = [
        f"# {inert(report.title)}",
        *_head(report),
        "## The short answer",
        *_blocks(report.answer, numbering),
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
    if report.partial:
        yield f"> **This report is partial.** {inert(report.partial)}"


def _blocks(lines: Sequence[Line], numbering: Numbering) -> Iterator[str]:
    """Lines that quote or claim nothing as paragraphs, and between them the quotes as lists, each with its document.

    A report that speaks in its own words runs on: only quotes are set as a list.
    """
    for kind, members in groupby(lines, key=lambda line: line.kind == "quote"):
        texts = [_line(line, numbering) for line in members]
        yield "\n".join(f"- {text}" for text in texts) if kind else " ".join(texts)


def _line(line: Line, numbering: Numbering) -> str:
    text = quoted(line.text) if line.kind == "quote" else inert(line.text)
    marks = "".join(f" [{n}]" for n in numbering.of(line))
    doubt = f" *(The cited passage does not carry this: {inert(line.doubt)}.)*" if line.doubt else ""
    return text + marks + _whose(line, numbering) + doubt


def _whose(line: Line, numbering: Numbering) -> str:
    """The documents behind a quote, so that it can be judged where it stands."""
    if line.kind != "quote":
        return ""
    return f" — {'; '.join(inert(title) for title in numbering.titles(line))}"


def _sections(report: Report, numbering: Numbering) -> Iterator[str]:
    for place, section in enumerate(report.sections, 1):
        yield f"## {place}\\. {inert(section.heading)}"
        for paragraph in section.paragraphs:
            if paragraph.label:
                yield f"**{inert(paragraph.label)}**"
            yield from _blocks(paragraph.lines, numbering)


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
        "| What you care about | Where it comes from | Coverage | Sections |",
        "| --- | --- | --- | --- |",
        *(_row(aspect, report) for aspect in report.aspects),
    ]
    yield "\n".join(rows)


def _row(aspect: AspectRow, report: Report) -> str:
    reason = f"{inert(aspect.origin)}: {inert(aspect.words)}" if aspect.words else inert(aspect.origin)
    where = ", ".join(places(aspect, report)) or "–"
    return f"| {inert(aspect.text)} | {reason} | {COVERAGE[aspect.coverage]} | {where} |"


def places(aspect: AspectRow, report: Report) -> list[str]:
    """Numbers of the sections whose direction holds a node that covers the aspect."""
    directions = {".".join(node.split(".")[:2]) for node in aspect.nodes}
    return [str(place) for place, section in enumerate(report.sections, 1) if section.path in directions]


def _open(report: Report) -> Iterator[str]:
    uncovered = [aspect.text for aspect in report.aspects if aspect.coverage == 0]
    groups = (
        (
            "No sentence that was read could be matched to these, which does not mean that the sources are silent:",
            uncovered,
        ),
        ("Questions that came up and were not followed:", report.open_questions),
        ("What could not be done:", report.gaps),
        *report.undone,
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
            f"- [{found.number}] {_before(within(found.source))}{quoted(first_words(found.source.words))}"
            for found in reading.references
        )


def _before(place: str) -> str:
    return f"{inert(place)}: " if place else ""


def within(source: Source) -> str:
    """Where in the document, without the document's own title at the head of the path, parts joined by "›"."""
    parts = [part.strip() for part in source.place.split(" > ") if part.strip()]
    named = {one_line(source.title), *(part for part in parts[:1] if source.title.startswith(part))}
    return " › ".join(parts[1:] if len(parts) > 1 and parts[0] in named else parts)


def _foot(report: Report) -> Iterator[str]:
    if report.facts:
        yield "---"
        yield " · ".join(inert(fact) for fact in report.facts)
