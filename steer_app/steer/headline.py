"""What stands around a session's panels: its state and its cost, what it is doing, and what can be done next."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from steer_app.brains.offers import offers
from steer_app.runs.domain.wording import chip
from steer_app.runs.models import Run
from steer_app.steer.domain.panel import Panel
from steer_app.steer.domain.place import order
from steer_app.steer.domain.story import Story

ENDS = {
    "complete": "The research is done.",
    "complete_with_gaps": "The research is done, with gaps: some of what was planned could not be read.",
    "budget": "The budget was used up before everything was read. The report rests on what had been read until then.",
    "stopped": "You stopped the research. The report rests on what had been read until then.",
    "failed": "The session failed.",
}
EARLY = "The report was written when you asked for it, from what had been read until then."
WORK = {
    "start": "Getting ready.",
    "scout": "Looking for ways to go on.",
    "decide": "Deciding how to go on.",
    "persona": "Working out what matters to you.",
    "report": "Writing the report.",
}
NAMED = 4
"""Directions named when the report is asked for early; the others are counted."""


@dataclass(frozen=True)
class Head:
    run: int
    title: str
    chip: str
    words: str
    read: int
    about: int
    documents: int
    tokens: int
    cap_tokens: int | None
    usd: float
    cap_usd: float | None
    worked_s: float
    since: datetime | None
    cap_s: float | None
    question: int
    """The open question; 0: none."""
    asks: str
    closed: str
    """How the last question that is not open any more was closed, and by whom."""
    status: str
    is_over: bool


@dataclass(frozen=True)
class Actions:
    run: int
    status: str
    can_pause: bool
    can_go_on: bool
    can_close: bool
    """Stop, write now, add, say: while the research is open."""
    report: bool


@dataclass(frozen=True)
class Now:
    """The last line of the conversation: what is going on, or how it ended."""

    run: int
    status: str
    outcome: str
    text: str
    reason: str = ""
    gaps: tuple[tuple[str, str], ...] = ()
    question: int = 0
    report: bool = False
    found_nothing: bool = False
    can_follow: bool = False
    """Something was read that a follow-up could start from."""
    held: bool = False
    """Nobody paused it: whoever answers is away."""
    brains: tuple[tuple[str, str], ...] = ()
    """(name, label) of others that could answer instead."""
    at: int = 0
    of: int = 0
    """Documents that have been looked at, and all of them, while the session waits for them."""


@dataclass(frozen=True)
class Unread:
    """What would stay unread if the report were written now."""

    count: int
    named: tuple[str, ...]
    question: bool


def head(run: Run, story: Story, question: int, documents: int) -> Head:
    budget = run.budget
    shape, words = chip(run.status, run.outcome)
    if run.status == "paused" and run.held_because:
        shape, words = "wait", "Its model is away"
    if question and run.status == "running":
        words = "At work, and a question waits"
    closing = bool(run.closed) or run.status in {"reporting", "ended"}
    return Head(
        run=run.pk,
        title=run.title or story.panel.query or "Untitled",
        chip=shape,
        words=words,
        read=story.read,
        about=story.read if closing else max(story.about, story.read),
        documents=documents,
        tokens=budget.spent_tokens,
        cap_tokens=budget.cap_tokens,
        usd=budget.spent_microusd / 1e6,
        cap_usd=None if budget.cap_microusd is None else budget.cap_microusd / 1e6,
        worked_s=round(run.active_s, 1),
        since=run.active_since,
        cap_s=budget.cap_s,
        question=question,
        asks=story.turns[f"question-{question}"].said["text"] if question else "",
        closed=story.closed,
        status=run.status,
        is_over=run.status == "ended",
    )


def actions(run: Run, story: Story) -> Actions:
    alive = run.status not in {"draft", "ended"}
    is_open = alive and not run.closed and run.status != "reporting"
    return Actions(
        run=run.pk,
        status=run.status,
        can_pause=alive and run.status != "paused",
        can_go_on=run.status == "paused",
        can_close=is_open,
        report=bool(story.panel.report_version),
    )


def now(run: Run, story: Story, at_work: frozenset[str], question: int, documents: tuple[int, int]) -> Now:
    found_nothing = run.status == "ended" and not any(node.learnings for node in story.panel.nodes.values())
    plain: dict[str, Any] = {
        "run": run.pk,
        "status": run.status,
        "outcome": run.outcome,
        "question": question,
        "report": bool(story.panel.report_version),
    }
    if run.status == "ended":
        gaps = tuple((gap["step"], gap["reason"]) for gap in run.gaps)
        text = EARLY if run.closed == "wrote now" else ENDS.get(run.outcome, "The session has ended.")
        can_follow = any(node.status == "read" for node in story.panel.nodes.values())
        plain |= {"gaps": gaps, "found_nothing": found_nothing, "can_follow": can_follow}
        return Now(text=text, reason=run.reason, **plain)
    if run.status == "running" and not story.panel.nodes:
        return Now(text=_reading_documents(documents), at=documents[0], of=documents[1], **plain)
    if run.status == "paused" and run.held_because:
        others = tuple((name, one.label) for name, one in offers().items() if name != run.params.get("brain"))
        return Now(text=_held(run), reason=run.held_because, held=True, brains=others, **plain)
    return Now(text=_doing(run, at_work, question), **plain)


def _held(run: Run) -> str:
    again = f"at {run.held_until:%H:%M:%S} UTC" if run.held_until else "soon"
    return f"Waiting: the model does not answer. The session tries again by itself {again}; nothing is lost."


def _reading_documents(documents: tuple[int, int]) -> str:
    at, of = documents
    if at >= of:
        return "Your documents are read; the first search is next."
    return f"Reading your documents: {at} of {of}. The first search follows."


def _doing(run: Run, at_work: frozenset[str], question: int) -> str:
    if run.status == "draft":
        return "This session has not been started."
    if run.status == "paused":
        return "Paused: nothing new is begun. You may answer and steer; it counts when you go on."
    if run.status == "reporting" or run.closed:
        return "Writing the report; nothing can be changed any more. What you write now can begin a follow-up."
    if run.status == "waiting":
        if not question:
            return "Everything else is done: before I write the report, say yes or no to what I would change."
        return "Everything else is done for now: the session waits for your answer."
    kinds = sorted(key.partition(":")[0] for key in at_work)
    reading = kinds.count("read")
    if reading:
        said = f"Reading {reading} direction{'' if reading == 1 else 's'}."
    else:
        said = WORK.get(kinds[0], "At work.") if kinds else "About to go on."
    return f"{said} Your question keeps its place meanwhile." if question else said


def unread(panel: Panel, story: Story, question: int) -> Unread:
    paths = sorted(story.unread, key=order)
    named = tuple(panel.nodes[path].question for path in paths[:NAMED])
    return Unread(len(paths), named, bool(question))
