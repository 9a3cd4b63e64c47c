"""What the journal's events say to a person: one sentence each."""

from collections.abc import Callable, Mapping
from typing import Any

LONGEST = 240

OUTCOMES = {
    "complete": "It is complete.",
    "complete_with_gaps": "It is complete, with gaps.",
    "budget": "Its budget was used up.",
    "stopped": "It was stopped.",
    "failed": "It failed.",
}
STATUSES = {
    "running": "At work.",
    "waiting": "Waiting for an answer.",
    "paused": "Paused.",
    "reporting": "Writing the result.",
}
CLOSED = {
    "budget": "The budget is used up; what there is goes into the result.",
    "stopped": "Stopped; what there is goes into the result.",
    "wrote now": "No more research; the result is written now.",
}
ENDED = {
    "answered": "The question was answered",
    "expired": "Nobody answered in time; it goes on with what was suggested.",
    "withdrawn": "The question is no longer asked.",
}


def _changed(payload: Mapping[str, Any]) -> str:
    if payload["status"] == "ended":
        return " ".join(filter(None, ["Ended.", OUTCOMES.get(payload["outcome"], ""), payload.get("reason", "")]))
    sentence = STATUSES.get(payload["status"], payload["status"])
    return f"{sentence} By {payload['by']}." if payload.get("by") else sentence


def _question_closed(payload: Mapping[str, Any]) -> str:
    said = ENDED.get(payload["state"], payload["state"])
    if payload["state"] == "answered":
        return f"{said} by {payload['by']}." if payload.get("by") else f"{said}."
    return said


def _steer_settled(payload: Mapping[str, Any]) -> str:
    return "The remark was taken up." if payload["state"] == "applied" else f"Refused: {payload.get('reason', '')}"


SENTENCES: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "run.started": lambda payload: f"Started with the method {payload['method']}.",
    "run.changed": _changed,
    "run.renamed": lambda payload: f"Renamed to “{payload['title']}”.",
    "run.held": lambda payload: f"Waiting: {payload['reason']} Looks again in {payload['look_s']:.0f} s.",
    "params.changed": lambda payload: ", ".join(f"{name} is now {value}" for name, value in payload["changes"].items()),
    "run.closed": lambda payload: " ".join(
        filter(None, [payload.get("reason", ""), CLOSED.get(payload["why"], payload["why"])])
    ),
    "step.failed": lambda payload: f"{payload['key']} failed: {payload['reason']}",
    "step.cancelled": lambda payload: f"{payload['key']} is no longer wanted.",
    "question.asked": lambda payload: payload["text"],
    "question.closed": _question_closed,
    "question.reopened": lambda payload: f"{payload['by']} took the answer back; the question waits again.",
    "steer.received": lambda payload: payload["text"] or payload["kind"],
    "steer.settled": _steer_settled,
}


CHIPS = {
    "draft": ("idle", "Not started"),
    "running": ("run", "At work"),
    "waiting": ("wait", "Waiting for you"),
    "paused": ("idle", "Paused"),
    "reporting": ("run", "Writing the report"),
}
ENDED_CHIPS = {
    "complete": ("done", "Complete"),
    "complete_with_gaps": ("done", "Complete, with gaps"),
    "budget": ("wait", "Ended by its budget"),
    "stopped": ("idle", "Stopped"),
    "failed": ("fail", "Failed"),
}


def chip(status: str, outcome: str) -> tuple[str, str]:
    """The colour class and the words of a run's state; the words alone say it."""
    return ENDED_CHIPS.get(outcome, ("idle", "Ended")) if status == "ended" else CHIPS.get(status, ("idle", status))


def ago(seconds: float) -> str:
    """A moment this long past, in one unit: "just now", "3 s ago", "2 min ago"."""
    for unit, size in (("days", 86_400), ("h", 3600), ("min", 60), ("s", 1)):
        if seconds >= size * (2 if unit == "days" else 1):
            return f"{int(seconds // size)} {unit} ago"
    return "just now"


def sentence(kind: str, payload: Mapping[str, Any]) -> str:
    """The event in words, at most 240 characters. Events that the kernel does not know show their fields."""
    known = SENTENCES.get(kind)
    said = (
        known(payload) if known else ", ".join(f"{name.replace('_', ' ')} {_short(payload[name])}" for name in payload)
    )
    return said if len(said) <= LONGEST else said[: LONGEST - 1].rstrip() + "…"


def _short(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " ".join(str(item) for item in value) or "none"
    if isinstance(value, float):
        return f"{value:.4g}"
    return "none" if value in (None, "", {}) else str(value)
