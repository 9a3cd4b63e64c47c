"""Markdown stays as it is written: offsets are those of the source, headings make its sections."""

from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from steer_app.sources.domain.blocks import SECTION_MARK, Block, Kind, Parsed, cleaned
from steer_app.sources.domain.statuses import Refused, Status
from steer_app.sources.parsing.charset import decoded

_KINDS = {"fence": Kind.CODE, "code_block": Kind.CODE, "html_block": Kind.CODE, "tr_open": Kind.ROW}


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
        start, end = _stripped(text, starts[token.map[0]], min(starts[token.map[1]], len(text)))
        if start < end and (not blocks or start >= blocks[-1].end):
            blocks.append(Block(start, end, kind, "", SECTION_MARK.join(name for _, name in sections)))
    return blocks


def _kind(token: Token, depth: int) -> Kind | None:
    if token.type == "heading_open":
        return Kind.HEADING
    if token.type == "paragraph_open":
        return Kind.ITEM if depth else Kind.PARAGRAPH
    return _KINDS.get(token.type)


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), end - (len(piece) - len(piece.rstrip()))
