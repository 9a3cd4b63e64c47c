"""What a chat model writes for this skill: the answer itself, less the ids and paths that it made up."""

from steer_app.steer.skills.persona import Answer, Request

Wire = Answer


def read(request: Request, wire: Answer) -> Answer:
    if not wire.text.strip():
        raise ValueError("`text` must hold the picture of the person as it stands now.")
    ids = {aspect.id for aspect in request.aspects}
    paths = {branch.path for branch in request.branches}
    return wire.model_copy(
        update={
            "supersede": [one for one in wire.supersede if one.id in ids],
            "focus": [one for one in wire.focus if one in ids],
            "prune": [one for one in wire.prune if one in paths],
        }
    )
