"""What a chat model writes for this skill: the answer itself, if it has an entry for each candidate."""

from steer_app.steer.skills.probe import Answer, Request

Wire = Answer


def read(request: Request, wire: Answer) -> Answer:
    if len(wire.items) != len(request.items):
        raise ValueError(f"`items` must have {len(request.items)} entries, one for each candidate, in their order.")
    return wire
