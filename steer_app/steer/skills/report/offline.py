"""A report without a model: the sources' own sentences, put in order. Its own words only count and name."""

from collections.abc import Sequence

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.report import (
    Answer,
    Difference,
    Direction,
    Request,
    Sentence,
    differences,
    sections,
    short_answer,
)
from steer_app.steer.skills.report import wording as say
from steer_app.steer.skills.report.quotes import Quote, balanced, collect
from steer_app.steer.skills.report.sections import link

MOST_IN_A_SECTION = 10


def answer(request: Request, tools: Tools) -> Answer:
    """Every quote is a learning's claim to the letter and cites it; no sentence stands twice."""
    every = collect(request.directions, tools)
    quotes = balanced(_ranked(request, every, tools))
    pairs = differences.find(request.query, sorted(quotes, key=lambda quote: quote.order), tools)
    taken = {id(quote) for pair in pairs for quote in (pair.first, pair.second)}
    first = short_answer.pick(request.query, request.aspects, [q for q in quotes if id(q) not in taken], tools)
    taken |= {id(quote) for quote in first}
    uncovered = [aspect.text for aspect in request.aspects if aspect.coverage == 0]
    return Answer(
        title=request.query.strip() or "Report",
        answer=_short(first, uncovered, len(pairs)),
        sections=_sections(request.directions, every, quotes, taken),
        differences=[
            Difference(about=pair.about, first=pair.first.sentence(), second=pair.second.sentence()) for pair in pairs
        ],
        uncovered=uncovered,
        open_questions=list(dict.fromkeys(request.not_followed)),
        notice=_notice(len(every) - len(quotes)),
    )


def _ranked(request: Request, every: Sequence[Quote], tools: Tools) -> list[Quote]:
    """Best first: near to the direction's own question and to the session's."""
    query = tools.embed_one(request.query)
    asked = tools.embed_each([direction.question for direction in request.directions])

    def worth(quote: Quote) -> float:
        own = asked[quote.direction]
        return round(float(quote.vector @ own) + 0.5 * float(quote.vector @ query), 4)

    return sorted(every, key=lambda quote: (-worth(quote), quote.order))


def _short(first: Sequence[Quote], uncovered: Sequence[str], differing: int) -> list[Sentence]:
    if not first:
        return [link("Nothing that was read could be quoted in answer to the question.")]
    documents = say.counted(len({quote.document for quote in first}), "document")
    passages = say.opened(say.counted(len(first), "passage"))
    comes = "comes" if len(first) == 1 else "come"
    sentences = [link(f"{passages} from {documents} {comes} nearest to the question.")]
    sentences += [quote.sentence() for quote in first]
    if differing:
        sentences.append(link(f"The sources differ on {say.counted(differing, 'point')}; see below."))
    if uncovered:
        named = say.enumerated([f"“{text}”" for text in uncovered])
        sentences.append(link(f"Of what you care about, nothing was found on {named}."))
    return sentences


def _sections(directions: Sequence[Direction], every, quotes, taken: set[int]):
    """Each quote stands in the direction in which it was read first."""
    kept = {id(quote) for quote in quotes}
    written = []
    for place, direction in enumerate(directions):
        own = [quote for quote in every if quote.direction == place]
        free = [quote for quote in quotes if quote.direction == place and id(quote) not in taken]
        shown = sorted(free[:MOST_IN_A_SECTION], key=lambda quote: quote.order)
        mine = {learning.id for learning in direction.learnings}
        elsewhere = sum(id(q) in taken for q in own) + sum(
            q.direction != place and id(q) in kept and any(one.id in mine for one in q.also) for q in every
        )
        unquoted = len(own) - len(shown) - sum(id(q) in taken for q in own)
        if direction.path != "0" or shown:
            written.append(sections.write(direction, shown, elsewhere, unquoted, turn=place))
    return written


def _notice(left_out: int) -> str:
    if not left_out:
        return say.NOTICE
    verb = "was" if left_out == 1 else "were"
    counted = say.opened(say.counted(left_out, "passage"))
    return f"{say.NOTICE} {counted} {verb} left out, so that no document drowns the others."
