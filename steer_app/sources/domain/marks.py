"""Which words of a passage answer to the words of a query."""

import re
from collections.abc import Set
from dataclasses import dataclass
from itertools import groupby

from steer_app.sources.domain import words

_TOKEN = re.compile(r"\d+(?:[.,]\d+)+|\w+")
_WORD = re.compile(r"\d+(?:[.,]\d+)+|\w+(?:[-'’]\w+)*")
_PART = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Piece:
    """A stretch of the text; the pieces in order are the text."""

    text: str
    marked: bool


def marked(text: str, asked: Set[str]) -> list[Piece]:
    """The text with every word marked whose stem is in `asked` (`words.terms` of the query).

    Of a name such as `max_wal_size` the parts that match are marked, or all of it if it was asked for whole.
    """
    inside = [False] * len(text)
    for token in _TOKEN.finditer(text):
        for start, end in _matches(token[0], asked):
            inside[token.start() + start : token.start() + end] = [True] * (end - start)
    runs = groupby(zip(text, inside, strict=True), key=lambda pair: pair[1])
    return [Piece("".join(char for char, _ in members), is_marked) for is_marked, members in runs]


def said(query: str, text: str) -> tuple[int, int]:
    """How many of the query's words the text says, and how many there are; stop words are none."""
    spoken = set(words.terms(text))
    asked = {frozenset(words.terms(token)) for token in _WORD.findall(query)} - {frozenset()}
    return sum(terms <= spoken for terms in asked), len(asked)


def _matches(token: str, asked: Set[str]) -> list[tuple[int, int]]:
    """Stretches of the token."""
    found = words.terms(token)
    if found and found[-1] in asked and (len(found) == 1 or "_" in found[-1]):
        return [(0, len(token))]
    parts = [(part.start(), part.end()) for part in _PART.finditer(token)]
    return [(start, end) for start, end in parts if not asked.isdisjoint(words.terms(token[start:end]))]
