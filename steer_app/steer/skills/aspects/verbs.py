"""Verb forms by English spelling rules, enough to turn "he takes line 7" into "taking line 7"."""

import re

# The common verbs of two syllables whose last consonant doubles, and those that no rule spells.
_DOUBLED = frozenset(
    ["admit", "begin", "commit", "forget", "permit", "prefer", "refer", "regret", "submit", "transfer"]
)
_BASES = {"has": "have", "does": "do", "goes": "go", "is": "be", "are": "be", "am": "be", "dies": "die", "lies": "lie"}
_GERUNDS = {"die": "dying", "lie": "lying", "tie": "tying", "be": "being"}
_ES = re.compile(r"(?:ss|sh|ch|x|zz|o)es$")


def base(verb: str) -> str:
    """ "takes" is of "take", "misses" of "miss", "carries" of "carry"; any other form is left as it is."""
    lowered = verb.lower()
    if lowered in _BASES:
        return _BASES[lowered]
    if lowered.endswith("ies"):
        return f"{lowered[:-3]}y"
    if _ES.search(lowered):
        return lowered[:-2]
    return lowered[:-1] if lowered.endswith("s") and not lowered.endswith("ss") else lowered


def gerund(verb: str) -> str:
    """ "set up" is "setting up", "replace" is "replacing"."""
    head, _, rest = verb.partition(" ")
    if head in _GERUNDS:
        head = _GERUNDS[head]
        return f"{head} {rest}".strip()
    if head.endswith("e") and not head.endswith(("ee", "ye", "oe")):
        head = head[:-1]
    elif head in _DOUBLED or re.fullmatch(r"[^aeiou]*[aeiou][^aeiouwxy]", head):
        head += head[-1]
    return f"{head}ing {rest}".strip()
