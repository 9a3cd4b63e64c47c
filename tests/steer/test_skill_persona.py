"""Sixty labelled remarks: half of them written, and never looked at again, before the rules that read them."""

import json
from pathlib import Path

import pytest

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.common import KnownAspect
from steer_app.steer.skills.persona import Answer, Branch, Request
from steer_app.steer.skills.persona.offline import answer

EXAMPLES = Path(__file__).with_name("examples")
PEOPLE = json.loads((EXAMPLES / "persona_people.json").read_text())
REMARKS = [json.loads(line) for line in (EXAMPLES / "persona_remarks.jsonl").read_text().splitlines()]


def request_of(example: dict) -> Request:
    person = PEOPLE[example["who"]]
    return Request(
        topic=person["topic"],
        text=person["text"],
        aspects=tuple(KnownAspect(int(id_), text, 0) for id_, text in person["aspects"].items()),
        ticked=tuple(example.get("ticked", ())),
        unticked=tuple(example.get("unticked", ())),
        added=tuple(example.get("added", ())),
        remark=example.get("remark", ""),
        branches=tuple(Branch(path, question) for path, question in person["branches"].items()),
    )


def misses(example: dict, found: Answer) -> list[str]:
    """What the answer gets wrong, in words; nothing when it does exactly what was expected."""
    expect = example["expect"]
    wrong = []
    for name, got in (
        ("prune", found.prune),
        ("focus", found.focus),
        ("supersede", [entry.id for entry in found.supersede]),
    ):
        if sorted(got) != expect.get(name, []):
            wrong.append(f"{name} {got} for {expect.get(name, [])}")
    for name, got in (("add", [draft.text for draft in found.add]), ("directions", found.directions)):
        wanted = expect.get(name, [])
        if len(got) != len(wanted) or not all(
            any(all(word.lower() in text.lower() for word in words) for text in got) for words in wanted
        ):
            wrong.append(f"{name} {got} for {wanted}")
    if len(found.refused) != expect.get("refused", 0):
        wrong.append(f"refused {[entry.text for entry in found.refused]}")
    return wrong


def does_harm(example: dict, found: Answer) -> bool:
    """Whether a branch is pruned or an aspect set aside that should have stayed."""
    expect = example["expect"]
    stayed = (
        set(found.prune) - set(expect.get("prune", [])),
        {s.id for s in found.supersede} - set(expect.get("supersede", [])),
    )
    return any(stayed)
