"""What stands around a session's panels: its state and its cost, what it is doing, and what can be done next."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from steer_app.brains.offers import offers
from steer_app.runs.domain.spending import Spent
from steer_app.runs.domain.wording import chip
from steer_app.runs.models import Run
from steer_app.runs.selectors import spent_in
from steer_app.steer.domain.panel import Panel
from steer_app.steer.domain.place import order
from steer_app.steer.domain.size import full_tree
from steer_app.steer.domain.story import Story
from steer_app.steer.left_out import LeftOut, left_out

EARLY = "wrote now"
"""Why a session that counts as complete was closed early."""
DIRECTLY = "Answered directly: one sentence of your documents says it, so no tree was grown."
ENDS = {
    "complete": "The research is done.",
    "complete_with_gaps": "The research is done, with gaps: some of what was planned could not be read.",
    "budget": "The budget was used up before everything was read. The report rests on what had been read until then.",
    "stopped": "You stopped the research. The report rests on what had been read until then.",
    "failed": "The session failed.",
    EARLY: "The report was written when you asked for it, from what had been read until then.",
}
ENDS_UNREAD = {
    "budget": "The budget was used up before anything was read.",
    "stopped": "You stopped the research before anything was read.",
    EARLY: "The report was written when you asked for it, before anything was read.",
}
"""How a session ended that had read nothing until then."""
ENDS_EMPTY = {
    "complete": "Nothing was found.",
    "complete_with_gaps": "Nothing was found, and some of what was planned could not be read.",
}
"""How a session ended that had read, and learned nothing."""
HELD = "Waiting: the model does not answer. Nothing is lost."
UNSPOKEN = "No passage in your documents speaks to the question."
UNREADABLE = "None of your documents could be read, so there was nothing to search."
WORK = {
    "start": "Getting ready.",
    "ahead": "Reading ahead.",
    "measure": "Looking at what is covered.",
    "triage": "Looking whether one sentence answers it.",
    "scout": "Looking for ways to go on.",
    "decide": "Deciding how to go on.",
    "persona": "Working out what matters to you.",
    "report": "Writing the report.",
}
MISSING = {
    "start": "Getting ready",
    "read": "Reading {}",
    "scout": "Looking for ways on from {}",
    "decide": "Deciding how to go on from {}",
    "persona": "Working out what matters to you",
    "report": "The report",
}
"""What a step that failed was to do, in words; {}: the node's question."""
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
    spent: Spent
    cap_tokens: int | None
    cap_microusd: int | None
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
    held: bool
    """To go on is to try whether whoever answers is back."""
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
    undone: tuple[tuple[str, tuple[str, ...], int], ...] = ()
    """What was left undone: a first line, the first entries, and how many more there are."""
    direct: bool = False
    """One sentence answered it, and nothing else was looked for."""
    question: int = 0
    report: bool = False
    nothing: str = ""
    """Why a session that read something has no evidence."""
    can_follow: bool = False
    """Something was read that a follow-up could start from."""
    held: bool = False
    """Nobody paused it: whoever answers is away."""
    again_at: datetime | None = None
    """When a held session tries again by itself."""
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
        about=story.read + len(story.unread) if closing else _about(run, story),
        documents=documents,
        spent=spent_in(budget),
        cap_tokens=budget.cap_tokens,
        cap_microusd=budget.cap_microusd,
        worked_s=round(run.active_s, 1),
        since=run.active_since,
        cap_s=budget.cap_s,
        question=question,
        asks=story.turns[f"question-{question}"].said["text"] if question else "",
        closed=story.closed,
        status=run.status,
        is_over=run.status == "ended",
    )


def _about(run: Run, story: Story) -> int:
    """How many nodes it will have read; before the first one, what a list of sessions says of it too."""
    if story.panel.nodes:
        return max(story.about, story.read)
    return full_tree(run.params.get("depth", 0), run.params.get("breadth", 0))


def actions(run: Run, story: Story) -> Actions:
    alive = run.status not in {"draft", "ended"}
    is_open = alive and not run.closed and run.status != "reporting"
    return Actions(
        run=run.pk,
        status=run.status,
        can_pause=alive and run.status != "paused",
        can_go_on=run.status == "paused",
        held=bool(run.held_because),
        can_close=is_open,
        report=bool(story.panel.report_version),
    )


def is_empty(run: Run, story: Story) -> bool:
    """It has ended by itself or was ended, had read something, and learned nothing."""
    learned = any(node.learnings for node in story.panel.nodes.values())
    return run.status == "ended" and run.outcome != "failed" and story.read > 0 and not learned


def now(
    run: Run,
    story: Story,
    at_work: frozenset[str],
    question: int,
    documents: tuple[int, int],
    *,
    unreadable: bool = False,
) -> Now:
    """`documents`: looked at, and all; `unreadable`: that none of them became text."""
    plain: dict[str, Any] = {
        "run": run.pk,
        "status": run.status,
        "outcome": run.outcome,
        "question": question,
        "report": bool(story.panel.report_version),
    }
    if run.status == "ended":
        gaps = tuple((_missing(story, gap["step"]), gap["reason"]) for gap in run.gaps)
        nothing = (UNREADABLE if unreadable else UNSPOKEN) if is_empty(run, story) else ""
        left = left_out(run)
        can_follow = any(node.status == "read" for node in story.panel.nodes.values())
        plain |= {"undone": _named(left), "nothing": nothing, "direct": _is_direct(story), "can_follow": can_follow}
        return Now(text=_ended(run, story, left), reason=run.reason, gaps=gaps, **plain)
    if run.status == "running" and not story.panel.nodes:
        return Now(text=_reading_documents(documents), at=documents[0], of=documents[1], **plain)
    if run.status == "paused" and run.held_because:
        others = tuple((name, one.label) for name, one in offers().items() if name != run.params.get("brain"))
        return Now(text=HELD, held=True, again_at=run.held_until, brains=others, **plain)
    return Now(text=_doing(run, at_work, question), **plain)


def _ended(run: Run, story: Story, left: LeftOut) -> str:
    how = EARLY if run.closed == EARLY else run.outcome
    special = ENDS_EMPTY if is_empty(run, story) else {} if story.read else ENDS_UNREAD
    if how in special:
        return special[how]
    if run.outcome == "budget" and not run.closed:
        return left.why
    if how == "complete" and _is_direct(story):
        return DIRECTLY
    return ENDS.get(how, "The session has ended.")


def _is_direct(story: Story) -> bool:
    return story.panel.direct and len(story.panel.nodes) == 1


def _named(left: LeftOut) -> tuple[tuple[str, tuple[str, ...], int], ...]:
    """Each group with its first entries, and how many more it has."""
    return tuple((lead, entries[:NAMED], max(0, len(entries) - NAMED)) for lead, entries in left.undone)


def _missing(story: Story, step: str) -> str:
    kind, _, path = step.partition(":")
    node = story.panel.nodes.get(path)
    return MISSING.get(kind, "A step").format(f"“{node.question}”" if node else "a node")


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
