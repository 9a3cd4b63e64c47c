"""Markdown stays as it is written: offsets are those of the source, headings make its sections."""

import re
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from steer_app.sources.domain.blocks import SECTION_MARK, Block, Kind, Parsed, cleaned
from steer_app.sources.domain.statuses import Refused, Status
from steer_app.sources.parsing.charset import decoded

_KINDS = {"fence": Kind.CODE, "code_block": Kind.CODE, "html_block": Kind.CODE, "tr_open": Kind.ROW}

_MARKS = re.compile(r"(?:\s|>|#{1,6}(?=\s)|[-*+](?=\s)|\d{1,9}[.)](?=\s))*")
_CODE_MARK = re.compile(r"\n*")


def parse(path: Path, name: str) -> Parsed:
    source = decoded(path.read_bytes())
    if source is None:
        raise Refused(Status.CORRUPT, "The text breaks off into bytes that are not text.")
    text = cleaned(source)
    blocks = _blocks(text)
    title = next((text[b.start : b.end].strip("#=-\n ") for b in blocks if b.kind is Kind.HEADING), "")
    return Parsed("markdown", text, blocks, title=title)


def _blocks(text: str) -> list[Block]:
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    blocks: list[Block] = []
    sections: list[tuple[int, str]] = []
    depth = 0
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    for position, token in enumerate(tokens):
        depth += (token.type == "list_item_open") - (token.type == "list_item_close")
        kind = _kind(token, depth)
        if kind is None or token.map is None:
            continue
        if kind is Kind.HEADING:
            level = int(token.tag[1])
            sections = [(lv, name) for lv, name in sections if lv < level] + [(level, tokens[position + 1].content)]
        start, end = _stripped(text, kind, starts[token.map[0]], min(starts[token.map[1]], len(text)))
        if start < end and (not blocks or start >= blocks[-1].end):
            blocks.append(Block(start, end, kind, "", SECTION_MARK.join(name for _, name in sections)))
    return blocks


def _kind(token: Token, depth: int) -> Kind | None:
    if token.type == "heading_open":
        return Kind.HEADING
    if token.type == "paragraph_open":
        return Kind.ITEM if depth else Kind.PARAGRAPH
    return _KINDS.get(token.type)


def _stripped(text: str, kind: Kind, start: int, end: int) -> tuple[int, int]:
    """Without white space around it, and without the mark of a heading, an item or a quotation before it."""
    end = start + len(text[start:end].rstrip())
    mark = (_CODE_MARK if kind is Kind.CODE else _MARKS).match(text, start, end)
    return mark.end() if mark else start, end
