"""A decision's numbers from what it rests on: one record per candidate, each number in full."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np

from steer_app.steer.domain import formulas
from steer_app.steer.domain.policy import Scored, Verdict, decide
from steer_app.steer.domain.vectors import mean, similarity
from steer_app.steer.domain.wording import normalised


@dataclass(frozen=True)
class Weights:
    depth_limit: int
    breadth: int
    c0: float
    tol: float
    lambda_exp: float
    lambda_info: float
    epsilon: float
    align_gain: Literal["joined", "paper"]


@dataclass(frozen=True)
class Situation:
    """What a decision sees of the run: the depth of its candidates, its basis, and the questions asked before."""

    depth: int
    coverage_parent: Sequence[int]
    tag_counts: Mapping[str, int]
    """How many read nodes of the basis carry a tag, by its normalised wording."""
    learned: Sequence[np.ndarray]
    """Vectors of all learnings of the basis."""
    pauses: int
    active_directions: int


def tag_counts(tag_lists: Sequence[Sequence[str]]) -> dict[str, int]:
    """How many of the lists hold each tag."""
    counts: dict[str, int] = {}
    for tags in tag_lists:
        for tag in {normalised(tag) for tag in tags}:
            counts[tag] = counts.get(tag, 0) + 1
    return counts


def record(
    candidate: Mapping[str, Any], expected: Sequence[np.ndarray], at: Situation, weights: Weights
) -> dict[str, Any]:
    """Every term of one candidate's utility; `radius` and `in_s` follow from all of them together (`judged`)."""
    tags = [{"tag": tag, "count": at.tag_counts.get(normalised(tag), 0)} for tag in candidate["tags"]]
    info_cos = similarity(mean(expected), mean(at.learned)) if expected and at.learned else None
    align = formulas.align_gain_paper if weights.align_gain == "paper" else formulas.align_gain_joined
    align_gain = align(at.coverage_parent, candidate["coverage_with"])
    explored = formulas.explore([tag["count"] for tag in tags], weights.epsilon)
    informed = formulas.info_gain(info_cos, expects_learnings=bool(expected), learned_before=bool(at.learned))
    return {
        "question": candidate["question"],
        "query": candidate["query"],
        "goal": candidate["goal"],
        "confidence": candidate["confidence"],
        "depth": at.depth,
        "wild_card": candidate["wild_card"],
        "tags": tags,
        "expected": list(candidate["expected"]),
        "coverage_parent": list(at.coverage_parent),
        "coverage_with": list(candidate["coverage_with"]),
        "info_cos": info_cos,
        "align_gain": align_gain,
        "explore": explored,
        "info_gain": informed,
        "utility": formulas.utility(align_gain, explored, informed, weights.lambda_exp, weights.lambda_info),
        "exec_cost": formulas.exec_cost(formulas.remaining_nodes(weights.depth_limit, at.depth, weights.breadth)),
    }


class Lambdas(Protocol):
    """The weights of exploration and of information."""

    @property
    def lambda_exp(self) -> float: ...

    @property
    def lambda_info(self) -> float: ...


def terms(row: Mapping[str, Any], weights: Lambdas) -> list[float]:
    """A record's alignment, exploration and information as they enter its utility, which is their sum."""
    return [
        row["align_gain"],
        weights.lambda_exp * row["explore"],
        weights.lambda_info * row["info_gain"],
    ]


def judged(
    records: Sequence[Mapping[str, Any]], at: Situation, weights: Weights
) -> tuple[Verdict, list[dict[str, Any]]]:
    """The verdict, and the records with their radius and whether they could be the best."""
    scored = [Scored(row["utility"], row["exec_cost"], row["confidence"]) for row in records]
    verdict = decide(scored, c0=weights.c0, pauses=at.pauses, tol=weights.tol, active_directions=at.active_directions)
    rows = zip(records, verdict.radii, verdict.in_s, strict=True)
    return verdict, [{**row, "radius": radius, "in_s": kept} for row, radius, kept in rows]
