"""Checks a sentence against the passage it cites, in the order in which a reader would stumble: number, unit, date,
name, polarity, words. It sees only what is written: a paraphrase in other words may be called unsupported."""

import re

from steer_app.brains.offline.numbers import Quantity
from steer_app.brains.offline.polarity import negations
from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.support import Answer, Request, Verdict

LEAST_RECALL = 0.5
LEAST_COS = 0.6
ONLY_THE_NAME = 0.6
"""Share of the other words that must be there before a missing first word is taken for a changed name."""
EXACT = 1e-6
# Units that measure. Others are what was counted, and "64 old homes" are still 64 homes.
_MEASURES = frozenset(
    re.split(
        r"\s+",
        "% USD EUR GBP CHF JPY C F deg second minut hour day week month year ms mm cm m km mile foot feet inch "
        "g kg t pound l gallon hectar acr w kw mw kwh mwh watt volt db bar kb mb gb tb",
    )
)
SCOPE = 5
"""Words after a cue that it may deny: "without an audio guide" says nothing about the clause before."""


def answer(request: Request, tools: Tools) -> Answer:
    """Each pair is judged by itself: no verdict depends on the other pairs."""
    return Answer(verdicts=[_verdict(claim, passage, tools) for claim, passage in request.pairs])


def _verdict(claim: str, passage: str, tools: Tools) -> Verdict:
    if f" {tools.normalised(claim)} " in f" {tools.normalised(passage)} ":
        return Verdict(supported=True)
    for check in (_amounts, _dates, _names, _polarity, _words):
        if reason := check(claim, passage, tools):
            return Verdict(supported=False, reason=reason)
    return Verdict(supported=True)


def _amounts(claim: str, passage: str, tools: Tools) -> str:
    there = tools.numbers(passage)
    for wanted in tools.numbers(claim):
        same_value = [found for found in there if _same_value(wanted, found)]
        written = claim[wanted.start : wanted.end].strip()
        if not same_value:
            return f"the passage does not give the number {written}"
        if not any(_same_unit(wanted, found) for found in same_value):
            return f"the passage gives {written} in another unit"
    return ""


def _same_value(left: Quantity, right: Quantity) -> bool:
    """Same amount and sign; a claim may name one end of a range."""
    return (abs(left.low - right.low) < EXACT and abs(left.high - right.high) < EXACT) or (
        left.low == left.high and min(abs(left.low - right.low), abs(left.low - right.high)) < EXACT
    )


def _same_unit(left: Quantity, right: Quantity) -> bool:
    if left.unit in _MEASURES and right.unit in _MEASURES:
        return left.unit == right.unit
    return True


def _dates(claim: str, passage: str, tools: Tools) -> str:
    there = tools.dates(passage)
    for wanted in tools.dates(claim):
        if not any(wanted.agrees(found) and _as_precise(wanted, found) for found in there):
            return f"the passage does not give the date {claim[wanted.start : wanted.end]}"
    return ""


def _as_precise(wanted, found) -> bool:
    """The claim names no month or day that the passage leaves open."""
    return (found.month is not None or wanted.month is None) and (found.day is not None or wanted.day is None)


def _names(claim: str, passage: str, tools: Tools) -> str:
    there = set(tools.words(passage))
    for name in tools.names(claim):
        if any(word not in there and word.removesuffix("'s") not in there for word in _telling(name, tools)):
            return f"the passage does not name {name}"
    return _opening_name(claim, passage, tools)


def _telling(name: str, tools: Tools) -> list[str]:
    return [word for word in tools.words(name) if tools.stems(word) and word not in {"dr", "prof", "mr", "mrs", "ms"}]


def _opening_name(claim: str, passage: str, tools: Tools) -> str:
    """A capital at the start says nothing; but if all else is there, the missing first word is what was changed."""
    wanted, there = tools.stems(claim), set(tools.stems(passage))
    if len(wanted) < 3 or wanted[0] in there or tools.stems(claim.split()[0]) != wanted[:1]:
        return ""
    rest = [stem in there for stem in wanted[1:]]
    return f"the passage does not name {claim.split()[0]}" if sum(rest) / len(rest) >= ONLY_THE_NAME else ""


def _polarity(claim: str, passage: str, tools: Tools) -> str:
    wanted = set(tools.stems(claim))
    sentences = [sentence.text for sentence in tools.sentences(passage)] or [passage]
    shared = [len(wanted & set(tools.stems(sentence))) for sentence in sentences]
    nearest = [sentence for sentence, count in zip(sentences, shared, strict=True) if count == max(shared) > 0]
    if not nearest or any(_denials(claim, near, tools) == _denials(near, claim, tools) for near in nearest):
        return ""
    return "the passage says the opposite"


def _denials(text: str, other: str, tools: Tools) -> int:
    """Whether the text denies something that the other speaks of: its cues, modulo two."""
    there, words = set(tools.stems(other)), _FAILING.sub("not ", text).split()
    return sum(negations(word) > 0 and _reaches(words[at + 1 :], there, tools) for at, word in enumerate(words)) % 2


_FAILING = re.compile(r"\b(?:fails?|failed|yet) to\b", re.I)


def _reaches(following: list[str], there: set[str], tools: Tools) -> bool:
    return bool(there & set(tools.stems(" ".join(following[:SCOPE]))))


def _words(claim: str, passage: str, tools: Tools) -> str:
    wanted, there = tools.stems(claim), set(tools.stems(passage))
    recall = sum(stem in there for stem in wanted) / len(wanted) if wanted else 1.0
    if recall >= LEAST_RECALL or tools.cos(claim, passage) >= LEAST_COS:
        return ""
    return "the passage is about something else"
