"""A stand-in that answers at once: ticked directions become aspects, and a remark prunes what it names by a word."""

import random

from steer_app.steer.skills.aspects import AspectDraft
from steer_app.steer.skills.aspects.clauses import clauses
from steer_app.steer.skills.persona import Answer, Branch, Direction, Refused, Request
from steer_app.steer.skills.persona.intents import Wish, read

LONG = 4
"""Shorter words name nothing."""


def answer(request: Request, rng: random.Random) -> Answer:
    """Always the same for a remark; chance only picks the aspect that a ticked direction brings into focus."""
    found = Answer(text=request.text)
    for question, origin in [(q, "your choice") for q in request.ticked] + [(q, "you said") for q in request.added]:
        found.add.append(AspectDraft(text=question.rstrip("?"), origin=origin, words=question))
    if request.ticked and request.aspects:
        found.focus.append(rng.choice(request.aspects).id)
    for clause in clauses(request.remark):
        _take(read(clause), request, found)
    return found


def _take(wish: Wish, request: Request, found: Answer) -> None:
    if wish.intent == "nothing":
        return
    if wish.intent == "ask":
        found.directions.append(Direction(question=wish.object[:1].upper() + wish.object[1:].rstrip("?") + "?"))
    elif wish.intent == "stop":
        paths = [branch.path for branch in request.branches if _is_named(branch, wish)]
        found.prune.extend(path for path in paths if path not in found.prune)
        if not paths:
            found.refused.append(Refused(text=wish.clause, reason=f"No direction is called “{wish.object}”."))
    else:
        found.add.append(AspectDraft(text=wish.object or wish.clause, origin="you said", words=wish.clause))


def _is_named(branch: Branch, wish: Wish) -> bool:
    said = {word for word in wish.object.lower().split() if len(word) >= LONG}
    return wish.object == branch.path or bool(said & set(branch.question.lower().rstrip("?").split()))
