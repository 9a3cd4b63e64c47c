"""Answers typed on one's own: `1, 3`, and a block of new questions (the paper's form, appendix K)."""

import re
from dataclasses import dataclass

NEW_BLOCK = re.compile(r"^\s*new\s+(?:follow[- ]?up\s+)?(?:questions?|directions?)\s*:?\s*(.*)$", re.IGNORECASE)
BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s*")
REASON = re.compile(r"\(([^()]*)\)")
NUMBER_WORDS = re.compile(r"\b(?:and|only|just|directions?|numbers?|options?|nos?)\b|[,;.&#]", re.IGNORECASE)
YOU_DECIDE = re.compile(r"^\s*(?:you\s+(?:decide|choose|pick)|up\s+to\s+you|as\s+suggested)\W*$", re.IGNORECASE)
ALL = re.compile(r"^\s*(?:all|all\s+of\s+them|everything)\W*$", re.IGNORECASE)
NONE = re.compile(r"^\s*(?:none|none\s+of\s+them|nothing|stop\s+here)\W*$", re.IGNORECASE)


@dataclass(frozen=True)
class TypedAnswer:
    numbers: tuple[int, ...] = ()
    """Directions chosen, as shown, counted from 1, rising."""
    added: tuple[str, ...] = ()
    remark: str = ""
    you_decide: bool = False
    none: bool = False
    """The person said in words that none of them is wanted."""


def chosen_numbers(line: str) -> tuple[int, ...] | None:
    """The numbers of a line that holds nothing else but reasons in brackets, else None."""
    bare = NUMBER_WORDS.sub(" ", REASON.sub(" ", line)).split()
    return tuple(int(word) for word in bare) if bare and all(word.isdecimal() for word in bare) else None


def parse(text: str, offered: int) -> TypedAnswer:
    """Read what a person typed under a question with `offered` directions.

    Lines of numbers choose; lines after "New questions:" add; "you decide", "all" and "none" mean what they say;
    every other line, and the reasons in brackets, are the remark. Numbers outside 1..`offered` are returned as
    typed, for the caller to refuse.
    """
    numbers: set[int] = set()
    added: list[str] = []
    remarks: list[str] = []
    adding = you_decide = none = False
    for line in text.splitlines():
        opening = NEW_BLOCK.match(line)
        if opening:
            adding, line = True, opening.group(1)
        if not line.strip():
            continue
        if adding:
            added.append(BULLET.sub("", line).strip())
        elif YOU_DECIDE.match(line):
            you_decide = True
        elif ALL.match(line):
            numbers.update(range(1, offered + 1))
        elif NONE.match(line):
            none = True
        elif (chosen := chosen_numbers(line)) is not None:
            numbers.update(chosen)
            remarks += [reason.strip() for reason in REASON.findall(line) if reason.strip()]
        else:
            remarks.append(line.strip())
    return TypedAnswer(tuple(sorted(numbers)), tuple(q for q in added if q), "\n".join(remarks), you_decide, none)
