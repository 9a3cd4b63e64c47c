"""A document as text and typed stretches of it."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

SECTION_MARK = " > "


class Kind(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "list item"
    ROW = "table row"
    CODE = "code"


@dataclass(frozen=True)
class Block:
    """`text[start:end]` of its document. `place` is a page, slide or sheet in words; `section` the path of headings."""

    start: int
    end: int
    kind: Kind
    place: str = ""
    section: str = ""


@dataclass
class Parsed:
    """What a parser made of one file. `attached` are files inside it, as (name, bytes), still to be parsed."""

    kind: str
    text: str
    blocks: list[Block]
    title: str = ""
    pages: int = 0
    notes: list[str] = field(default_factory=list)
    attached: list[tuple[str, bytes]] = field(default_factory=list)


def packed(blocks: Sequence[Block]) -> dict:
    """Blocks as small JSON: places and sections are written once and pointed to."""
    places, sections = _Table(), _Table()
    rows = [[b.start, b.end, b.kind.value, places[b.place], sections[b.section]] for b in blocks]
    return {"places": list(places), "sections": list(sections), "blocks": rows}


def unpacked(stored: dict) -> list[Block]:
    """The inverse of `packed`."""
    if not stored:
        return []
    places, sections = stored["places"], stored["sections"]
    return [Block(start, end, Kind(kind), places[p], sections[s]) for start, end, kind, p, s in stored["blocks"]]


class _Table(dict):
    def __missing__(self, value: str) -> int:
        self[value] = len(self)
        return self[value]


# Control characters, lone surrogates and non-characters: PostgreSQL stores no NUL, and none of them is text.
_NOT_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufeff\ufffe\uffff]")
_BLANKS = re.compile(r"[^\S\n]+")
_SPACES = re.compile(r"\s+")


def cleaned(text: str) -> str:
    """NFC, newlines as \\n, nothing that is not text."""
    text = _NOT_TEXT.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return unicodedata.normalize("NFC", text)


def flowed(text: str) -> str:
    """Cleaned, every run of white space one blank."""
    return _SPACES.sub(" ", cleaned(text)).strip()


class Writer:
    """Builds text and blocks side by side, so that offsets cannot drift.

    Headings keep the section path: a heading of level n closes all of level >= n. `place` is stamped on what follows.
    """

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.place = ""
        self._pieces: list[str] = []
        self._length = 0
        self._path: list[tuple[int, str]] = []

    @property
    def text(self) -> str:
        return "".join(self._pieces)

    def heading(self, text: str, level: int) -> None:
        text = flowed(text)
        if text:
            self._path = [(lv, name) for lv, name in self._path if lv < level] + [(level, text)]
            self._write(text, Kind.HEADING, "\n\n")

    def caption(self, text: str) -> None:
        """A heading that opens no section: the title of a box or a figure."""
        self._write(flowed(text), Kind.HEADING, "\n\n")

    def leave(self, level: int) -> None:
        """Closes the sections of this level and deeper."""
        self._path = [(lv, name) for lv, name in self._path if lv < level]

    def paragraph(self, text: str) -> None:
        self._write(flowed(text), Kind.PARAGRAPH, "\n\n")

    def item(self, text: str) -> None:
        self._write(flowed(text), Kind.ITEM, "\n")

    def row(self, cells: Sequence[str]) -> None:
        kept = [flowed(cell) for cell in cells]
        while kept and not kept[-1]:
            kept.pop()
        if any(kept):
            self._write(" | ".join(kept), Kind.ROW, "\n")

    def code(self, text: str) -> None:
        self._write(
            _BLANKS.sub(lambda m: m[0].replace("\t", "    "), cleaned(text)).strip("\n").rstrip(), Kind.CODE, "\n\n"
        )

    def _write(self, text: str, kind: Kind, gap: str) -> None:
        if not text:
            return
        if self.blocks:
            self._put(gap if self.blocks[-1].kind is kind else "\n\n")
        section = SECTION_MARK.join(name for _, name in self._path)
        self.blocks.append(Block(self._length, self._length + len(text), kind, self.place, section))
        self._put(text)

    def _put(self, text: str) -> None:
        self._pieces.append(text)
        self._length += len(text)
