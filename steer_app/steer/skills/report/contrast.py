"""Whether two sentences that sound alike speak of two different cases: "the free plan" and "the paid plan"."""

import re
from difflib import SequenceMatcher

from steer_app.brains.offline.lexicon import NEGATIONS, STOP
from steer_app.brains.offline.tools import Tools

SHORT = 3
"""A replacement of more words adds something; up to here it puts one case in another's place."""
_OPPOSITES = (
    ("before", "after"),
    ("with", "without"),
    ("above", "below"),
    ("over", "under"),
    ("inside", "outside"),
    ("until", "since"),
    ("first", "last"),
    ("more", "less"),
)
_LIGHT = frozenset(
    {"a", "an", "the", "do", "does", "did", "is", "are", "was", "were", "be", "been", "has", "have", "had"}
    | {"by", "only", "about", "average"}
)
_PRESENT = {
    "kept": "keep", "paid": "pay", "lost": "lose", "rose": "rise", "risen": "rise", "fell": "fall", "fallen": "fall",
    "took": "take", "taken": "take", "found": "find", "made": "make", "led": "lead", "said": "say", "went": "go",
    "gave": "give", "given": "give", "got": "get", "saw": "see", "seen": "see", "grew": "grow", "grown": "grow",
    "held": "hold", "left": "leave", "met": "meet", "ran": "run", "sold": "sell", "bought": "buy", "built": "build",
    "sent": "send", "spent": "spend", "stood": "stand", "told": "tell", "thought": "think", "won": "win",
    "wrote": "write", "written": "write", "began": "begin", "begun": "begin", "broke": "break",
    "broken": "break", "chose": "choose", "chosen": "choose", "came": "come", "drove": "drive", "driven": "drive",
    "felt": "feel", "knew": "know", "known": "know",
}  # fmt: skip


def contrasts(left: str, right: str, tools: Tools) -> bool:
    """Amounts and denials are left out of the comparison: they are what may differ."""
    mine, theirs = _bare(left, tools), _bare(right, tools)
    return _replaces(mine, theirs, tools) or _replaces(theirs, mine, tools)


def _bare(text: str, tools: Tools) -> list[str]:
    for quantity in reversed(tools.numbers(text)):
        text = f"{text[: quantity.start]} {text[quantity.end :]}"
    words = [_PRESENT.get(word, word) for word in tools.words(text)]
    return [tools.stem(word) if word not in STOP else word for word in words if _counts(word)]


def _counts(word: str) -> bool:
    return word not in _LIGHT and (word not in NEGATIONS or word == "without") and not re.search(r"\d|n't$", word)


def _replaces(mine: list[str], theirs: list[str], tools: Tools) -> bool:
    for kind, start, end, other_start, other_end in SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes():
        if kind != "replace":
            continue
        old, new = mine[start:end], theirs[other_start:other_end]
        if any((a in old and b in new) or (b in old and a in new) for a, b in _OPPOSITES):
            return True
        content, other = set(old) - STOP, set(new) - STOP
        if max(len(old), len(new)) <= SHORT and content and other and not content & other:
            return True
    return False
