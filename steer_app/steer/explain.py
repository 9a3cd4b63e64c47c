"""Why a session asked, or went on: a decision's sum (domain.sums) in plain sentences and as pictures' measures.

Pure: what is said follows from the sum alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from steer_app.steer.domain.place import ROOT
from steer_app.steer.domain.sums import CandidateSum, DecisionSum

AFTERWARDS = {
    "none": "",
    "open": "The question is still open: it waits for your answer.",
    "answered": "You answered it.",
    "suggested": "The session was set to follow what is suggested, so nobody was interrupted.",
    "suppressed": "The session was set never to ask, so I went on with all of them.",
    "expired": "Nobody answered in time: I read what was suggested and kept the others for last.",
    "withdrawn": "The question was withdrawn before it was answered.",
}
COVERAGE = ("not covered", "covered in part", "well covered")
"""Of one aspect by what was learned: the scores 0, 1, 2 in words."""


@dataclass(frozen=True)
class Bar:
    """A stretch of a picture that is 100 wide."""

    kind: str
    x: float
    width: float


@dataclass(frozen=True)
class Scale:
    """Values from `low` to `high` on a picture that is 100 wide."""

    low: float
    high: float

    def at(self, value: float) -> float:
        return round(100 * (value - self.low) / (self.high - self.low), 3)

    def bar(self, kind: str, start: float, end: float) -> Bar:
        left, right = sorted((self.at(start), self.at(end)))
        return Bar(kind, left, round(max(right - left, 0.4), 3))


@dataclass(frozen=True)
class Gauge:
    """What asking would save against what it costs, on one scale."""

    gain: Bar
    cost: Bar
    zero: float
    words: str


@dataclass(frozen=True)
class Ranked:
    """A candidate with its pictures: the terms of its utility, and how far that may be off."""

    sum: CandidateSum
    terms: tuple[Bar, ...]
    reach: Bar
    middle: float
    """Where its utility lies."""
    verdict: str


@dataclass(frozen=True)
class Explanation:
    sum: DecisionSum
    title: Literal["Why I asked", "Why I would have asked", "Why I went on"]
    lead: str
    afterwards: str
    sentences: tuple[str, ...]
    gauge: Gauge
    ranked: tuple[Ranked, ...]
    bar_at: float
    """Where the bar of S lies on the scale of the candidates' reaches."""


def explained(decision: DecisionSum) -> Explanation:
    reaches = _window([value for one in decision.candidates for value in (one.low, one.high)])
    return Explanation(
        sum=decision,
        title=_title(decision),
        lead=_lead(decision),
        afterwards=AFTERWARDS[decision.outcome],
        sentences=tuple(_sentences(decision)),
        gauge=_gauge(decision),
        ranked=tuple(ranked(one, reaches) for one in decision.candidates),
        bar_at=reaches.at(decision.candidates[0].bar) if decision.candidates else 0.0,
    )


def ranked(one: CandidateSum, reaches: Scale | None = None) -> Ranked:
    """One candidate; without a scale, on one of its own."""
    reaches = reaches or _window([one.low, one.high, one.bar])
    return Ranked(one, _terms(one), reaches.bar("reach", one.low, one.high), reaches.at(one.utility), verdict(one))


def verdict(one: CandidateSum) -> str:
    """Whether it is in S, in a sentence with its numbers."""
    reach = f"it may reach {number(one.high)}"
    if one.in_s:
        return f"Worth reading in any case: {reach}, and the best is sure of {number(one.bar)} only."
    return f"It could be left out: at most {number(one.high)}, while the best is sure of {number(one.bar)}."


def number(value: float) -> str:
    """Three places, for eyes."""
    return f"{value + 0.0:.3f}"


def _title(decision: DecisionSum) -> Literal["Why I asked", "Why I would have asked", "Why I went on"]:
    if decision.outcome in {"suppressed", "suggested"}:
        return "Why I would have asked"
    return "Why I asked" if decision.policy == "ask" else "Why I went on"


def _lead(decision: DecisionSum) -> str:
    gain, cost = number(decision.gain), number(decision.cost)
    if len(decision.candidates) == 1:
        return "There was one way to go on, so there was nothing to choose between."
    if decision.policy == "ask":
        return (
            f"Leaving out {_named(decision.left_out)} would save {gain}; interrupting you costs {cost}. "
            "The saving is larger than the cost."
        )
    if not decision.left_out:
        return (
            f"Each of the {len(decision.candidates)} ways to go on could still be the best one, so an answer could "
            f"save nothing; interrupting you would have cost {cost}."
        )
    return (
        f"Leaving out {_named(decision.left_out)} would save {gain}, and only your answer could tell; interrupting "
        f"you costs {cost}. The saving is not larger than the cost."
    )


