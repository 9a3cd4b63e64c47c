"""A decision's numbers as a person works them out by hand: every term with what it is made of.

The terms are those that were stored when it was taken (domain.scoring); what they are made of (tags, scores, levels)
is set beside them, so that each can be computed again from this alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Literal

from steer_app.steer.domain.formulas import COVERED_WELL, remaining_nodes


@dataclass(frozen=True)
class Factors:
    """The settings that weigh the terms; they stay as the session was started with them."""

    lambda_exp: float
    lambda_info: float
    epsilon: float
    align_gain: Literal["joined", "paper"]


@dataclass(frozen=True)
class AspectStep:
    """One aspect's coverage, 0 to 2, by the node's own learnings and with those that the candidate promises."""

    text: str
    before: int
    after: int


@dataclass(frozen=True)
class TagTerm:
    tag: str
    count: int
    """How many read nodes of the basis carry it."""
    bonus: float
    """epsilon / (1 + sqrt(count))."""


@dataclass(frozen=True)
class CandidateSum:
    path: str
    question: str
    goal: str
    wild_card: bool
    confidence: float
    expected: tuple[str, ...]
    """Learnings that its probe promised."""
    aspects: tuple[AspectStep, ...]
    align_gain: float
    tags: tuple[TagTerm, ...]
    explore: float
    info_cos: float | None
    """None if there was nothing to compare: it promised nothing, or nothing had been learned yet."""
    info_gain: float
    factors: Factors
    utility: float
    radius: float
    in_s: bool
    bar: float
    """What U + r has to reach to be in S: the largest of all U - r."""
    levels: int
    """Levels below it, down to the depth limit."""
    remaining: int
    """N_rem: nodes of a full subtree under it, itself included."""
    exec_cost: float

    @property
    def most_points(self) -> int:
        """2|A|: what full coverage of every aspect would score."""
        return COVERED_WELL * len(self.aspects)

    @property
    def points_before(self) -> int:
        return sum(step.before for step in self.aspects)

    @property
    def points_after(self) -> int:
        return sum(step.after for step in self.aspects)

    @property
    def weighted_explore(self) -> float:
        return self.factors.lambda_exp * self.explore

    @property
    def weighted_info(self) -> float:
        return self.factors.lambda_info * self.info_gain

    @property
    def low(self) -> float:
        return self.utility - self.radius

    @property
    def high(self) -> float:
        return self.utility + self.radius

    @property
    def saving(self) -> float:
        """Cexec - U: what leaving it out would save. Counts in the gain only outside S."""
        return self.exec_cost - self.utility


@dataclass(frozen=True)
class DecisionSum:
    no: int
    path: str
    policy: str
    outcome: str
    candidates: tuple[CandidateSum, ...]
    gain: float
    cost: float
    c0: float
    tol: float
    pauses: int
    directions: int
    """K': the root's children that were neither pruned nor failed; 1 at the root."""
    breadth: int
    basis: tuple[str, ...]
    basis_learnings: int

    @property
    def left_out(self) -> tuple[CandidateSum, ...]:
        """Those outside S, whose savings add up to the gain."""
        return tuple(one for one in self.candidates if not one.in_s)

    @property
    def kept(self) -> tuple[CandidateSum, ...]:
        return tuple(one for one in self.candidates if one.in_s)

    @property
    def spread(self) -> float:
        """max U - min U."""
        utilities = [one.utility for one in self.candidates]
        return max(utilities) - min(utilities) if utilities else 0.0

    @property
    def tol_here(self) -> float:
        """Tol_j = Tol / K'."""
        return self.tol / max(1, self.directions)

    def candidate(self, path: str) -> CandidateSum | None:
        return next((one for one in self.candidates if one.path == path), None)


def decision_sum(row: Mapping[str, Any], aspects: Mapping[int, str], factors: Factors) -> DecisionSum:
    """The sum behind a decision stored as `row`; `aspects` gives the text of an aspect by its number."""
    stored: Sequence[Mapping[str, Any]] = row["candidates"]
    bar = max((one["utility"] - one["radius"] for one in stored), default=0.0)
    names = [aspects.get(no, f"interest {no}") for no in row["aspects"]]
    return DecisionSum(
        no=row["no"],
        path=row["path"],
        policy=row["policy"],
        outcome=row["outcome"],
        candidates=tuple(_candidate(one, row, names, factors, bar) for one in stored),
        gain=row["gain"],
        cost=row["cost"],
        c0=row["c0"],
        tol=row["tol"],
        pauses=row["pauses_in_direction"],
        directions=row["active_directions"],
        breadth=row["breadth"],
        basis=tuple(row["basis"]),
        basis_learnings=row["basis_learnings"],
    )


def _candidate(
    one: Mapping[str, Any], row: Mapping[str, Any], names: Sequence[str], factors: Factors, bar: float
) -> CandidateSum:
    scores = zip(names, one["coverage_parent"], one["coverage_with"], strict=True)
    return CandidateSum(
        path=one["path"],
        question=one["question"],
        goal=one["goal"],
        wild_card=one["wild_card"],
        confidence=one["confidence"],
        expected=tuple(one["expected"]),
        aspects=tuple(AspectStep(text, before, _with(before, after, factors)) for text, before, after in scores),
        align_gain=one["align_gain"],
        tags=tuple(_tag(tag["tag"], tag["count"], factors) for tag in one["tags"]),
        explore=one["explore"],
        info_cos=one["info_cos"],
        info_gain=one["info_gain"],
        factors=factors,
        utility=one["utility"],
        radius=one["radius"],
        in_s=one["in_s"],
        bar=bar,
        levels=max(0, row["depth_limit"] - one["depth"]),
        remaining=remaining_nodes(row["depth_limit"], one["depth"], row["breadth"]),
        exec_cost=one["exec_cost"],
    )


def _with(before: int, after: int, factors: Factors) -> int:
    """The joined score is never taken lower than the parent's (domain.formulas.align_gain_joined)."""
    return max(before, after) if factors.align_gain == "joined" else after


def _tag(tag: str, count: int, factors: Factors) -> TagTerm:
    return TagTerm(tag, count, factors.epsilon / (1 + sqrt(count)))
