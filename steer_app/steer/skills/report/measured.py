"""Two figures of one thing: the same kind of amount, told of the same matter in the same way, with another value.

Sentences that measure one thing seldom share their words ("card payments rose by 4.1 per cent", "takings fell by 7.5
per cent"), so a pair needs two signs that do not depend on each other: the matter (a ring of words, or what a share is
a share of), and a name, a further word or the likeness of the sentences with their figures masked. Whatever
another place or date may explain keeps the pair out, and so does a figure that both have: then one repeats the other.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from steer_app.brains.offline.lexicon import WEAK
from steer_app.brains.offline.measures import COUNT, DISTANCE, DURATION, RINGS, SHARE, kind_of, matter_stems
from steer_app.brains.offline.numbers import Quantity
from steer_app.brains.offline.tools import Tools

AROUND = 12
"""Words on either side of a figure, within its clause, that say what it measures."""
SAME = 0.05
"""Figures that differ by a smaller share of the larger one are one, rounded."""
MOST_RATIO = 3.0
"""Two levels of one thing are of one order; a change may be of any size."""
ALIKE, MUCH_ALIKE, NEARLY_ONE = 0.35, 0.6, 0.75
"""Cosines of masked sentences: a sign beside another, one that needs only a word beside the figures, and one for
figures of another order."""
WHOLE = 2
"""Stems that a name of the topic has at least, to be told from half of another ("Mill Street", "Bridge Street")."""
_CLAUSE = re.compile(r";|, (?=(?:and|but|while|whereas|although|so) )|\. ")
_UP = re.compile(
    r"\b(?:rose|risen|rise|rises|grew|grown|increase\w*|gain(?:ed|s)?|higher|more|up|plus|longer|adds?|added)\b", re.I
)
_DOWN = re.compile(
    r"\b(?:fell|fallen|falls?|los[et]s?|lower\w*|reduc\w+|decrease\w*|fewer|less|down|minus|shorter|drop\w*)\b", re.I
)
# A figure of many cases, of a part, of one person or under a condition is told of something else than one without.
_SCOPES = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        r"\bmedian\b|\bstudies\b|^where\b|\bcases\b",
        r"\bas a whole\b|\bin the rest of\b|\bover \d\d\b|\bworst\b",
        r"\b(?:my|he says|she says|I|each)\b",
        r"^(?:with|if|under)\b|\bif (?!asked)",
        r"\bforecast|\bexpect",
    )
)
PERSON = 2
_PEOPLE = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Councillor|Professor)\.? [A-Z]\w+")
_OPTION = re.compile(r"\b(?:Option|Plan|Line|Phase|Variant)s? ([A-Z0-9]+)\b")
_OF = re.compile(r"\s*(?:per cent|percent|%)?\s*of (?:the |all |our |those )?(\w+)", re.I)
_TO = re.compile(r"\bto (?:lower|add|gain|lose|rise|fall|reduce|increase)\b", re.I)
_LEVEL = re.compile(r"\b(?:to|at|from)\s+$", re.I)
_WEAK = frozenset(stem for word in WEAK for stem in matter_stems(word))


@dataclass(frozen=True)
class Measure:
    quantity: Quantity
    kind: str
    way: int
    """1 or -1 for a rise or a fall, 0 for a level."""
    of: str
    """Of a share, the stem of what it is a share of."""
    rings: frozenset[int]
    words: frozenset[str]
    scope: tuple[bool, ...]


def apart(left: str, right: str, topic: set[str], tools: Tools, titles: tuple[str, str] = ("", "")) -> bool:
    """Whether the sentences give two figures of one thing."""
    mine, theirs = measures(left), measures(right)
    if not mine or not theirs or _elsewhere(left, right, titles, topic, tools) or _other_date(left, right, tools):
        return False
    if any(a.kind == b.kind and _equal(a, b) for a in mine for b in theirs):
        return False
    alike = round(float(_masked(left) @ _masked(right)), 4)
    return any(_of_one_thing(a, b, alike, left, right, topic, tools) for a in mine for b in theirs)


def matter(left: str, right: str) -> str:
    """A word for what both measure; "" if their words have no matter in common."""
    shared = [{ring for one in measures(text) for ring in one.rings} for text in (left, right)]
    both = sorted(shared[0] & shared[1])
    return RINGS[both[0]].words[0] if both else ""


@lru_cache(maxsize=4096)
def measures(text: str) -> tuple[Measure, ...]:
    return tuple(_measures(text))


def _measures(text: str) -> Iterator[Measure]:
    for quantity in Tools.numbers(text):
        kind = kind_of(text, quantity)
        if not kind:
            continue
        start = max((cut.end() for cut in _CLAUSE.finditer(text, 0, quantity.start)), default=0)
        end = min((cut.start() for cut in _CLAUSE.finditer(text, quantity.end)), default=len(text))
        before, after = text[start : quantity.start].split()[-AROUND:], text[quantity.end : end].split()[:AROUND]
        near = " ".join([*before, *after])
        stems = frozenset(stem for stem in matter_stems(near) if not stem[0].isdigit())
        of = _OF.match(text, quantity.end)
        rings = frozenset(place for place, ring in enumerate(RINGS) if ring.stems & stems)
        share = matter_stems(of[1])[:1] if of and kind == SHARE else []
        clause = text[start:end].strip()
        scope = tuple(bool(pattern.search(clause)) for pattern in _SCOPES)
        way = 0 if _LEVEL.search(text[: quantity.start]) else _way(" ".join(before[-6:]), " ".join(after[:3]))
        yield Measure(quantity, kind, way, "".join(share), rings, stems, scope)


def _way(before: str, after: str) -> int:
    """By the nearest word before the figure, else by one right after it."""
    after = _TO.sub("", after)
    found = [(hit.start(), way) for way, cue in ((1, _UP), (-1, _DOWN)) for hit in cue.finditer(before)]
    if found:
        return max(found)[1]
    return 1 if _UP.search(after) else -1 if _DOWN.search(after) else 0


def _of_one_thing(a: Measure, b: Measure, alike: float, left: str, right: str, topic: set[str], tools: Tools) -> bool:
    if a.kind != b.kind or bool(a.way) != bool(b.way) or bool(a.of) != bool(b.of) or a.scope != b.scope:
        return False
    if a.kind in {COUNT, DISTANCE, DURATION} and a.quantity.unit != b.quantity.unit:
        return False
    if not exclusive(a.quantity, b.quantity):
        return False
    high, low = (f(abs(a.quantity.high), abs(b.quantity.high)) for f in (max, min))
    is_of_one_order = high <= MOST_RATIO * low or (a.way != 0 and a.kind == SHARE)
    if not is_of_one_order and alike < NEARLY_ONE:
        return False
    light = topic | _WEAK | {a.quantity.unit, b.quantity.unit}
    here, there = _names(left, tools) - topic, _names(right, tools) - topic
    near = (a.words & b.words) - light - (here | there)
    if a.of:
        return a.of == b.of and (alike >= ALIKE or bool(near - {a.of}))
    if a.scope[PERSON] or (bool(here) != bool(there) and alike < MUCH_ALIKE):
        return False
    ring = bool(a.rings & b.rings)
    if a.kind in {COUNT, DISTANCE}:
        return False  # what is counted, and from where to where, is told apart by too little
    if a.way:
        return (ring and (a.way != b.way or bool(here & there) or alike >= ALIKE)) or (
            bool(near) and alike >= MUCH_ALIKE
        )
    if a.kind == DURATION:
        return bool(near) and alike >= MUCH_ALIKE
    return (bool(near) and alike >= (ALIKE if ring else MUCH_ALIKE)) or (ring and alike >= MUCH_ALIKE)


def _equal(a: Measure, b: Measure) -> bool:
    one, other = a.quantity, b.quantity
    slack = SAME * max(abs(one.high), abs(other.high))
    signs = (a.way or 1) * (b.way or 1)
    return signs > 0 and one.low - slack <= other.high and other.low - slack <= one.high


def _names(text: str, tools: Tools) -> set[str]:
    bare = _PEOPLE.sub("", text)
    return {stem for name in tools.names(bare) for stem in matter_stems(name) if not stem[0].isdigit()}


def exclusive(left: Quantity, right: Quantity) -> bool:
    """ "at least 300" and "800" hold together."""
    for one, other in ((left, right), (right, left)):
        if one.comparator in {">", ">="} and other.high >= one.low:
            return False
        if one.comparator in {"<", "<="} and other.low <= one.high:
            return False
    return True


def _elsewhere(left: str, right: str, titles: tuple[str, str], topic: set[str], tools: Tools) -> bool:
    """Each names something, and nothing in common. Of a document that is titled after another place than the topic,
    each sentence speaks of that place."""
    here, there = _names(left, tools) - topic, _names(right, tools) - topic
    options = [set(_OPTION.findall(text)) for text in (left, right)]
    if (here and there and not here & there) or (all(options) and not options[0] & options[1]):
        return True
    told = [_names(title, tools) for title in titles]
    if min(len(names & topic) for names in told) >= WHOLE or not all(titles):
        return False
    return any(
        own - topic and len(own & topic) < WHOLE and not own - topic & (other | other_title)
        for own, other, other_title in ((told[0], there, told[1]), (told[1], here, told[0]))
    )


def _other_date(left: str, right: str, tools: Tools) -> bool:
    mine, theirs = tools.dates(left), tools.dates(right)
    return bool(mine) and bool(theirs) and not any(a.agrees(b) for a in mine for b in theirs)


def _masked(text: str) -> np.ndarray:
    """The sentence's vector without its figures, which are what differs."""
    for quantity in reversed(Tools.numbers(text)):
        text = f"{text[: quantity.start]} {text[quantity.end :]}"
    return Tools().embed_one(" ".join(text.split()))
