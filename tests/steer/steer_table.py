"""Sixty steers with the effect that a person would expect, and how what came of one is held against it.

A row of `steers_60.jsonl`: the `situation` (a small tree and its interests, in `steers_situations.json`), the `text`,
and what is expected of it: `expect`, or one of `or`, may be accompanied by what `may` allows. An effect holds paths to
`prune` and to `revive`, numbers of interests to `focus` on and to `retire`, words that `directions` and `interests`
must have (a list of words each), where new directions belong (`under`), a `control` of the session, `settings`, and
`refused` for what can only be refused. Right is exactly that; refused is nothing of it, told; all else is wrong.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from steer_app.steer.domain.commands import command
from steer_app.steer.skills.common import KnownAspect
from steer_app.steer.skills.persona import Answer, Branch, Request

FOLDER = Path(__file__).parent
SITUATIONS = json.loads((FOLDER / "steers_situations.json").read_text())
TABLE = [json.loads(line) for line in (FOLDER / "steers_60.jsonl").read_text().splitlines()]
C0 = 0.7
PUT_AWAY = {"pruned", "deferred"}


@dataclass
class Effect:
    prune: set[str] = field(default_factory=set)
    revive: set[str] = field(default_factory=set)
    focus: set[int] = field(default_factory=set)
    retire: set[int] = field(default_factory=set)
    directions: list[str] = field(default_factory=list)
    under: set[str] = field(default_factory=set)
    interests: list[str] = field(default_factory=list)
    persona: str = ""
    """What was added to the picture of the person."""
    control: str = ""
    settings: dict[str, Any] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    """The reasons that were told."""

    @property
    def changes_something(self) -> bool:
        return any(
            (self.prune, self.revive, self.focus, self.retire, self.directions, self.interests, self.persona)
        ) or bool(self.control or self.settings)


def request_of(row: dict[str, Any]) -> Request:
    at = SITUATIONS[row["situation"]]
    nodes = [(Branch(node["path"], node["question"]), node["status"]) for node in at["nodes"]]
    return Request(
        topic=at["topic"],
        text=at["persona"],
        aspects=tuple(KnownAspect(int(no), text, 0) for no, text in at["interests"].items()),
        ticked=(),
        unticked=(),
        added=(),
        remark=row["text"],
        branches=tuple(branch for branch, status in nodes if status != "pruned"),
        left_out=tuple(branch for branch, status in nodes if status in PUT_AWAY),
    )


def effect_of_command(row: dict[str, Any]) -> Effect | None:
    """What the text does to the session itself, None if it is no such move."""
    asked = command(row["text"], C0)
    if asked is None or asked.move == "resume":  # the session is not paused
        return None
    if asked.move == "ask":
        return Effect(settings={"ask": "less" if asked.c0 > C0 else "more"})
    return Effect(control=asked.move)


def effect_of(row: dict[str, Any], answer: Answer) -> Effect:
    """What a brain's answer does to the situation."""
    before = SITUATIONS[row["situation"]]["persona"]
    return Effect(
        prune={path for path in answer.prune if not any(path.startswith(f"{top}.") for top in answer.prune)},
        revive=set(answer.revive),
        focus=set(answer.focus),
        retire={one.id for one in answer.supersede},
        directions=[one.question for one in answer.directions],
        under={one.under for one in answer.directions},
        interests=[one.text for one in answer.add],
        persona=answer.text.removeprefix(before).strip(),
        refused=[one.reason for one in answer.refused],
    )


def grade(row: dict[str, Any], got: Effect) -> str:
    """right, refused or wrong."""
    wishes = [row["expect"], *row.get("or", ())]
    if any(_is(wish, got, row.get("may", {})) for wish in wishes):
        return "right"
    if got.changes_something:
        # A part of what was wanted, and the rest told: no harm, and not right.
        part = got.refused and any(_within(wish, got, row.get("may", {})) for wish in wishes)
        return "refused" if part else "wrong"
    return "refused" if got.refused else "wrong"


def _is(wish: dict[str, Any], got: Effect, may: dict[str, Any]) -> bool:
    if wish.get("refused"):
        return not got.changes_something
    if not wish:
        return not got.changes_something
    return not got.refused and _within(wish, got, may) and _has_all(wish, got)


def _has_all(wish: dict[str, Any], got: Effect) -> bool:
    for name in ("prune", "revive", "focus", "retire"):
        if not set(wish.get(name, ())) <= getattr(got, name):
            return False
    if not all(any(_says(words, text) for text in got.directions) for words in wish.get("directions", ())):
        return False
    said = [*got.interests, got.persona]
    if not all(any(_says(words, text) for text in said) for words in [*wish.get("interests", ()), *_persona(wish)]):
        return False
    if "under" in wish and got.under != {wish["under"]}:
        return False
    return wish.get("control", "") == got.control and wish.get("settings", {}) == got.settings


def _persona(wish: dict[str, Any]) -> list[list[str]]:
    return [wish["persona"]] if "persona" in wish else []


def _within(wish: dict[str, Any], got: Effect, may: dict[str, Any]) -> bool:
    """Nothing happens that nobody expected. That the picture of the person holds what was said is expected with an
    interest or a statement only."""
    for name in ("prune", "revive", "focus", "retire"):
        if not getattr(got, name) <= {*wish.get(name, ()), *may.get(name, ())}:
            return False
    for name in ("directions", "interests"):
        allowed = [*wish.get(name, ()), *may.get(name, ())]
        if not all(any(_says(words, text) for words in allowed) for text in getattr(got, name)):
            return False
    if got.control not in {"", wish.get("control")}:
        return False
    return got.settings in ({}, wish.get("settings"))


def _says(words: list[str], text: str) -> bool:
    return all(word.lower() in text.lower() for word in words)
