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
from steer_app.steer.skills.report.bearing import Bearing, measure
from steer_app.steer.skills.report.quotes import Quote, balanced, collect
from steer_app.steer.skills.report.sections import link

MOST_IN_A_SECTION = 6
LEAST_IN_A_SECTION = 2
"""A direction with fewer quotes has no section of its own."""
MOST_IN_ALL = 25
"""Quotes in the answer and the sections together."""


def answer(request: Request, tools: Tools) -> Answer:
    """Every quote is a learning's claim to the letter and cites it; no sentence stands twice.

    Where the sources differ is looked for in all that was read, not only in what is quoted.
    """
    every = collect(request.directions, tools)
    bearing = measure(request, every, tools)
    pairs = differences.find(request.query, every, tools)
    taken = {id(quote) for pair in pairs for quote in (pair.first, pair.second)}
    on_point = [place for place in bearing.on_the_point() if id(every[place]) not in taken]
    first = short_answer.pick(every, bearing, on_point, tools)
    taken |= {id(quote) for quote in first}
    uncovered = [aspect.text for aspect in request.aspects if aspect.coverage == 0]
    shown = _shown(request, every, bearing, [place for place in on_point if id(every[place]) not in taken], len(first))
    quoted = len(first) + len(pairs) * 2 + sum(map(len, shown))
    return Answer(
        title=request.query.strip() or "Report",
        answer=_short(first, pairs),
        sections=_sections(request, every, shown, taken, tools),
        differences=[
            Difference(about=pair.about, first=pair.first.sentence(), second=pair.second.sentence()) for pair in pairs
        ],
        uncovered=uncovered,
        open_questions=list(dict.fromkeys([*_thin(request, every, shown, taken), *request.not_followed])),
        notice=say.notice(len(every), quoted),
    )


def _shown(
    request: Request, every: Sequence[Quote], bearing: Bearing, free: Sequence[int], spent: int
) -> list[list[Quote]]:
    """The best quotes of each direction, by turns until the report is full: a small direction is heard too."""
    ranked = sorted(free, key=lambda place: (-bearing.worth(place), place))
    kept = {id(quote) for quote in balanced([every[place] for place in ranked])}
    best = [
        [every[place] for place in ranked if every[place].direction == at and id(every[place]) in kept]
        for at in range(len(request.directions))
    ]
    shown: list[list[Quote]] = [[] for _ in best]
    for turn in range(MOST_IN_A_SECTION):
        for at, members in enumerate(best):
            if turn < len(members) and spent + sum(map(len, shown)) < MOST_IN_ALL:
                shown[at].append(members[turn])
    return [sorted(members, key=lambda quote: quote.order) for members in shown]


def _short(first: Sequence[Quote], pairs: Sequence[differences.Pair]) -> list[Sentence]:
    if not first:
        return [link("Nothing that was read could be quoted in answer to the question.")]
    sentences = [link(say.answer_lead(len(first))), *(quote.sentence() for quote in first)]
    if pairs:
        sentences.append(link(say.differing([pair.about for pair in pairs])))
    return sentences


def _sections(
    request: Request, every: Sequence[Quote], shown: Sequence[list[Quote]], taken: set[int], tools: Tools
) -> list[Section]:
    """Each quote stands in the direction in which it was read first; what is left of small directions comes last."""
    placed = taken | {id(quote) for members in shown for quote in members}
    known = set(tools.stems(request.query))
    written, rest, elsewhere = [], [], []
    for place, direction in enumerate(request.directions):
        if len(shown[place]) >= LEAST_IN_A_SECTION:
            written.append(sections.write(direction, shown[place], known, tools))
        else:
            rest += shown[place]
            mine = {learning.id for learning in direction.learnings}
            if direction.path != "0" and any(mine & quote.ids() and id(quote) in placed for quote in every):
                elsewhere.append(direction.question)
    return written + ([sections.also(rest, elsewhere)] if rest else [])


def _thin(request: Request, every: Sequence[Quote], shown: Sequence[list[Quote]], taken: set[int]) -> list[str]:
    """Questions that were followed and of which nothing is quoted anywhere."""
    placed = taken | {id(quote) for members in shown for quote in members}
    quoted = {number for quote in every if id(quote) in placed for number in quote.ids()}
    return [
        direction.question
        for direction in request.directions
        if direction.path != "0" and not quoted & {learning.id for learning in direction.learnings}
    ]
