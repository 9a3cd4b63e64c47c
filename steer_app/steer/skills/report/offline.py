"""A report without a model: the sources' own sentences, put in order. Its own words only count and name."""

from collections.abc import Sequence

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.report import (
    Answer,
    Difference,
    Request,
    Section,
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
        sections=_sections(request, every, quotes, taken, tools),
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


def _sections(
    request: Request, every: Sequence[Quote], quotes: Sequence[Quote], taken: set[int], tools: Tools
) -> list[Section]:
    """Each quote stands in the direction in which it was read first; the root's has a section only if it adds some."""
    shown = [_shown(place, quotes, taken) for place in range(len(request.directions))]
    placed = taken | {id(quote) for members in shown for quote in members}
    known = set(tools.stems(request.query))
    written = []
    for place, direction in enumerate(request.directions):
        if direction.path == "0" and not shown[place]:
            continue
        mine = {learning.id for learning in direction.learnings}
        own = [quote for quote in every if mine & quote.ids()]
        standing = sum(id(quote) in placed for quote in own)
        counts = sections.Counts(standing - len(shown[place]), len(own) - standing)
        written.append(sections.write(direction, shown[place], counts, known, turn=place))
    return written


def _shown(place: int, quotes: Sequence[Quote], taken: set[int]) -> list[Quote]:
    """The best of a direction, in tree order."""
    free = [quote for quote in quotes if quote.direction == place and id(quote) not in taken]
    return sorted(free[:MOST_IN_A_SECTION], key=lambda quote: quote.order)


def _notice(left_out: int) -> str:
    if not left_out:
        return say.NOTICE
    verb = "was" if left_out == 1 else "were"
    counted = say.opened(say.counted(left_out, "passage"))
    return f"{say.NOTICE} {counted} {verb} left out, so that no document drowns the others."
