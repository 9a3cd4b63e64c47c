"""What a chat model writes for this skill: the answer itself, if it has a row a set and a number an aspect."""

from steer_app.steer.skills.coverage import Answer, Request

Wire = Answer


def read(request: Request, wire: Answer) -> Answer:
    rows, columns = len(request.sets), len(request.aspects)
    if len(wire.scores) != rows or any(len(row) != columns for row in wire.scores):
        raise ValueError(f"`scores` must have {rows} rows, one a set, with {columns} numbers each, one an aspect.")
    if any(score not in (0, 1, 2) for row in wire.scores for score in row):
        raise ValueError("Every score must be 0, 1 or 2.")
    return wire