def _sentences(decision: DecisionSum) -> list[str]:
    said = [_known(decision)]
    if len(decision.candidates) > 1:
        said.append(_filtered(decision))
    if decision.left_out:
        said.append(_saved(decision))
    return [*said, _priced(decision)]


def _known(decision: DecisionSum) -> str:
    ways = _count(len(decision.candidates), "way", "ways")
    learned = _count(decision.basis_learnings, "learning", "learnings")
    nodes = _count(len(decision.basis), "node", "nodes")
    return (
        f"I had {ways} to go on from {decision.path}, and judged by what was known then: {learned} from {nodes}. "
        "Each was scored by how much more of what you care about it would cover, how little its topics had been "
        "looked at, and how new what it promises is. The three together are its utility."
    )


def _filtered(decision: DecisionSum) -> str:
    """What S is, by this decision's own numbers."""
    utilities = sorted(one.utility for one in decision.candidates)
    bar = number(decision.candidates[0].bar)
    said = (
        f"The utilities run from {number(utilities[0])} to {number(utilities[-1])}. Each may be off, the more the less "
        f"sure I was of the question; even so, one of them is worth at least {bar}. Those that could reach as much "
        f"are worth reading in any case: {_paths(decision.kept)}."
    )
    return f"{said} Too low for that: {_paths(decision.left_out)}." if decision.left_out else said


def _saved(decision: DecisionSum) -> str:
    parts = " + ".join(f"({number(one.exec_cost)} − {number(one.utility)})" for one in decision.left_out)
    return (
        "Leaving a direction out saves the effort of reading it with all that would follow, and loses its "
        f"utility. For {_paths(decision.left_out)} that is {parts} = {number(decision.gain)}."
    )


def _priced(decision: DecisionSum) -> str:
    base = f"An interruption costs {decision.c0:g} to begin with, as you have set it"
    if decision.path == ROOT:
        return f"{base}; this is the first decision, so nothing is added: {number(decision.cost)}."
    share = (
        f"you were ready for about {decision.tol:g} questions, over {_count(decision.directions, 'direction')} that is "
        f"{number(decision.tol_here)} for each"
    )
    if not decision.pauses:
        return (
            f"{base}. Nothing had been asked in this direction, so nothing is added: {number(decision.cost)} ({share})."
        )
    return (
        f"{base}, and more with each question asked in this direction before ({decision.pauses} so far, {share}): "
        f"{decision.c0:g} × (1 + {decision.pauses} / {number(decision.tol_here)}) = {number(decision.cost)}."
    )


def _gauge(decision: DecisionSum) -> Gauge:
    scale = _scale([decision.gain, decision.cost])
    sign = "more than" if decision.gain > decision.cost else "not more than"
    return Gauge(
        gain=scale.bar("gain", 0, decision.gain),
        cost=scale.bar("cost", 0, decision.cost),
        zero=scale.at(0),
        words=f"Asking would save {number(decision.gain)}, which is {sign} its cost of {number(decision.cost)}.",
    )


def _terms(one: CandidateSum) -> tuple[Bar, ...]:
    """The three terms end to end, on a scale to the largest utility the weights allow."""
    scale = Scale(0.0, 1.0 + one.factors.lambda_exp + one.factors.lambda_info)
    bars, at = [], 0.0
    for kind, value in (("align", one.align_gain), ("explore", one.weighted_explore), ("info", one.weighted_info)):
        bars.append(Bar(kind, scale.at(at), round(scale.at(at + value) - scale.at(at), 3)))
        at += value
    return tuple(bars)


def _scale(values: Sequence[float]) -> Scale:
    """From 0, or below if a value is, to a little beyond the largest."""
    low, high = min([0.0, *values]), max([0.0, *values])
    return Scale(low, low + ((high - low) * 1.06 or 1.0))


def _window(values: Sequence[float]) -> Scale:
    """Just around the values, so that what differs little can be told apart."""
    low, high = min(values, default=0.0), max(values, default=0.0)
    margin = 0.08 * (high - low) or 0.5
    return Scale(low - margin, high + margin)


def _named(candidates: Sequence[CandidateSum]) -> str:
    return f"“{candidates[0].question}”" if len(candidates) == 1 else f"the {len(candidates)} weaker directions"


def _paths(candidates: Sequence[CandidateSum]) -> str:
    return ", ".join(one.path for one in candidates)


def _count(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"
