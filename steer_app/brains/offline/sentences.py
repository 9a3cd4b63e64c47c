"""Sentences with their offsets, and what kind of text each stretch is.

Only `prose` and `item` (a list item that is a sentence) are fit for quoting. The rest is told apart rather than thrown
away, so that a caller can say why a passage gave nothing.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from steer_app.brains.offline.lexicon import ABBREVIATIONS, CLOSING_ABBREVIATIONS

LEAST_WORDS, MOST_WORDS = 8, 60
QUOTABLE = frozenset({"prose", "item"})

_BLANK = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_BULLET = re.compile(r"[ \t]*(?:[-*+•‣◦▪–—]|\(?\d{1,2}[.)]|\(?[a-z][.)])[ \t]+")
_FENCE = re.compile(r"(?:```|~~~).*?(?:```|~~~|\Z)", re.S)
_END = re.compile(r"""[.!?…]+["'”’)\]]*(?=\s|$)""")
_OPENS = re.compile(r"""["'“‘(\[]*[A-Z0-9À-Þ]""")
_CODE_MARK = re.compile(r"[{};=<>$\\|]|::|->|=>|\(\)|^\s*(?:SELECT|CREATE|INSERT|ALTER|#|//|\$|>>>)", re.M)
_BOILERPLATE = re.compile(
    r"\b(?:is|are) (?:a |an |all |purely |entirely )*(?:fictional|fictitious|invented)\b|any resemblance to\b|"
    r"all rights reserved|copyright|©|\(c\) \d{4}|cookies?\b.{0,40}\b(?:accept|policy|settings)|privacy policy|"
    r"terms of (?:use|service)|subscribe to our|sign up (?:for|to)|^(?:please )?log ?in\b.{0,40}$|click here|read more|"
    r"table of contents|"
    r"^\s*(?:prev|next|up|home|skip to|share|print)\b.{0,40}$|unsubscribe|sent from my|page \d+ of \d+|"
    r"if you see anything in the documentation|please use this form|follow us|related articles",
    re.I,
)


@dataclass(frozen=True)
class Sentence:
    """`text` is the stretch [start, end) of what it was cut from, to the letter, line breaks included."""

    start: int
    end: int
    text: str
    kind: str
    """prose, item, heading, table, code, boilerplate or fragment."""

    @property
    def words(self) -> int:
        return len(self.text.split())

    @property
    def quotable(self) -> bool:
        return self.kind in QUOTABLE and LEAST_WORDS <= self.words <= MOST_WORDS


@lru_cache(maxsize=4096)
def sentences(text: str) -> tuple[Sentence, ...]:
    """All sentences in order, not overlapping, each with `text[s.start:s.end] == s.text`."""
    found: list[Sentence] = []
    for start, end, kind in _blocks(text):
        if kind:
            found += _trimmed(text, start, end, kind)
        else:
            found += _of_block(text, start, end)
    return tuple(found)


def quotable(text: str) -> tuple[Sentence, ...]:
    """The sentences that may be quoted: 8 to 60 words, whole, neither heading, table, code nor boilerplate."""
    return tuple(sentence for sentence in sentences(text) if sentence.quotable)


def _trimmed(text: str, start: int, end: int, kind: str) -> list[Sentence]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return [Sentence(start, end, text[start:end], kind)] if end > start else []


def _blocks(text: str):
    """(start, end, kind) of fenced code and of what lies between blank lines; kind "" is still to be judged."""
    at = 0
    for fence in _FENCE.finditer(text):
        yield from _between_blanks(text, at, fence.start())
        yield fence.start(), fence.end(), "code"
        at = fence.end()
    yield from _between_blanks(text, at, len(text))


def _between_blanks(text: str, start: int, end: int):
    at = start
    for blank in _BLANK.finditer(text, start, end):
        yield at, blank.start(), ""
        at = blank.end()
    yield at, end, ""


def _of_block(text: str, start: int, end: int) -> list[Sentence]:
    """Lines that stand for themselves (headings, rows, code, bullets) are cut off; the others run on."""
    found: list[Sentence] = []
    run_from, run_kind, before = start, "prose", ""
    at = start
    lines = text[start:end].splitlines(keepends=True)
    each_stands_alone = not _is_wrapped(lines)
    for line in lines:
        line_end = at + len(line)
        kind = _line_kind(line, before, text[line_end : line_end + 200])
        if kind in {"heading", "table", "code"}:
            found += _run(text, run_from, at, run_kind)
            found += _trimmed(text, at, line_end, kind)
            run_from, run_kind = line_end, "prose"
        elif kind == "item" or (each_stands_alone and at > start):
            found += _run(text, run_from, at, run_kind)
            bullet = _BULLET.match(line)
            run_from, run_kind = at + (bullet.end() if bullet else 0), "item"
        before = "" if kind in {"heading", "table", "code"} else line
        at = line_end
    return found + _run(text, run_from, end, run_kind)


