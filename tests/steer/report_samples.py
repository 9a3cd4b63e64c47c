"""Requests for a report from learnings written by hand, and the report's pieces as a run would fill them in."""

import json
from pathlib import Path

from steer_app.steer.report import pieces
from steer_app.steer.skills.common import KnownAspect
from steer_app.steer.skills.report import Answer, Direction, Learning, Request, Sentence

HEAT = json.loads(Path(__file__).with_name("examples").joinpath("report_heat.json").read_text())


def request_of(sample: dict) -> Request:
    directions = []
    for path, question in sample["directions"].items():
        learnings = tuple(
            Learning(
                entry["id"], entry["claim"], entry["document"], entry["title"], entry["start"], tuple(entry["tags"])
            )
            for entry in sample["learnings"]
            if entry["node"] == path
        )
        directions.append(Direction(path, question, learnings))
    aspects = tuple(KnownAspect(*entry) for entry in sample["aspects"])
    return Request(
        sample["query"],
        sample["about"],
        aspects,
        tuple(directions),
        tuple(sample["not_followed"]),
        tuple(sample["gaps"]),
    )


def pieces_of(sample: dict, answer: Answer) -> pieces.Report:
    sources = {}
    for entry in sample["learnings"]:
        span = pieces.Span(entry["document"], entry["start"], entry["start"] + len(entry["claim"]))
        sources[entry["id"]] = (pieces.Source(span, entry["title"], entry["path"], "", entry["claim"]),)
    return pieces.Report(
        title=answer.title,
        query=sample["query"],
        about=sample["about"],
        notice=answer.notice,
        answer=tuple(map(_line, answer.answer)),
        sections=tuple(
            pieces.Section(
                s.heading,
                s.path,
                tuple(pieces.Paragraph(tuple(map(_line, p.sentences)), p.label) for p in s.paragraphs),
            )
            for s in answer.sections
        ),
        sources=sources,
        differences=tuple(pieces.Difference(d.about, _line(d.first), _line(d.second)) for d in answer.differences),
        aspects=tuple(pieces.AspectRow(text, "inferred", "", coverage) for _, text, coverage in sample["aspects"]),
        open_questions=tuple(answer.open_questions),
        gaps=tuple(sample["gaps"]),
    )


def _line(sentence: Sentence) -> pieces.Line:
    return pieces.Line(sentence.text, tuple(sentence.cites), sentence.kind)
