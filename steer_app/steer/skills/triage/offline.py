"""Triage without a model: the question's form wants one fact, and all sentences that speak to it say the same one."""

import re

from steer_app.brains.offline.sentences import QUOTABLE
from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.learn import Quote
from steer_app.steer.skills.triage import Answer, Request
from steer_app.steer.skills.triage.asked import wanted
from steer_app.steer.skills.triage.choice import chosen, clause_of
from steer_app.steer.skills.triage.facts import Fact
from steer_app.steer.skills.triage.statements import Statement, rows, statements, taken_apart

LEAST = 2
"""Things that the question must name: with fewer, a sentence that has them may speak of anything."""
PARTICULAR = 3
"""Things that make one of many particular enough: an exceptional delivery's permit, and not a heat pump."""
FEWEST = 4
"""Words that make a sentence: one that states a figure may be short."""
LINE, WHOLE = 20, 0.75
"""Words of a line that is no sentence, and the share of what is asked about that it must name itself."""
OWN = 0.5
"""The share of what is asked about that must stand in the sentence itself, if it is not near in meaning."""
NEAR = ((0.0, 0.6), (0.2, 0.5), (0.34, 0.6))
"""(Share of the needed words that is missing, cosine of question and sentence from which that does no harm)."""
SPEAKS, APART, LEVEL = 0.5, 0.2, 0.1
"""A sentence has a say that misses less than this share of the needed words and is not this much farther in meaning
than the answer; or that misses a third of them and is nearly as near."""
_UNSURE = (
    r"\b(?:may|might|could|should|likely|perhaps|at first|originally|not|never|no longer|nobody|neither|nor|\w+n't|"
    r"planned|plans|reported|reportedly|(?:propos|expect|possibl|alleg|claim|estimat|disput|rumou?r|suppos)\w*{more})"
    r"\b|\?"
)
"""Of small letters: "May" is a month. What somebody merely says, hopes or denies settles nothing."""
_DEMANDS = re.compile(
    r"\b(?:ask|asks|asked|recommend\w*|advi[sc]e\w*|propos\w*|demand\w*|condition\w*|should|want)\b", re.I
)
"""Over a list: its items are wishes, whatever their form."""
_OVER_DEMANDS = re.compile(r"\b(?:asks? for|conditions|advice|demands)\b", re.I)
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
    against = any(_gainsays(other, fact, _cos(best, tools), tools) for other in said)
    if against or any(_is_apart(row, fact) for row in rows(asked, request.passages)):
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
    if not _is_quotable(one):
        return None
    if re.search(r"[|>]", one.text) or not _says_enough(one, tools):
        return None
    fact = chosen(one)
    return fact if fact and fact.is_definite and _is_sure(one, fact) else None


def _is_quotable(one: Statement) -> bool:
    """A sentence, or a line over others that names everything itself: "Public meeting, Corn Exchange, 17 June"."""
    if one.sentence.kind in QUOTABLE:
        return one.sentence.words >= FEWEST
    is_line = one.sentence.kind in {"heading", "fragment"} and FEWEST <= one.sentence.words <= LINE
    return is_line and one.own_share >= WHOLE and not one.missing(with_title=False)


def _says_enough(one: Statement, tools: Tools) -> bool:
    """Whether it names what is needed itself, or is so near in meaning that the rest may be missing."""
    if one.is_of_a_part:
        return False
    missing = len(one.missing(with_title=True)) / max(1, len(one.asked.need))
    if not one.names_the_thing():
        return not missing and one.own_share >= OWN and _cos(one, tools) >= NEAR[0][1]
    if one.asked.wanted.at_large and not one.asked.anchors:
        return one.own_share == 1.0
    if not missing and one.names_its_part and (one.own_share >= OWN or one.leans):
        return True
    if one.asked.wanted.kind in {"figure", "place"} and missing:
        return False
    return any(missing <= share and _cos(one, tools) >= least for share, least in NEAR)


def _is_sure(one: Statement, fact: Fact) -> bool:
    """Nothing in its clause denies it or leaves it open; what something would cost is its cost."""
    is_price = "money" in one.asked.wanted.measures or re.search(r"\b(?:would|will)\b", one.asked.question)
    unsure = _SURE_OF if is_price else _HOPED
    where = one.text if len(one.facts) > 1 else clause_of(one.text, fact)
    is_asked_for = _OVER_DEMANDS.search(one.heading) or (one.sentence.kind == "item" and _DEMANDS.search(one.lead))
    denied = re.search(r"\bnot (?:of|the|a|\d)", where) if where == one.text else None
    return not (unsure.search(clause_of(one.text, fact)) or _CONDITION.search(one.text) or is_asked_for or denied)


def _is_apart(row: frozenset[float], fact: Fact) -> bool:
    """Whether figures without a unit, of the very thing, are other ones."""
    return fact.measure in {"money", "count", "%"} and not any(abs(fact.low - one) < 1e-6 for one in row)


def _gainsays(one: Statement, fact: Fact, nearest: float, tools: Tools) -> bool:
    """Whether it has a say in the question and does not say that."""
    told = one.facts if fact.measure != "name" else [actor] if (actor := chosen(one)) else []
    if any(fact.agrees(other) for other in told) or not any(fact.measure == other.measure for other in told):
        return False
    missing, need = len(one.missing(with_title=False)), len(one.asked.need)
    if not one.names_the_thing():
        return need >= LEAST and missing < SPEAKS * need
    behind = nearest - _cos(one, tools)
    if not need:
        return behind <= LEVEL
    return not missing or (missing < SPEAKS * need and behind <= APART) or (3 * missing <= need and behind <= LEVEL)