def _is_wrapped(lines: list[str]) -> bool:
    """Whether line breaks only wrap: all lines but the last are about as long, and none is longer than a page is wide.

    Otherwise each line is a paragraph or an item of its own, and a sentence never runs on into the next.
    """
    widths = [len(line.strip()) for line in lines]
    widest = max(widths, default=0)
    closed = sum(line.rstrip().endswith((".", "!", "?")) for line in lines[:-1])
    is_even = widest <= 120 and all(width >= 0.6 * widest for width in widths[:-1])
    return len(lines) > 1 and is_even and 2 * closed < len(lines)


def _line_kind(line: str, before: str, after: str) -> str:
    bare = line.strip()
    if not bare:
        return ""
    if bare.startswith("#") and re.match(r"#{1,6}\s", bare):
        return "heading"
    if "\t" in bare or " | " in bare or bare.count("|") >= 2 or re.fullmatch(r"[-=+|: ]{3,}", bare):
        return "table"
    if _looks_like_code(bare):
        return "code"
    if _BULLET.match(line) and not _continues(before):
        return "item"
    if _looks_like_heading(bare, before, after):
        return "heading"
    return ""


def _continues(before: str) -> bool:
    """Whether the line before stops in mid-sentence, so that "12. March" is no list item."""
    bare = before.strip()
    return bool(bare) and bare[-1] not in ".!?:;" and bare[-1].islower() and not _BULLET.match(before)


def _looks_like_code(bare: str) -> bool:
    if re.match(r"(?:postgres|[\w-]+)[=#$%]*[#>$]\s", bare) or bare.startswith(("$ ", ">>> ", "# ")):
        return True
    marks = len(_CODE_MARK.findall(bare))
    letters = sum(char.isalpha() or char.isspace() for char in bare)
    return (marks >= 2 and letters < 0.8 * len(bare)) or (marks >= 1 and bare.endswith((";", "{", "}", ");")))


def _looks_like_heading(bare: str, before: str, after: str) -> bool:
    """Short, not closed, opened like a title, and not the first or a middle line of a wrapped sentence."""
    count = len(bare.split())
    if count > 14 or bare[-1] in '.!?;,…”"' or not re.match(r"[\W\d]*[A-Z\d]", bare):
        return False
    wraps_before = bool(before.strip()) and before.strip()[-1] not in ".!?:"
    following = after.lstrip(" \t")
    wraps_after = bool(following) and not following.startswith("\n") and following[0].islower()
    return not wraps_before and not wraps_after


def _run(text: str, start: int, end: int, kind: str) -> list[Sentence]:
    found: list[Sentence] = []
    at = start
    for close in _END.finditer(text, start, end):
        if close.end() < end and not _ends(text, start, close):
            continue
        found += _judged(text, at, close.end(), kind)
        at = close.end()
    return found + _judged(text, at, end, kind)


def _ends(text: str, start: int, close: re.Match[str]) -> bool:
    """Whether this punctuation ends a sentence: not after an abbreviation, an initial or before a small letter."""
    following = text[close.end() : close.end() + 80].lstrip()
    if not following:
        return True
    opens = bool(_OPENS.match(following))
    if not close.group().startswith(".") or close.group().startswith(".."):
        return opens or (close.group()[0] in "!?" and not following[0].islower())
    word = re.search(r"[^\s(\[\"'“‘]*$", text[max(start, close.start() - 40) : close.start()])
    before = word.group() if word else ""
    lowered = before.lower().replace(".", "")
    if re.fullmatch(r"[A-Z]", before) or re.fullmatch(r"(?:[A-Za-z]\.)+[A-Za-z]", before):
        # An initial ("J. Smith") never ends; "U.S." and "p.m." do only before a word that opens a sentence.
        return before.count(".") > 0 and lowered not in {"eg", "ie"} and _is_opener(following)
    if lowered in ABBREVIATIONS:
        return lowered in CLOSING_ABBREVIATIONS and opens and not following[0].isdigit()
    return opens


def _is_opener(following: str) -> bool:
    return bool(
        re.match(r"(?:The|A|An|In|It|This|These|That|They|We|He|She|But|And|If|When|For|At|On|However)\b", following)
    )


def _judged(text: str, start: int, end: int, kind: str) -> list[Sentence]:
    cut = _trimmed(text, start, end, kind)
    if not cut:
        return []
    sentence = cut[0]
    bare = sentence.text
    if _BOILERPLATE.search(bare):
        kind = "boilerplate"
    elif not re.search(r"""[.!?…]["'”’)\]]*$""", bare) or not re.match(r"""["'“‘(\[]*[A-Z0-9À-Þ]""", bare):
        kind = "fragment"  # a caption, a label, or a sentence that the passage's edge cut through
    elif _symbols(bare) > 0.3:
        kind = "code"
    return [Sentence(sentence.start, sentence.end, bare, kind)]


def _symbols(bare: str) -> float:
    solid = [char for char in bare if not char.isspace()]
    return sum(not char.isalnum() and char not in ".,'’:-()" for char in solid) / len(solid)
