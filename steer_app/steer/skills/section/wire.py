"""What a chat model writes for this skill: the answer itself, less what cites nothing it was given."""

from steer_app.steer.skills.report.wire import NOTHING_CITED, cited_differences, cited_section
from steer_app.steer.skills.section import Answer, Request

Wire = Answer


def read(request: Request, wire: Answer) -> Answer:
    known = {one.id for one in request.direction.learnings}
    section = cited_section(wire.section, known)
    if not section.paragraphs:
        raise ValueError(NOTHING_CITED)
    heading = section.heading.strip() or request.direction.question
    section = section.model_copy(update={"heading": heading, "path": request.direction.path})
    return Answer(section=section, differences=cited_differences(wire.differences, known))
