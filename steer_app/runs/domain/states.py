"""The states of a run and the moves between them."""

from typing import Literal

Status = Literal["draft", "running", "waiting", "paused", "reporting", "ended"]

ALIVE = ("running", "waiting", "reporting")
OUTCOMES = ("complete", "complete_with_gaps", "budget", "stopped", "failed")


def status_after_planning(*, reporting: bool, working: bool, asking: bool) -> Status | None:
    """What a live run is after planning (K4): None means stuck, which the kernel turns into a typed failure.

    reporting: a step of a report kind is ready or claimed; working: any step is; asking: a question is open.
    """
    if reporting:
        return "reporting"
    if working:
        return "running"
    return "waiting" if asking else None


def outcome_of(*, method_says: str, closed: str, gaps: bool) -> str:
    """The typed end. What closed the research phase outranks completeness; a failure outranks both."""
    if method_says == "failed":
        return "failed"
    if closed in {"budget", "stopped"}:
        return closed
    return "complete_with_gaps" if gaps or method_says == "complete_with_gaps" else "complete"
