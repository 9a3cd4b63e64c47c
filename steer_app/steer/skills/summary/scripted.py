"""A double for tests and demonstrations: it repeats the first sentence of each section."""

import random

from steer_app.steer.skills.report import Sentence
from steer_app.steer.skills.summary import Answer, Request


def answer(request: Request, rng: random.Random) -> Answer:
    firsts = [section.sentences[0] for section in request.sections if section.sentences]
    return Answer(
        title=request.query,
        answer=[Sentence(text=one.text, cites=list(one.cites), kind="claim") for one in firsts],
        uncovered=[aspect.text for aspect in request.aspects if aspect.coverage == 0],
        open_questions=list(request.not_followed),
    )
