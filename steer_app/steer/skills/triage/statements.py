"""The sentences that speak to a question, each with how much of it they name and the facts they hold."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from steer_app.brains.offline.dates import Date, dates
from steer_app.brains.offline.lexicon import MONTHS, STOP
from steer_app.brains.offline.names import names
from steer_app.brains.offline.numbers import numbers
from steer_app.brains.offline.sentences import QUOTABLE, Sentence, sentences
from steer_app.brains.offline.words import words
from steer_app.steer.skills.common import SourceText
from steer_app.steer.skills.triage.asked import Wanted
from steer_app.steer.skills.triage.facts import Fact, counted, facts
from steer_app.steer.skills.triage.kin import concepts, kin, marks

HEADING_WORDS = 12
"""Words of a line that heads what follows it."""
CAPITALS = 0.7
"""The share of a word's occurrences within sentences that have a capital, from which it is a name."""
_FORM = frozenset(
    words(
        "far long much many old year years date day share percentage proportion fraction money time times value number "
        "figure amount length distance"
    )
)
_LEANING = [["it"], ["they"], ["he"], ["she"], ["its"], ["their"], ["his"], ["her"]]
_WEEKDAYS = frozenset(words("monday tuesday wednesday thursday friday saturday sunday"))
_PRICED = kin("cost") | kin("money") | kin("pay")
_LABEL = re.compile(r"\b([A-Za-z]{3,}) ([A-Z]|[b-hj-z]|\d{1,3})\b(?!\s*(?:%|per cent))")
_PARTS = "share|part|portion|half|third|quarter|rest|most|some"
_WITHIN = re.compile(r"(?<=[a-z,] )[A-Za-z][\w'’]+")


@dataclass(frozen=True)
class Asked:
    """A question taken apart. What it is about must be named: `anchors` all, of `need` as much as the caller wants."""

    question: str
    wanted: Wanted
    anchors: frozenset[str]
    """Names, figures and identifiers, in small letters."""
    labels: tuple[tuple[str, str], ...]
    """("option", "A"): one of several of a kind."""
    days: tuple[Date, ...]
    months: frozenset[str]
    """Months without a year, in small letters."""
    proper: frozenset[str]
    """Words that the sources write with a capital, in small letters."""
    need: dict[str, frozenset[str]]
    """The other words of substance, each with what it counts as."""

    @property
    def heads(self) -> frozenset[str]:
        """What the needed words count as, with money's where it is asked for."""
        return frozenset().union(*self.need.values(), _PRICED if "money" in self.wanted.measures else ())

    @property
    def size(self) -> int:
        """How many things it names, with what is counted."""
        return len(self.need) + len(self.anchors) + len(self.labels) + len(self.days) + (self.wanted.kind == "count")


def taken_apart(question: str, wanted: Wanted, passages: tuple[SourceText, ...]) -> Asked:
    """A word counts as a name where the question, or most of the passages, write it with a capital."""
    labels = tuple(
        (noun.lower(), mark.upper()) for noun, mark in _LABEL.findall(wanted.rest) if noun.lower() not in STOP
    )
    days = tuple(dates(question))
    plain = _LABEL.sub(r"\1", wanted.rest)
    for day in reversed(dates(plain)):
        plain = f"{plain[: day.start]} {plain[day.end :]}"
    proper = capitalised(passages)
    capitals = {word.lower() for word in re.findall(r"\b[A-Z][\w'’]+", plain)} | proper
    months = frozenset({word.lower() for word in re.findall(r"\b[A-Z][a-z]+\b", plain)} & set(MONTHS))
    said = concepts(plain, _FORM | frozenset(counted(wanted)[:1] if wanted.kind == "count" else ()))
    if "money" in wanted.measures:
        said = {word: found for word, found in said.items() if not found & _PRICED}
    named = {word for word in said if word in capitals or re.search(r"[\d_]", word)}
    need = {word: found for word, found in said.items() if word not in named | months}
    return Asked(question, wanted, frozenset(map(_bare, named)), labels, days, months, proper, need)


def capitalised(passages: tuple[SourceText, ...]) -> frozenset[str]:
    """Words that the passages write with a capital inside their sentences, in small letters."""
    seen: dict[str, list[int]] = {}
    for source in passages:
        for word in _WITHIN.findall(source.text):
            row = seen.setdefault(word.lower(), [0, 0])
            row[0] += word[0].isupper()
            row[1] += 1
    return frozenset(word for word, (big, all_) in seen.items() if big >= CAPITALS * all_ and word not in STOP)


def _bare(word: str) -> str:
    return word.removesuffix("'s")


