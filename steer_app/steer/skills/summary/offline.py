"""The head without a model: of each section the sentence nearest to the question, the nearest first."""

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.report import Sentence
from steer_app.steer.skills.summary import Answer, Request, Said, Written

MOST = 5


def answer(request: Request, tools: Tools) -> Answer:
    best = [one for one in (_nearest(request.query, section, tools) for section in request.sections) if one]
    chosen = sorted(best, key=lambda pair: -pair[0])[:MOST]
    return Answer(
        title=request.query.strip() or "Report",
        answer=[Sentence(text=said.text, cites=list(said.cites), kind="claim") for _, said in chosen],
        uncovered=[aspect.text for aspect in request.aspects if aspect.coverage == 0],
        open_questions=list(dict.fromkeys(request.not_followed)),
    )


def _nearest(query: str, section: Written, tools: Tools) -> tuple[float, Said] | None:
    stating = [said for said in section.sentences if said.cites]
    return max(((tools.cos(query, said.text), said) for said in stating), key=lambda pair: pair[0], default=None)
