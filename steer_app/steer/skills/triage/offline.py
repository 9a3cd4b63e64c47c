"""Triage without a model: the question's form wants one fact, and all sentences that speak to it say the same one."""

import re

from steer_app.brains.offline.sentences import QUOTABLE
from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.learn import Quote
from steer_app.steer.skills.triage import Answer, Request
from steer_app.steer.skills.triage.asked import wanted
from steer_app.steer.skills.triage.choice import chosen, clause_of
from steer_app.steer.skills.triage.facts import Fact
from steer_app.steer.skills.triage.statements import Statement, statements, taken_apart

LEAST = 2
"""Things that the question must name: with fewer, a sentence that has them may speak of anything."""
PARTICULAR = 3
"""Things that make one of many particular enough: an exceptional delivery's permit, and not a heat pump."""
FEWEST = 4
"""Words that make a sentence: one that states a figure may be short."""
OWN = 0.5
"""The share of what is asked about that must stand in the sentence itself, if it is not near in meaning."""
NEAR = ((0.0, 0.6), (0.2, 0.5), (0.34, 0.6))
"""(Share of the needed words that is missing, cosine of question and sentence from which that does no harm)."""
SPEAKS, LEVEL = 0.5, 0.1
"""A sentence has a say that names more than this share of the needed words, or is nearly as near as the answer."""
_UNSURE = (
    r"\b(?:may|might|could|should|likely|perhaps|at first|originally|not|never|no longer|"
    r"nobody|neither|nor|\w+n't|(?:propos|plan|expect|possibl|reported|alleg|claim|estimat|disput|rumou?r|suppos)\w*{more})\b|\?"
)
"""Of small letters: "May" is a month. What somebody merely says, hopes or denies settles nothing."""
_CONDITION = re.compile(r"\b(?:if|unless|whether)\b|\?", re.I)
_HOPED, _SURE_OF = re.compile(_UNSURE.format(more="|would|will")), re.compile(_UNSURE.format(more=""))


def answer(request: Request, tools: Tools) -> Answer:
    form = wanted(request.question)
    if form is None:
        return Answer(direct=False, why="its form does not ask for one fact")
    asked = taken_apart(request.question, form, request.passages)
    if form.at_large and not asked.anchors and not asked.labels and len(asked.need) < PARTICULAR:
        return Answer(direct=False, why="it asks about things at large")
    if asked.size < LEAST:
        return Answer(direct=False, why="it names too little to be sure what it is about")
    said = list(statements(asked, request.passages))
    clear = [(one, fact) for one in said if (fact := _stated(one, tools))]
    if not clear:
        return Answer(direct=False, why="no sentence says it plainly")
    best, fact = max(clear, key=lambda pair: _rank(pair[0], tools))
    if fact.is_about and not any(fact.agrees(told) for one in said if one.text != best.text for told in one.facts):
        return Answer(direct=False, why="one source says about how much, and no other")
    if any(_gainsays(other, fact, _cos(best, tools), tools) for other in said):
        return Answer(direct=False, why="the sources say more than one thing")
    start = best.source.start + best.sentence.start
    quote = Quote(passage=best.source.passage, start=start, end=start + len(best.text))
    return Answer(direct=True, why=f"one sentence says the {form.kind}", claim=best.text, quote=quote)


def _cos(one: Statement, tools: Tools) -> float:
    return tools.cos(one.asked.question, one.text)


def _rank(one: Statement, tools: Tools) -> tuple[float, int]:
    """Nearest in meaning first, then the one that names most itself."""
    return round(_cos(one, tools) + one.own_share, 4), -one.source.passage


def _stated(one: Statement, tools: Tools) -> Fact | None:
    """The one fact that the sentence states, if it may be quoted as the answer."""
    if one.sentence.kind not in QUOTABLE or one.sentence.words < FEWEST:
        return None
    if re.search(r"[|>]", one.text) or not _says_enough(one, tools):
        return None
    fact = chosen(one)
    return fact if fact and fact.is_definite and _is_sure(one, fact) else None


def _says_enough(one: Statement, tools: Tools) -> bool:
    """Whether it names what is needed itself, or is so near in meaning that the rest may be missing."""
    if one.is_of_a_part:
        return False
    missing = len(one.missing(with_title=True)) / max(1, len(one.asked.need))
    if not one.names_the_thing():
        return not missing and one.own_share >= OWN and _cos(one, tools) >= NEAR[0][1]
    if one.asked.wanted.at_large and not one.asked.anchors:
        return one.own_share == 1.0
    if not missing and one.own_share >= OWN:
        return True
    return any(missing <= share and _cos(one, tools) >= least for share, least in NEAR)


def _is_sure(one: Statement, fact: Fact) -> bool:
    """Nothing in its clause denies it or leaves it open; what something would cost is its cost."""
    is_price = "money" in one.asked.wanted.measures or re.search(r"\b(?:would|will)\b", one.asked.question)
    unsure = _SURE_OF if is_price else _HOPED
    return not unsure.search(clause_of(one.text, fact)) and not _CONDITION.search(one.text)


def _gainsays(one: Statement, fact: Fact, nearest: float, tools: Tools) -> bool:
    """Whether it has a say in the question and does not say that."""
    told = one.facts if fact.measure != "name" else [actor] if (actor := chosen(one)) else []
    if any(fact.agrees(other) for other in told) or not any(fact.measure == other.measure for other in told):
        return False
    missing, need = len(one.missing(with_title=False)), len(one.asked.need)
    if not one.names_the_thing():
        return need >= LEAST and missing < SPEAKS * need
    is_level = _cos(one, tools) >= nearest - LEVEL
    return is_level if not need else missing < SPEAKS * need or (is_level and 3 * missing <= need)
