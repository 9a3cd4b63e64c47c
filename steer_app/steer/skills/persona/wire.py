"""What a chat model writes for this skill: the answer itself, less the ids and paths that it made up."""

from steer_app.steer.domain.place import ROOT
from steer_app.steer.skills.persona import Answer, Request

Wire = Answer


def read(request: Request, wire: Answer) -> Answer:
    if not wire.text.strip():
        raise ValueError("`text` must hold the picture of the person as it stands now.")
    ids = {aspect.id for aspect in request.aspects}
    paths = {branch.path for branch in request.branches}
    left_out = {branch.path for branch in request.left_out}
    return wire.model_copy(
        update={
            "supersede": [one for one in wire.supersede if one.id in ids],
            "focus": [one for one in wire.focus if one in ids],
            "prune": [one for one in wire.prune if one in paths],
            "revive": [one for one in wire.revive if one in left_out],
            "directions": [
                one if one.under in paths else one.model_copy(update={"under": ROOT}) for one in wire.directions
            ],
        }
    )