@dataclass(frozen=True)
class Statement:
    """A sentence that holds a fact of the wanted kind, and where it stands."""

    asked: Asked
    source: SourceText
    sentence: Sentence
    heading: str
    before: str
    """The sentence before it, "" if it opens its paragraph or section."""
    lead: str
    """The last sentence before it that is no item of a list."""

    @property
    def text(self) -> str:
        return self.sentence.text

    @cached_property
    def facts(self) -> list[Fact]:
        return facts(self.asked.wanted, self.text, self.asked.question)

    @cached_property
    def is_of_another(self) -> bool:
        """Whether it names something that the question does not: then what stands around it does not count for it."""
        told = {fact.name for fact in self.facts}
        return any(name not in told for name in self.others(self.text))

    def others(self, text: str) -> list[str]:
        """Names in a part of it that the question does not hold; a name may open the sentence."""
        asked = set(words(self.asked.question)) | _WEEKDAYS
        opening = words(text)[:1]
        asked |= {word for fact in self.facts for word in words(fact.name)}
        is_name = bool(opening) and opening[0] in self.asked.proper and opening[0] not in asked
        found = [name for name in names(text) if not set(words(name)) & asked]
        return found + opening if is_name else found

    @cached_property
    def leans(self) -> bool:
        """Whether it speaks of what the sentence before it names: "It was founded in 1968"."""
        return words(self.text)[:1] in _LEANING

    @cached_property
    def around(self) -> str:
        is_alone = self.is_of_another and not self.leans
        return self.heading if is_alone else f"{self.heading}\n{self.before}\n{self.source.title}"

    def names_the_thing(self, loosely: bool = False) -> bool:
        """Whether every name, figure, label and date of the question stands in it, or over or before it.

        `loosely`, or anywhere in its passage, unless it names something else.
        """
        around = f"{self.around}\n{self.source.text}" if loosely and not self.is_of_another else self.around
        known = {_bare(word) for word in words(f"{self.text}\n{around}")}
        return (
            self.asked.anchors <= known
            and not self._is_entry_of_another
            and self.asked.months <= set(words(f"{self.text}\n{self.around}"))
            and all(self._is_labelled(*label) for label in self.asked.labels)
            and all(self._is_of(day) for day in self.asked.days)
        )

    @property
    def _is_entry_of_another(self) -> bool:
        """Whether it stands under the identifier of something else: its figures are that one's."""
        wanted = {word for word in self.asked.anchors if "_" in word}
        heads = {word for word in words(self.heading) if "_" in word}
        return bool(wanted and heads and not wanted & heads)

    def _is_labelled(self, noun: str, mark: str) -> bool:
        """What stands around does not label a sentence that speaks of others of that kind."""
        has_own = re.search(rf"\b(?i:{re.escape(noun.rstrip('s'))}s?)\s(?:[A-Z]|\d{{1,3}})\b", self.text)
        return _has_label(self.text if has_own else f"{self.text}\n{self.around}", noun, mark)

    @cached_property
    def is_of_a_part(self) -> bool:
        """ "The borough's share of the cost" is not the cost."""
        asked = set(words(self.asked.question))
        wanted = [word for word in words(self.text) if kin(word) & self.asked.heads]
        whole = "|".join(map(re.escape, wanted)) or "$^"
        part = re.search(rf"\b({_PARTS}) of (?:the|its|their|all) (?:\w+ ){{0,2}}?(?:{whole})\b", self.text.lower())
        return part is not None and part[1] not in asked

    def _is_of(self, day: Date) -> bool:
        own = dates(self.text)
        return any(_covers(one, day) for one in own or dates(self.around))

    def missing(self, with_title: bool) -> set[str]:
        """The needed words that neither it nor what stands over or before it names."""
        around = self.around if with_title else f"{self.heading}\n{self.before if self.leans else ''}"
        known = marks(f"{self.text}\n{around}")
        return {word for word, found in self.asked.need.items() if not found & known}

    @cached_property
    def names_its_part(self) -> bool:
        """Whether it says most of what is needed itself: all of it, or half and two words at least."""
        own = marks(self.text)
        hits, need = sum(bool(found & own) for found in self.asked.need.values()), len(self.asked.need)
        return hits == need or (hits >= 2 and 2 * hits >= need)

    @cached_property
    def own_share(self) -> float:
        """The share of all that is asked about which stands in the sentence itself."""
        own, plain = marks(self.text), {_bare(word) for word in words(self.text)}
        hits = sum(bool(found & own) for found in self.asked.need.values()) + len(self.asked.anchors & plain)
        return hits / max(1, len(self.asked.need) + len(self.asked.anchors))


def _covers(said: Date, day: Date) -> bool:
    """Whether a date says at least what is asked: "12 June 1987" covers 1987."""
    pairs = ((said.year, day.year), (said.month, day.month), (said.day, day.day))
    return all(theirs is None or mine == theirs for mine, theirs in pairs)


def _has_label(text: str, noun: str, mark: str) -> bool:
    """ "Options A and B" have the label B."""
    return bool(re.search(rf"\b(?i:{re.escape(noun.rstrip('s'))})\w*\b[^.;:\n]{{0,30}}?\b{mark}\b", text))


def statements(asked: Asked, passages: tuple[SourceText, ...]) -> Iterator[Statement]:
    """All that hold a fact of the kind and may be of the thing asked about, in the order of the passages."""
    for source in passages:
        heading = before = lead = ""
        for one in sentences(source.text):
            if one.kind in {"heading", "fragment"} and one.words <= HEADING_WORDS:
                heading, before = one.text, ""
            statement = Statement(asked, source, one, heading if heading != one.text else "", before, lead)
            if statement.facts and statement.names_the_thing(loosely=True):
                yield statement
            if one.kind not in {"heading", "fragment"}:
                before = one.text if one.kind in QUOTABLE else ""
            lead = lead if one.kind == "item" else one.text


def rows(asked: Asked, passages: tuple[SourceText, ...]) -> Iterator[frozenset[float]]:
    """The bare figures of rows of tables, and of sentences, that name all that is asked about themselves."""
    noun = (
        frozenset().union(*(kin(word) for word in counted(asked.wanted)[:1])) if asked.wanted.kind == "count" else None
    )
    for source in passages:
        for one in sentences(source.text):
            statement = Statement(asked, source, one, "", "", "")
            named = statement.own_share == 1.0 and (noun is None or noun & marks(one.text))
            if not named or asked.days or not all(_has_label(one.text, *label) for label in asked.labels):
                continue
            bare = frozenset(number.low for number in numbers(one.text) if not number.unit or one.kind == "table")
            if bare and not statement.facts:
                yield bare
