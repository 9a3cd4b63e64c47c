"""Triage without a model: the question's form wants one fact, and all sentences that speak to it say the same one."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from steer_app.brains.offline.sentences import QUOTABLE
from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.common import SourceText
from steer_app.steer.skills.learn import Quote
from steer_app.steer.skills.triage import Answer, Request
from steer_app.steer.skills.triage.asked import Wanted, wanted
from steer_app.steer.skills.triage.facts import facts, is_exact, year_of

SPEAKS = 0.7
"""The share of what is asked about that a sentence must name to have a say; all of it, to be the answer."""
OWN = 0.5
"""The share that must stand in the sentence itself rather than in its document's title."""
LEAST = 2
"""Words of substance in the question: with fewer, a sentence that has them may speak of anything."""
FEWEST = 4
"""Words that make a sentence: one that states a figure may be short."""
_UNSURE = re.compile(
    r"\b(?:may|might|could|would|should|will|if|unless|whether|likely|perhaps|at first|originally|not|never|no longer|"
    r"nobody|neither|nor|\w+n't|(?:propos|plan|expect|possibl|report|alleg|claim|estimat|disput|rumou?r|suppos)\w*)\b|\?"
)
"""Of small letters: "May" is a month. What somebody merely says, hopes or denies settles nothing."""
_SAME = tuple(
    frozenset(group.split())
    for group in (
        "start starts started begin begins began begun launch launched open opens opened commence commenced found "
        "founded establish established introduce introduced inaugurated",
        "end ends ended close closes closed stop stopped finish finished expire expired",
        "build built constructed construct erected erect",
        "cost costs price priced",
        "write wrote written author authored",
        "publish published issue issued release released appeared",
        "die died death",
        "take took taken",
        "lend lends lent",
        "hold holds held",
        "win wins won",
        "buy bought",
        "sell sold",
        "pay paid",
        "lead led",
        "choose chose chosen elect elected",
        "live lives lived inhabitants population residents",
    )
)
"""Words that are one when what a question names is looked for in a sentence: irregular forms, and the plainest kin."""


@dataclass(frozen=True)
class Said:
    """A sentence that has a say, with the facts of the wanted kind in it."""

    source: SourceText
    start: int
    text: str
    values: frozenset[str]
    names_all: bool
    is_sure: bool


def answer(request: Request, tools: Tools) -> Answer:
    asks = wanted(request.question)
    if asks is None:
        return Answer(direct=False, why="its form does not ask for one fact")
    about = _stems(asks.rest, tools)
    if len(about) < LEAST:
        return Answer(direct=False, why="it names too little to be sure what it is about")
    said = [one for one in _said(request, asks, about, tools) if one.values]
    clear = [one for one in said if one.names_all and one.is_sure and len(one.values) == 1]
    if not clear:
        return Answer(direct=False, why="no sentence says it plainly")
    values = {value for one in said for value in one.values}
    if not all(map(is_exact, values)) or len(_apart(values, asks.kind)) > 1:
        return Answer(direct=False, why="the sources say more than one thing")
    best = max(clear, key=lambda one: (len(next(iter(one.values))), -len(one.text), -one.source.passage))
    quote = Quote(
        passage=best.source.passage,
        start=best.source.start + best.start,
        end=best.source.start + best.start + len(best.text),
    )
    return Answer(direct=True, why=f"one sentence says the {asks.kind}", claim=best.text, quote=quote)


def _apart(values: set[str], kind: str) -> set[str]:
    """Values that cannot be meant alike: a day and its year are one thing."""
    if kind == "year":
        return {year_of(value) for value in values}
    return {one for one in values if not any(other != one and other.startswith(f"{one}-") for other in values)}


def _said(request: Request, asks: Wanted, about: frozenset[str], tools: Tools) -> Iterator[Said]:
    for source in request.passages:
        title = _stems(source.title, tools)
        for one in tools.sentences(source.text):
            if one.kind not in QUOTABLE or one.words < FEWEST:
                continue
            own = _stems(one.text, tools)
            if len(about & own) < OWN * len(about) or len(about & (own | title)) < SPEAKS * len(about):
                continue
            values = frozenset(facts(asks.kind, one.text, request.question))
            is_sure = not _UNSURE.search(one.text)
            yield Said(source, one.start, one.text, values, about <= own | title, is_sure)


def _stems(text: str, tools: Tools) -> frozenset[str]:
    """Content stems, words that say the same made one."""
    found = set()
    for word in tools.words(text):
        same = next((group for group in _SAME if word in group), None)
        found |= {min(same)} if same else set(tools.stems(word))
    return frozenset(found)
