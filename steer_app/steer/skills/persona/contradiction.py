"""Whether a new statement about the person puts an earlier one out of force."""

import re

from steer_app.brains.offline.lexicon import STOP, WEAK
from steer_app.brains.offline.numbers import Quantity
from steer_app.brains.offline.polarity import negations
from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.persona.matching import LEAST_COS, names_a_phrase_of, related

# One person is not both at once about one thing.
_EXCLUSIVE = (
    (
        ("own", "owner", "owning", "owned", "bought", "homeowner"),
        ("rent", "renting", "rented", "tenant", "lease", "leasing"),
    ),
    (("before", "earlier"), ("after", "later")),
    (("beginner", "novice", "new"), ("expert", "experienced", "professional")),
    (("vegetarian", "vegan"), ("omnivore", "carnivore")),
    (("employed", "employee"), ("self-employed", "freelance", "freelancer", "unemployed", "retired")),
    (("single", "alone"), ("married", "family", "couple")),
    (("urban", "city"), ("rural", "countryside", "village")),
    (("indoor", "inside"), ("outdoor", "outside")),
    (("buy", "buying"), ("sell", "selling")),
    (("open-source", "open source"), ("proprietary", "commercial")),
)
_SCALES = {
    "kb": ("byte", 1e3), "mb": ("byte", 1e6), "gb": ("byte", 1e9), "tb": ("byte", 1e12), "pb": ("byte", 1e15),
    "g": ("gram", 1.0), "kg": ("gram", 1e3), "t": ("gram", 1e6),
    "mm": ("metre", 1e-3), "cm": ("metre", 1e-2), "m": ("metre", 1.0), "km": ("metre", 1e3),
    "ms": ("second", 1e-3), "second": ("second", 1.0), "minut": ("second", 60.0), "hour": ("second", 3600.0),
    "day": ("day", 1.0), "week": ("day", 7.0), "month": ("day", 30.0), "year": ("day", 365.0),
    "w": ("watt", 1.0), "kw": ("watt", 1e3), "mw": ("watt", 1e6),
}  # fmt: skip
# What a statement says it is not ("2 TB, not 200 GB") says nothing about what it is.
_CONTRAST = re.compile(r"(?:,\s*(?:and |but )?not|,?\s*\b(?:rather than|instead of))\b(?! only)[^,;.]*$", re.I)


def contradicts(newer: str, older: str, tools: Tools) -> str:
    """Why `newer` supersedes `older`, in words; empty if it does not."""
    stated = _CONTRAST.sub("", newer) or newer
    if _poles(stated, older, newer, tools):
        return f"You said later: “{newer}”."
    if _amounts_differ(stated, older, tools):
        return f"The amount changed: “{newer}”."
    if _denies(stated, older, tools):
        return f"You said the opposite later: “{newer}”."
    return ""


def _poles(stated: str, older: str, newer: str, tools: Tools) -> bool:
    for left, right in _EXCLUSIVE:
        for mine, theirs in ((left, right), (right, left)):
            if _asserts(stated, mine) and _asserts(older, theirs) and not _asserts(older, mine):
                said = _content(stated, tools) - _stems(mine, tools)
                had = _content(older, tools) - _stems(theirs, tools)
                # "I rent a car" leaves the house its owner.
                names_both = any(_has(newer, word) for word in theirs)
                return (
                    names_both
                    or not said
                    or not had
                    or _overlap(said, had)
                    or (mine[0] == "rent" and not _has_object(stated))
                )
    return False


def _has_object(stated: str) -> bool:
    return bool(re.search(r"\b(?:rent|rents|renting|lease|own)\s+(?:an?|the|my|our)\s+\w+", stated, re.I))


def _asserts(text: str, pole: tuple[str, ...]) -> bool:
    return any(_has(clause, word) and negations(clause) % 2 == 0 for clause in [text] for word in pole)


def _has(text: str, word: str) -> bool:
    return bool(re.search(rf"\b{re.escape(word)}s?\b", text, re.I))


def _amounts_differ(stated: str, older: str, tools: Tools) -> bool:
    mine, theirs = tools.numbers(stated), tools.numbers(older)
    pairs = [(a, b) for a in mine for b in theirs if _base(a)[0] == _base(b)[0]]
    if not pairs or any(_agree(a, b) for a, b in pairs):
        return False
    counted = {unit for quantity in [*mine, *theirs] if (unit := quantity.unit)}
    return _overlap(_words(stated, tools) - counted, _words(older, tools) - counted)


def _base(quantity: Quantity) -> tuple[str, float, float]:
    kind, factor = _SCALES.get(quantity.unit, (quantity.unit, 1.0))
    return kind, quantity.low * factor, quantity.high * factor


def _agree(left: Quantity, right: Quantity) -> bool:
    _, low, high = _base(left)
    _, other_low, other_high = _base(right)
    slack = 0.05 * max(abs(low), abs(high), abs(other_low), abs(other_high))
    return low - slack <= other_high and other_low - slack <= high


def _denies(stated: str, older: str, tools: Tools) -> bool:
    if negations(stated) % 2 == negations(older) % 2:
        return False
    if not names_a_phrase_of(stated, older, tools):
        return False
    said, had = _content(stated, tools), _content(older, tools)
    return all(any(related(stem, other) for other in had) for stem in said) or tools.cos(stated, older) >= LEAST_COS


def _overlap(left: set[str], right: set[str]) -> bool:
    return any(related(stem, other) for stem in left for other in right)


def _content(text: str, tools: Tools) -> set[str]:
    """Stems of what the statement is about, without light verbs, manner and amounts."""
    told = (word for word in tools.words(text) if word not in STOP and word not in WEAK)
    return {tools.stem(word) for word in told if not word[0].isdigit() and len(word) > 2}


def _words(text: str, tools: Tools) -> set[str]:
    """All stems but numbers and the comparators beside them."""
    return {stem for stem in tools.stems(text) if not stem[0].isdigit()} - {"most", "least", "need", "must", "maximum"}


def _stems(words: tuple[str, ...], tools: Tools) -> set[str]:
    return {tools.stem(part) for word in words for part in re.split(r"[- ]", word)}
