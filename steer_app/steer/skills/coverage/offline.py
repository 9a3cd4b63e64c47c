"""Coverage without a model: the fitted rule of brains/offline/coverage.py, on each set and aspect."""

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.coverage import Answer, Request


def answer(request: Request, tools: Tools) -> Answer:
    rule = tools.thresholds.coverage
    return Answer(
        scores=[
            [tools.coverage_score(tools.coverage_features(aspect, learnings), rule) for aspect in request.aspects]
            for learnings in request.sets
        ]
    )
