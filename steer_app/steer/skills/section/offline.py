"""A section without a model: the report of this one direction, its short answer put back in front of its quotes."""

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills import report
from steer_app.steer.skills.report import Paragraph, Section
from steer_app.steer.skills.report.offline import answer as whole_report
from steer_app.steer.skills.section import Answer, Request


def answer(request: Request, tools: Tools) -> Answer:
    written = whole_report(
        report.Request(request.direction.question, request.about, request.aspects, (request.direction,), (), ()), tools
    )
    first = Paragraph(sentences=written.answer)
    rest = [paragraph for section in written.sections for paragraph in section.paragraphs]
    section = Section(heading=request.direction.question, path=request.direction.path, paragraphs=[first, *rest])
    return Answer(section=section, differences=written.differences)
