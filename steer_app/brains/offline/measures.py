"""Matters that are told in figures: the words people use of each, and the kinds of amounts that settle it.

The expected type of an answer (Li and Roth 2002, made small): "takings" are told in money or as a share of the year
before, "how far" in metres. A ring joins words of one matter that a short vector does not: takings, turnover, sales.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from steer_app.brains.offline.lexicon import CURRENCIES, WEAK
from steer_app.brains.offline.names import names
from steer_app.brains.offline.numbers import Quantity, numbers
from steer_app.brains.offline.words import stems, words

MONEY, SHARE, DISTANCE, DURATION, CLOCK, BYTES, COUNT = (
    "money", "share", "distance", "duration", "clock", "bytes", "count",
)  # fmt: skip
ANY = frozenset({MONEY, SHARE, DISTANCE, DURATION, BYTES, COUNT})
LONG = 5
STATES = 0.6
OTHERS = 5
"""Further words of each matter that a search takes along."""
NEAR = 5
"""Words between a bare count and the thing that is counted."""

_UNITS = {
    **dict.fromkeys(CURRENCIES.values(), MONEY),
    "%": SHARE,
    **dict.fromkeys(("m", "km", "mile", "foot", "feet", "yard", "cm", "mm"), DISTANCE),
    **dict.fromkeys(("second", "minut", "hour", "day", "week", "month", "year", "ms"), DURATION),
    **dict.fromkeys(("kb", "mb", "gb", "tb", "byte"), BYTES),
}
_CLOCK = re.compile(r"\b\d{1,2}[:.]\d\d\b(?! (?:per|million|pounds))")
# "Lines 3, 7 and 12", "number 52": a name, not an amount.
_NAMES = re.compile(r"\b(?:lines?|numbers?|nos?\.|options?|rooms?|points?)\s+(?:\d+[a-z]?(?:, | and |, and ))*$", re.I)


@dataclass(frozen=True)
class Ring:
    """Words of one matter, as stems, and the kinds of amounts in which it is told."""

    stems: frozenset[str]
    kinds: frozenset[str]
    words: tuple[str, ...]
    evoked_by: frozenset[str]
    """Stems of a question that call it up: people who walk to school are no matter of wheelchairs."""


def matter_stems(text: str) -> list[str]:
    """Stems of the content words, but a noun in -ings stays one: the stem of "takings" is that of "take"."""
    named = [word for word in words(text) if word.endswith("ings") and len(word) > LONG]
    return [*stems(" ".join(word for word in words(text) if word not in named)), *named]


def _ring(kinds: str, listed: str) -> Ring:
    evoking = " ".join(word for word in listed.split() if not word.startswith("~"))
    members = listed.replace("~", "")
    return Ring(
        frozenset(matter_stems(members)),
        frozenset(kinds.split()),
        tuple(members.split()),
        frozenset(matter_stems(evoking)),
    )


RINGS = (
    _ring("money", "cost costs costing price bill expense expenses capital ~treasurer"),
    _ring("money share", "budget reserve reserves overrun contingency unforeseen risk risks ~repay ~deficit"),
    _ring("money share", "takings turnover sales revenue earnings payments ~spending receipts income profit trade"),
    _ring("money share", "rent rents rental lease leases ~tenant ~tenants ~landlord ~landlords ~freehold"),
    _ring("money", "grant grants subsidy subsidies funding fund"),
    _ring("money share", "wage wages salary salaries ~pay ~income"),
    _ring("count share", "traffic vehicle vehicles ~lorry ~lorries ~cars displaced"),
    _ring("share count", "air pollution emissions nitrogen dioxide particulates ozone pollutants"),
    _ring("count share", "safety accident accidents collision collisions injury injuries injured casualties"),
    _ring("distance share count", "far disabled disability badge wheelchair mobility crutches ~walk ~walking"),
    _ring("count distance", "parking bay bays spaces"),
    _ring("share clock count", "delivery deliveries loading ~goods freight unloading ~lorry"),
    _ring("duration share", "bus buses passenger passengers line lines journey journeys delay delays ~stop ~stops"),
    _ring("share count", "evidence study studies claim claims proof prove evaluation lesson lessons"),
    _ring("share count", "vacancy vacant empty ~closed ~opened"),
    _ring("share count", "support supported opposed opposition approval vote votes voted"),
    _ring("bytes share", "disk storage file files memory size"),
    _ring("duration", "fast faster slow slower speed latency performance"),
    _ring("share count", "noise loud decibel decibels quiet"),
    _ring("share count", "temperature ~warm cold winter"),
)  # fmt: skip
# A figure that is the result of something, not of how it was asked or counted.
_FINDS = re.compile(
    r"\b(?:rose|risen|rise|fell|fallen|falls?|grew|grown|increase\w*|decrease\w*|declin\w+|reduc\w+|gain(?:ed|s)?|los[et]s?|"
    r"lower\w*|higher|more|fewer|less|slower|longer|faster|cheaper|shorter|greater|larger|smaller|better|worse|adds?|added|"
    r"minus|plus|against|instead of|costs?|cannot|would|will|must|needs?|only|up by|down by|recovered|disappear\w*|"
    r"from (?:\w+ )?\d[\d,.]* to \d)\b",
    re.I,
)
_IN_RINGS = frozenset(word for ring in RINGS for word in ring.evoked_by)
_OPEN = re.compile(r"\bwhat happened\b", re.I)
_EFFECT = re.compile(
    r"\b(?:do to|change for|change in|effects? (?:of|on)|impact|happen to|figures|how (?:much|many|far|long|often|"
    r"large|big|high|fast)|costs?|share|learn|lessons?|happened|worth)\b",
    re.I,
)


@dataclass(frozen=True)
class Sought:
    """One thing that a question wants to be told."""

    text: str
    stems: frozenset[str]
    related: frozenset[str]
    """Stems of the same matter, beside its own."""
    kinds: frozenset[str]
    """Kinds of amounts that would settle it; empty if no figure would."""
    asks_where: bool
    other_words: tuple[str, ...]
    """A few words of the same matter, each of another stem, for a search."""


def is_of_effects(text: str) -> bool:
    """Whether a question asks what something does, changes or costs, or how much of it there is."""
    return bool(_EFFECT.search(text))


def as_it_stands(text: str) -> Sought:
    """A matter told in words: no figure settles it, and it is looked for by itself."""
    return Sought(text, frozenset(matter_stems(text)), frozenset(), frozenset(), False, ())


@cache
def sought(text: str) -> Sought:
    """A matter, and the figures that would settle it."""
    every = {word: set(matter_stems(word)) for word in words(text)}
    telling = [held for word, held in every.items() if word not in WEAK or held & _IN_RINGS]
    own = frozenset().union(*telling) or frozenset(matter_stems(text))
    is_open = bool(_OPEN.search(text))  # what happened may be of any matter
    rings = [] if is_open else [ring for ring in RINGS if ring.evoked_by & own]
    kinds = frozenset(kind for ring in rings for kind in ring.kinds)
    if is_open or (not kinds and _EFFECT.search(text)):
        kinds = ANY
    related = frozenset(word for ring in rings for word in ring.stems) - own
    asks_where = text.lower().startswith("where ")
    return Sought(text, own, related, kinds, asks_where, _one_of_each([ring.words for ring in rings], own))


def _one_of_each(lists: Iterable[Iterable[str]], own: frozenset[str]) -> tuple[str, ...]:
    kept: dict[str, str] = {}
    for listed in lists:
        fresh: dict[str, str] = {}
        for word in listed:
            (of_word,) = matter_stems(word) or ("",)
            if of_word and of_word not in own and of_word not in kept:
                fresh.setdefault(of_word, word)
        kept |= dict(list(fresh.items())[:OTHERS])
    return tuple(kept.values())


def settles(text: str, matter: Sought, common: Iterable[str] = (), context: Iterable[str] = ()) -> float:
    """How far it settles the matter with a figure, in [0, 1]: 0 without an amount of a kind that is wanted or without a
    word of the matter, in it or in its `context`; less than 1 if nothing says that it grew, fell or has to be so.

    A bare count has to stand beside what it counts.
    """
    telling = (matter.stems | matter.related) - set(common)
    if not matter.kinds or not telling & {*matter_stems(text), *context}:
        return 0.0
    is_clock = CLOCK in matter.kinds and bool(_CLOCK.search(text))
    near = telling | set(context)
    if not is_clock and not any(_counts(text, quantity, matter, near) for quantity in numbers(text)):
        return 0.0
    if matter.asks_where:
        elsewhere = {word for name in names(text) for word in matter_stems(name)} - set(common)
        return 1.0 if elsewhere else STATES
    return 1.0 if _FINDS.search(text) else STATES


def _counts(text: str, quantity: Quantity, matter: Sought, telling: Iterable[str]) -> bool:
    kind = kind_of(text, quantity)
    if kind not in matter.kinds:
        return False
    return kind != COUNT or bool(set(telling) & set(around(text, quantity, NEAR)))


def kind_of(text: str, quantity: Quantity) -> str:
    """The kind of an amount as it stands in a text; "" for a number that only names something."""
    if _NAMES.search(text[: quantity.start]) or _CLOCK.match(text, quantity.start):
        return ""
    return _UNITS.get(quantity.unit, COUNT)


def around(text: str, quantity: Quantity, words: int) -> list[str]:
    """Stems of the words on either side of an amount, nearest sentence part only."""
    before, after = text[: quantity.start].split()[-words:], text[quantity.end :].split()[:words]
    return matter_stems(" ".join([*before, *after]))
