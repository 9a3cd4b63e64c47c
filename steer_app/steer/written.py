"""A written report with all that its citations rest on, ready to be drawn in any form."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from steer_app.runs.models import Run
from steer_app.steer import selectors
from steer_app.steer.domain.place import order
from steer_app.steer.left_out import left_out
from steer_app.steer.models import Aspect, Learning, Node, Report
from steer_app.steer.report import pieces
from steer_app.steer.skills import report as skill
from steer_app.steer.steps.report import cited


def latest(run: Run) -> Report | None:
    return Report.objects.filter(run=run).order_by("-version").first()


def versions(run: Run) -> list[Report]:
    """The versions of the report, the latest first, without their texts."""
    return list(Report.objects.filter(run=run).only("run", "version", "created_at").order_by("-version"))


def version(run: Run, number: int) -> Report | None:
    return Report.objects.filter(run=run, version=number).first()


def learnings_of(run: Run, report: Report, numbers: Collection[int]) -> dict[int, Learning]:
    """The learnings that these numbers mean in this version of the report, by number."""
    meant = {one["id"]: (one["path"], one["no"]) for one in report.learnings if one["id"] in numbers}
    rows = Learning.objects.filter(run=run, path__in={path for path, _ in meant.values()})
    by_place = {(row.path, row.no): row for row in rows}
    return {number: by_place[place] for number, place in meant.items() if place in by_place}


def numbered_learnings(run: Run) -> dict[int, Learning]:
    """Every learning by its number in the session: that of the latest report, then those that came after it."""
    rows = {(row.path, row.no): row for row in Learning.objects.filter(run=run)}
    report = latest(run)
    numbers = {(one["path"], one["no"]): one["id"] for one in report.learnings} if report else {}
    after = max(numbers.values(), default=0)
    for place in sorted(rows.keys() - numbers.keys(), key=lambda place: (order(place[0]), place[1])):
        after += 1
        numbers[place] = after
    return {numbers[place]: rows[place] for place in sorted(rows, key=lambda place: numbers[place])}


def pieces_of(run: Run, report: Report) -> pieces.Report:
    """The report as plain values (report.pieces)."""
    nodes = selectors.nodes(run)
    left = left_out(run)
    return replace(
        cited_pieces(run, report),
        partial=" ".join(filter(None, [left.why, left.reason])),
        undone=left.undone,
        aspects=tuple(_aspect_rows(run, report, nodes)),
        gaps=tuple(gap["reason"] for gap in run.gaps),
        facts=tuple(_facts(run, nodes)),
    )


def cited_pieces(run: Run, report: Report) -> pieces.Report:
    """Its text with what that cites, without what the tree and the persona add: enough to number it."""
    content = skill.Answer.model_validate(report.content)
    given = selectors.params(run)
    doubts = {(one["text"], one["cite"]): one["reason"] for one in report.unsupported}
    learned = learnings_of(run, report, {number for _, number in cited(content)})
    return pieces.Report(
        title=content.title,
        query=given.query,
        about=given.about,
        notice=content.notice,
        answer=_lines(content.answer, doubts),
        sections=tuple(
            pieces.Section(
                one.heading,
                one.path,
                tuple(pieces.Paragraph(_lines(part.sentences, doubts), part.label) for part in one.paragraphs),
            )
            for one in content.sections
        ),
        sources={number: tuple(sources(row)) for number, row in learned.items()},
        differences=tuple(
            pieces.Difference(one.about, _line(one.first, doubts), _line(one.second, doubts))
            for one in content.differences
        ),
        open_questions=tuple(content.open_questions),
    )


def _lines(sentences: Sequence[skill.Sentence], doubts: dict[tuple[str, int], str]) -> tuple[pieces.Line, ...]:
    return tuple(_line(sentence, doubts) for sentence in sentences)


def _line(sentence: skill.Sentence, doubts: dict[tuple[str, int], str]) -> pieces.Line:
    """A sentence is in doubt if none of the passages it cites carries it."""
    reasons = [doubts.get((sentence.text, number), "") for number in sentence.cites]
    doubt = reasons[0] if reasons and all(reasons) else ""
    return pieces.Line(sentence.text, tuple(sentence.cites), sentence.kind, doubt)


def sources(row: Learning) -> Iterable[pieces.Source]:
    """The spans a learning rests on, the one that carries it first."""
    names = ("document", "title", "file", "place", "start", "end", "text")
    first = {name: getattr(row, name) for name in names}
    for one in (first, *row.further):
        span = pieces.Span(one["document"], one["start"], one["end"])
        yield pieces.Source(span, readable(one["title"], one["file"]), one["file"], one["place"], one["text"])


def readable(title: str, file: str) -> str:
    """The title, or for a document that has none its file's name in words: "Canal road residents"."""
    name = file.rsplit("/", 1)[-1]
    if title.strip() not in {"", file, name}:
        return title
    words = " ".join(re.split(r"[\s_-]+", name.rsplit(".", 1)[0])).strip()
    return words[:1].upper() + words[1:] or title


def _aspect_rows(run: Run, report: Report, nodes: dict[str, Node]) -> Iterable[pieces.AspectRow]:
    rows: list[Aspect] = selectors.aspects(run, report.persona_version)
    for row in rows:
        covering = [
            path
            for path, node in nodes.items()
            if node.status == "read" and (node.coverage.get(str(row.no), 0) or row.covers.get(path, 0))
        ]
        score: Any = report.coverage.get(str(row.no), 0)
        yield pieces.AspectRow(row.text, row.origin, row.words, score, tuple(covering))


def _facts(run: Run, nodes: dict[str, Node]) -> Iterable[str]:
    read = [node for node in nodes.values() if node.status == "read"]
    given = selectors.params(run)
    if run.started_at:
        yield run.started_at.strftime("%-d %B %Y")
    yield f"{len(read)} of {len(nodes)} directions read"
    yield f"depth {given.depth}, breadth {given.breadth}, seed {given.seed}"
    yield f"asking, from 0 (often) to 1 (rarely): {given.c0:g}, about {given.tol:g} questions"
    yield f"brain: {given.brain}"
