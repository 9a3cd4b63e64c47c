"""The open question as a card: its options, each with a reason, and the sum behind asking at all."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from steer_app.steer.conversation import count, question_at
from steer_app.steer.domain.story import Story
from steer_app.steer.domain.telling import Turn
from steer_app.steer.models import Decision

IN_WORDS = {1: "One", 2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six"}
ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}


@dataclass(frozen=True)
class Option:
    path: str
    question: str
    reason: str
    utility: float
    suggested: bool
    wild_card: bool


@dataclass(frozen=True)
class Why:
    """The sum behind a question, and its gauge, 100 wide."""

    gain: float
    cost: float
    left_out: int
    saved: tuple[tuple[float, float], ...]
    """Of each direction that could be left out: what reading its branch costs, and its utility."""
    c0: float
    pauses: int
    tolerance: float
    gain_width: float
    cost_at: float


@dataclass(frozen=True)
class Card:
    """The open question. It says nothing that moves while it is open: the person is typing in it."""

    run: int
    question: int
    revision: int
    decision: int
    path: str
    under: str
    ways: str
    """How many, in a word."""
    options: tuple[Option, ...]
    kept: int
    why: Why | None


@dataclass(frozen=True)
class Clock:
    """Above the open question: which one it is, and how long it waits."""

    question: int
    ordinal: str
    of_about: int
    expires_at: datetime | None
    stands_still: bool


def ordinal(number: int) -> str:
    return ORDINALS.get(number, f"{number}th")


def question_card(run: int, story: Story, turn: Turn, revision: int, decision: Decision | None) -> Card:
    said = turn.said
    rows = {row["path"]: row for row in decision.candidates} if decision else {}
    options = tuple(
        Option(
            path=option["path"],
            question=option["question"],
            reason=_reason(rows.get(option["path"], {})),
            utility=option["utility"],
            suggested=option["suggested"],
            wild_card=option["wild_card"],
        )
        for option in said["options"]
    )
    return Card(
        run=run,
        question=said["question"],
        revision=revision,
        decision=decision.no if decision else 0,
        path=said["path"],
        under=question_at(story, said["path"]),
        ways=IN_WORDS.get(len(options), str(len(options))),
        options=options,
        kept=sum(option.suggested for option in options),
        why=_why(decision) if decision else None,
    )


def _reason(row: Mapping[str, Any]) -> str:
    """Why a direction would be worth it, by the largest of its terms."""
    if not row:
        return ""
    gains = [sum(row["coverage_with"]) - sum(row["coverage_parent"]), row["info_gain"], row["explore"]]
    if gains[0] > 0:
        touched = sum(new > old for new, old in zip(row["coverage_with"], row["coverage_parent"], strict=True))
        return f"speaks to {count(touched, 'interest')} of yours"
    return "may bring something new" if gains[1] >= 0.3 else "close to what is known already"


def _why(decision: Decision) -> Why:
    left = [row for row in decision.candidates if not row["in_s"]]
    scale = max(decision.gain, decision.cost, 0.01) * 1.2
    return Why(
        gain=decision.gain,
        cost=decision.cost,
        left_out=len(left),
        saved=tuple((row["exec_cost"], row["utility"]) for row in left),
        c0=decision.c0,
        pauses=decision.pauses_in_direction,
        tolerance=decision.tol / max(1, decision.active_directions),
        gain_width=round(100 * max(0.0, decision.gain) / scale, 1),
        cost_at=round(100 * decision.cost / scale, 1),
    )
