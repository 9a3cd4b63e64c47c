"""How a file stands, as its owner reads it: a word, a shape, and what can be done about it."""

from dataclasses import dataclass
from enum import StrEnum

from steer_app.sources.domain.statuses import GAPS, Status


class Group(StrEnum):
    """What a list of files can be narrowed to."""

    READY = "ready"
    WAITING = "waiting"
    UNREAD = "unread"
    LEFT_OUT = "left-out"


MEMBERS: dict[Group, frozenset[Status]] = {
    Group.READY: frozenset({Status.READY}),
    Group.WAITING: frozenset({Status.WAITING}),
    Group.UNREAD: GAPS,
    Group.LEFT_OUT: frozenset({Status.UNSUPPORTED, Status.DUPLICATE}),
}

SHAPES = {Group.READY: "done", Group.WAITING: "", Group.UNREAD: "fail", Group.LEFT_OUT: ""}
"""The chip that goes with a group."""

WORDS = {
    Status.WAITING: "waits to be read",
    Status.READY: "ready",
    Status.EMPTY: "no text in it",
    Status.ENCRYPTED: "has a password",
    Status.IMAGE_ONLY: "only pictures",
    Status.CORRUPT: "damaged",
    Status.MISLABELLED: "wrong ending",
    Status.UNSUPPORTED: "not a document",
    Status.TOO_LARGE: "too large",
    Status.TIMED_OUT: "took too long",
    Status.DUPLICATE: "same as another",
}

ADVICE = {
    Status.EMPTY: "Open it to see whether the right file was saved, then add that one.",
    Status.ENCRYPTED: "Save a copy without the password and add that.",
    Status.IMAGE_ONLY: "Run it through text recognition (OCR), for instance with ocrmypdf, and add the result.",
    Status.CORRUPT: "Open it in its own program, save it anew and add that, or ask for another copy.",
    Status.MISLABELLED: "Give it the ending that fits what it holds and add it again.",
    Status.UNSUPPORTED: "If it should be read, save it as PDF, Word, HTML or text and add that.",
    Status.TOO_LARGE: "Split it and add the parts.",
    Status.TIMED_OUT: "Have it read again when the machine is less busy, or split it.",
}
"""What to do, where there is something to do."""

GIVEN = ("add that", "text recognition")
"""A reason with these words says already what to do."""

AGAIN = frozenset({Status.CORRUPT, Status.TIMED_OUT})
"""Reading the same bytes once more may go better: the machine was busy, or a worker died."""


@dataclass(frozen=True)
class Standing:
    words: str
    shape: str
    advice: str
    may_be_read_again: bool


def group(status: str) -> Group:
    return next(group for group, members in MEMBERS.items() if status in members)


def standing(status: str, reason: str = "") -> Standing:
    """The advice is left out where the reason gives it already: "Save a copy without one and add that."."""
    known = Status(status)
    advice = "" if any(words in reason for words in GIVEN) else ADVICE.get(known, "")
    return Standing(WORDS[known], SHAPES[group(status)], advice, known in AGAIN)
