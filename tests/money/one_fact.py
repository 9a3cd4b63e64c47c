"""Questions of one fact with labels (`one_fact.json`), and how the offline triage does on them.

Each row: `half` (`tune`: settings were chosen on it; `held`: only measured), `subject` (the collection), `group` and
`holds`. Of `one`, an answer is right if its sentence holds any text of `holds`; of `two`, where the documents give more
than one value, only if it holds all; of `none` (not told) and `open` every direct answer is wrong. Declining is never
wrong. The labels were written from the documents before the rule was, and do not follow what it finds.
"""

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from steer_app.brains.offline.tools import Tools
from steer_app.steer import evidence
from steer_app.steer.skills import triage
from steer_app.steer.skills.triage import offline
from steer_app.steer.skills.triage.asked import is_open
from steer_app.steer.steps.triage import HITS

ROWS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "one_fact.json").read_text())


def verdict(row: dict[str, Any], claim: str | None) -> str:
    """right, declined (no claim) or wrong."""
    if claim is None:
        return "declined"
    flat = " ".join(claim.split())
    told = [text in flat for text in row["holds"]]
    is_right = any(told) if row["group"] == "one" else bool(told) and all(told)
    return "right" if is_right else "wrong"


def answered(collections: Iterable[int], question: str) -> str | None:
    """The sentence that answers it directly, found as a session finds it; None if it is to be researched."""
    if is_open(question):
        return None
    found = evidence.texts(evidence.find_closely(list(collections), question, HITS))
    said = offline.answer(triage.Request(question, "", found), Tools())
    return said.claim if said.direct else None


def measured(collection: int, subject: str) -> tuple[Counter[tuple[str, str, str]], list[tuple[str, str]]]:
    """How often each (half, group, verdict) occurs, and the wrong answers as (question, sentence)."""
    counts: Counter[tuple[str, str, str]] = Counter()
    wrong = []
    for row in (row for row in ROWS if row["subject"] == subject):
        claim = answered([collection], row["question"])
        came_out = verdict(row, claim)
        counts[row["half"], row["group"], came_out] += 1
        if came_out == "wrong":
            wrong.append((row["question"], claim or ""))
    return counts, wrong


def table(counts: Counter[tuple[str, str, str]]) -> str:
    """Markdown: a row a half and group."""
    lines = ["| half | group | right | declined | wrong |", "| --- | --- | ---: | ---: | ---: |"]
    for half, group in sorted({key[:2] for key in counts}):
        cells = " | ".join(str(counts[half, group, each]) for each in ("right", "declined", "wrong"))
        lines.append(f"| {half} | {group} | {cells} |")
    return "\n".join(lines)
