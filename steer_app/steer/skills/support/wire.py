"""What a chat model writes for this skill: the answer itself, if it has a verdict for each pair."""

from steer_app.steer.skills.support import Answer, Request

Wire = Answer


def read(request: Request, wire: Answer) -> Answer:
    if len(wire.verdicts) != len(request.pairs):
        raise ValueError(f"`verdicts` must have {len(request.pairs)} entries, one for each pair, in their order.")
    return wire
