"""What a chat model writes for this skill: the answer itself, less what cites nothing that a section cites."""

from steer_app.steer.skills.report.wire import NOTHING_CITED, cited_sentences
from steer_app.steer.skills.summary import Answer, Request

Wire = Answer


def read(request: Request, wire: Answer) -> Answer:
    """An aspect that is not in the list is no aspect of this person."""
    known = {number for section in request.sections for one in section.sentences for number in one.cites}
    sentences = cited_sentences(wire.answer, known)
    if not any(sentence.cites for sentence in sentences):
        raise ValueError(NOTHING_CITED)
    texts = {aspect.text for aspect in request.aspects}
    return Answer(
        title=wire.title.strip() or request.query,
        answer=sentences,
        uncovered=[text for text in wire.uncovered if text in texts],
        open_questions=[text.strip() for text in wire.open_questions if text.strip()],
    )
