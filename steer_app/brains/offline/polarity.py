"""Whether a clause says that something is so or that it is not."""

import re

from steer_app.brains.offline.lexicon import NEGATIONS
from steer_app.brains.offline.words import stems, words

_CLAUSE = re.compile(
    r"[;:]|,\s+(?=(?:but|although|though|while|whereas|because|so|and|or|which|who|yet)\b)|"
    r"\s(?=(?:but|although|though|whereas|because)\b)|\s[–—]\s",
    re.I,
)
# Phrases in which a cue denies nothing.
_NO_CUE = re.compile(
    r"\bnot (?:only|just|merely|least)\b|\bno (?:doubt|matter|sooner)\b|\bwhether or not\b|\bif not\b|\bno\. ?\d", re.I
)
_PHRASES = re.compile(r"\b(?:yet to|fails? to|failed to|free of|free from|instead of|rather than)\b", re.I)


def clauses(text: str) -> list[str]:
    return [part.strip() for part in _CLAUSE.split(text) if part and part.strip()]


def negations(text: str) -> int:
    """How many cues deny something in the text."""
    cleaned = _NO_CUE.sub(" ", text.replace("’", "'"))
    phrases = len(_PHRASES.findall(cleaned))
    cleaned = _PHRASES.sub(" ", cleaned)
    return phrases + sum(word in NEGATIONS or word.endswith("n't") for word in words(cleaned))


def polarity(text: str, about: str = "") -> int:
    """1 or -1; two cues in a clause cancel.

    With `about`, the clause that shares most content words with it decides (the first on a tie); without, a text of
    several clauses is denied when an odd number of its cues stands.
    """
    wanted = set(stems(about))
    if wanted:
        text = max(clauses(text) or [text], key=lambda clause: len(wanted & set(stems(clause))))
    return -1 if negations(text) % 2 else 1
