"""A double for tests and demonstrations: it quotes the first learnings that it was given."""

import random

from steer_app.steer.skills.report import Paragraph, Section, Sentence
from steer_app.steer.skills.section import Answer, Request

MOST = 5


def answer(request: Request, rng: random.Random) -> Answer:
    shown = request.direction.learnings[:MOST]
    quotes = [Sentence(text=one.claim, cites=[one.id], kind="quote") for one in shown]
    paragraph = Paragraph(sentences=quotes)
    return Answer(
        section=Section(heading=request.direction.question, path=request.direction.path, paragraphs=[paragraph])
    )
