"""What a chat model writes for this skill: the answer itself, if it proposes anything."""

from steer_app.steer.skills.propose import Answer, Request

Wire = Answer


def read(request: Request, wire: Answer) -> Answer:
    """A wild card that was not wanted is taken as an ordinary candidate would be: not at all."""
    kept = [
        one
        for one in wire.candidates
        if one.question.strip() and one.query.strip() and (request.wild_card_allowed or not one.wild_card)
    ]
    if not kept:
        raise ValueError("`candidates` must hold at least one question with a search query.")
    return Answer(candidates=kept)
