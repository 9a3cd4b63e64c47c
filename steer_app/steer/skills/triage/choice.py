"""Which of a sentence's facts is the one that was asked for."""

import re

from steer_app.brains.offline.dates import dates
from steer_app.brains.offline.words import stem, words
from steer_app.steer.skills.triage.facts import TITLE, Fact
from steer_app.steer.skills.triage.kin import kin, marks
from steer_app.steer.skills.triage.statements import Statement

_CLAUSE = re.compile(
    r"[;:]\s|[\"”],?\s|\s[–—-]\s|,\s|,?\s(?:and|but|while|whereas|because|although|which|so that|against)\s"
)
_RELATIVE = re.compile(r"(?P<nouns>(?:[\w'’-]+ ){0,4}[\w'’-]+),? (?:that|which|who) (?:\w+ ){1,3}$")
_NEAR = 3
"""Words between a fact and the word that it belongs to."""


def chosen(one: Statement) -> Fact | None:
    """The fact if there is but one, or one alone stands in the clause, or next to the word, that the question names."""
    if one.asked.wanted.kind == "person":
        return _actor(one)
    facts = _distinct(_without_glosses(one.text, one.facts))
    if len(facts) > 1 and one.asked.days:
        facts = _nearest(one, facts, _of_days(one))
    if len(facts) > 1:
        facts = _distinct([fact for fact in _in_best_clause(one) if any(map(fact.agrees, facts))])
    if len(facts) > 1 and one.asked.wanted.kind != "figure":
        facts = _nearest(one, facts, _heads(one))
    if len(facts) != 1 or _is_of_its_noun(one, facts[0]) or _is_of_another(one, facts[0]):
        return None
    return facts[0]


def _is_of_another(one: Statement, fact: Fact) -> bool:
    """ "Eastgate has 29,000 residents and lies near Westgate": in the fact's own clause only the other name stands."""
    whole = re.match(r"\s+of(?:\s+[\w'’-]+){1,4}", one.text[fact.end :])
    if whole and one.others(f", {whole.group()}"):
        return True  # "68 per cent of residents of Westgate"
    clause = clause_of(one.text, fact)
    own = one.asked.anchors & set(words(clause))
    return bool(one.asked.anchors & set(words(one.text))) and not own and bool(one.others(clause))


def _is_of_its_noun(one: Statement, fact: Fact) -> bool:
    """ "A trial with events that cost 64,000 pounds": the cost of the events, which the question does not name."""
    match = _RELATIVE.search(one.text[: fact.start])
    return match is not None and not marks(match["nouns"]) & marks(one.asked.question)


def clause_of(text: str, fact: Fact) -> str:
    """The clause of the sentence that the fact stands in."""
    start = max((match.end() for match in _CLAUSE.finditer(text, 0, fact.start)), default=0)
    after = _CLAUSE.search(text, fact.end)
    return text[start : after.start() if after else len(text)]


def _distinct(facts: list[Fact]) -> list[Fact]:
    """Without those that an earlier one agrees with."""
    found: list[Fact] = []
    for fact in facts:
        if not any(fact.agrees(other) for other in found):
            found.append(fact)
    return found


def _without_glosses(text: str, facts: list[Fact]) -> list[Fact]:
    """ "0.2 (20% of the table)" says one thing."""
    ends = {fact.end for fact in facts}
    return [fact for fact in facts if not (text[: fact.start].endswith(" (") and fact.start - 2 in ends)]


def _in_best_clause(one: Statement) -> list[Fact]:
    """The facts of the clauses that name most of what is needed."""
    need = one.asked.need.values()

    def named(fact: Fact) -> int:
        clause = clause_of(one.text, fact)
        own, plain = marks(clause), set(words(clause))
        return sum(bool(found & own) for found in need) + len(one.asked.anchors & plain)

    best = max(map(named, one.facts))
    return [fact for fact in one.facts if named(fact) == best]


def _heads(one: Statement) -> frozenset[str]:
    """What the words of the question that a fact may stand next to count as."""
    return frozenset().union(*one.asked.need.values(), *(kin(word) for word in words(one.asked.question)[1:4]))


def _of_days(one: Statement) -> frozenset[str]:
    """The words of the question's dates, as far as the sentence tells several apart."""
    question = one.asked.question
    told = {day.year for day in dates(one.text)}
    return frozenset(stem(w) for day in one.asked.days for w in words(question[day.start : day.end]) if len(told) > 1)


def _nearest(one: Statement, facts: list[Fact], heads: frozenset[str]) -> list[Fact]:
    """Those that stand nearest to a word of the question, if near enough."""
    gaps = [(_gap(one.text, fact, heads), fact) for fact in facts]
    least = min(gap for gap, _ in gaps)
    return [fact for gap, fact in gaps if gap == least] if least <= _NEAR else facts


def _gap(text: str, fact: Fact, heads: frozenset[str]) -> int:
    """Words between the fact and the nearest of the heads, on either side."""
    before, after = words(text[: fact.start])[::-1], words(text[fact.end :])
    places = [place for side in (before, after) for place, word in enumerate(side[: _NEAR + 1]) if kin(word) & heads]
    return min(places, default=_NEAR + 1)


def _actor(one: Statement) -> Fact | None:
    """The name that stands right before what was done, or after "by"."""
    verb = next(iter(words(one.asked.wanted.rest)), "")
    if verb in {"is", "was", "are", "were"}:
        return _in_role(one)
    acts = kin(verb)
    found = []
    for fact in one.facts:
        before, after = words(TITLE.sub("", one.text[: fact.start])), words(one.text[fact.end :])
        is_doer = any(kin(word) & acts for word in (after[1:2] if after[:1] == ["who"] else after[:1]))
        is_named_by = before[-1:] == ["by"] or before[-2:] == ["by", "the"]
        if is_doer or (is_named_by and any(kin(word) & acts for word in before[-_NEAR - 2 :])):
            found.append(fact)
    found = _distinct(found)
    return found[0] if len(found) == 1 else None


def _in_role(one: Statement) -> Fact | None:
    """ "Ada Moor, the network manager": the one name that stands beside a word of the role."""
    role = frozenset().union(*one.asked.need.values())
    beside = _distinct([fact for fact in one.facts if _gap(one.text, fact, role) < _NEAR - 1])
    return beside[0] if len(beside) == 1 else None
