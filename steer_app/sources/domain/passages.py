"""Cuts a document into passages: what is indexed, found and cited."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from steer_app.sources.domain.blocks import SECTION_MARK, Block, Kind

LEAST_WORDS, MOST_WORDS = 90, 160
# The embedding model reads 256 word pieces; the rest is for its two marks and the heading that goes before.
MOST_PIECES = 220

_TOKEN = re.compile(r"\w+|[^\w\s]")
_SENTENCE_END = re.compile(r"(?<=[.!?;:])[\"'”’)\]]*\s+|\n+")


@dataclass(frozen=True)
class Span:
    """A passage to be: `text[start:end]`, within one section."""

    start: int
    end: int
    place: str
    section: str


@dataclass(frozen=True)
class _Unit:
    start: int
    end: int
    words: int
    pieces: int
    place: str


def split(text: str, blocks: Sequence[Block]) -> list[Span]:
    """Passages in order, without overlap, never across sections, of 90 to 160 words where the sections allow it.

    Every block that is not a heading lies in passages whole, save its white space. A heading goes with the text below
    it; one with nothing below it is a passage of its own, unless a deeper section follows.
    """
    groups = [(section, list(members)) for section, members in groupby(blocks, key=lambda block: block.section)]
    spans: list[Span] = []
    for position, (section, members) in enumerate(groups):
        following = groups[position + 1][0] if position + 1 < len(groups) else ""
        leads_on = following.startswith(section + SECTION_MARK)
        if leads_on and all(block.kind is Kind.HEADING for block in members):
            continue
        units = [unit for block in members for unit in _units(text, block)]
        spans.extend(Span(p[0].start, p[-1].end, p[0].place, section) for p in _packed(units))
    return spans


def pieces(text: str) -> int:
    """An upper estimate of the word pieces a BERT vocabulary makes of `text`: rare long words and numbers break up."""
    return sum(_token_pieces(token) for token in _TOKEN.findall(text))


def _token_pieces(token: str) -> int:
    if token.isascii() and token.isalpha():
        return 1 if len(token) <= 7 else 1 + (len(token) - 2) // 6
    if token.isascii():
        return max(1, (len(token) + 1) // 2)
    return len(token)


def _packed(units: Sequence[_Unit]) -> Iterator[list[_Unit]]:
    """Greedy, but a short rest goes back to its neighbour where it fits."""
    parts: list[list[_Unit]] = []
    for unit in units:
        if parts and (_fits([*parts[-1], unit]) and _words(parts[-1]) < LEAST_WORDS):
            parts[-1].append(unit)
        else:
            parts.append([unit])
    if len(parts) > 1 and _words(parts[-1]) < LEAST_WORDS // 2 and _fits(parts[-2] + parts[-1]):
        parts[-2:] = [parts[-2] + parts[-1]]
    return iter(parts)


def _words(part: Sequence[_Unit]) -> int:
    return sum(unit.words for unit in part)


def _fits(part: Sequence[_Unit]) -> bool:
    return _words(part) <= MOST_WORDS and sum(unit.pieces for unit in part) <= MOST_PIECES


def _units(text: str, block: Block) -> Iterator[_Unit]:
    """The block, or its sentences if it is too long for a passage, or stretches of words of a sentence too long."""
    whole = _unit(text, block.start, block.end, block.place)
    if _fits([whole]):
        yield whole
        return
    for start, end in _sentences(text, block.start, block.end):
        sentence = _unit(text, start, end, block.place)
        if _fits([sentence]):
            yield sentence
        else:
            yield from _stretches(text, start, end, block.place)


def _unit(text: str, start: int, end: int, place: str) -> _Unit:
    piece = text[start:end]
    return _Unit(start, end, len(piece.split()), pieces(piece), place)


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    at = start
    for match in _SENTENCE_END.finditer(text, start, end):
        if text[at : match.start()].strip():
            yield at, match.start()
        at = match.end()
    if text[at:end].strip():
        yield at, end


def _stretches(text: str, start: int, end: int, place: str) -> Iterator[_Unit]:
    """Runs of words up to the limit; a single word beyond it (a long hash, a script without blanks) is cut anywhere."""
    first = last = start
    for word in re.compile(r"\S{1,80}").finditer(text, start, end):
        if first < last and not _fits([_unit(text, first, word.end(), place)]):
            yield _unit(text, first, last, place)
            first = word.start()
        elif first == last:
            first = word.start()
        last = word.end()
    if first < last:
        yield _unit(text, first, last, place)
