"""Plain text and tables of plain text."""

import re
from pathlib import Path

from steer_app.sources.domain.blocks import Parsed, Writer
from steer_app.sources.domain.statuses import Refused, Status
from steer_app.sources.parsing.charset import decoded

_BREAK = re.compile(r"\n[ \t\f]*\n+")
_ITEM = re.compile(r"\s*(?:[-*•–+]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+\S")
_RULE = re.compile(r"\s*([=\-~^#*])\1{2,}\s*$")


def parse(path: Path, name: str) -> Parsed:
    text = decoded(path.read_bytes())
    if text is None:
        raise Refused(Status.CORRUPT, "The text breaks off into bytes that are not text.")
    writer = Writer()
    if name.lower().endswith((".csv", ".tsv")):
        _rows(writer, text, "\t" if name.lower().endswith(".tsv") else ",")
    else:
        write(writer, text)
    return Parsed("text", writer.text, writer.blocks)


def write(writer: Writer, text: str) -> None:
    """Paragraphs between empty lines; underlined lines are headings, bullets items, indented stretches code."""
    for chunk in _BREAK.split(text.replace("\r\n", "\n").replace("\r", "\n")):
        lines = chunk.strip("\n").split("\n")
        if len(lines) >= 2 and _RULE.match(lines[1]) and 0 < len(lines[0].strip()) <= 100 and not _RULE.match(lines[0]):
            writer.heading(lines[0], 1 if "=" in lines[1] else 2)
            lines = lines[2:]
        _body(writer, lines)


def _body(writer: Writer, lines: list[str]) -> None:
    if not any(line.strip() for line in lines):
        return
    if all(line.startswith(("    ", "\t")) for line in lines if line.strip()):
        writer.code("\n".join(lines))
    elif _ITEM.match(lines[0]):
        for item in _items(lines):
            writer.item(item)
    elif len(lines) >= 2 and all("\t" in line.strip() or line.count("|") >= 2 for line in lines):
        for line in lines:
            writer.row(re.split(r"\t|\|", line.strip().strip("|")))
    else:
        writer.paragraph("\n".join(lines))


def _items(lines: list[str]) -> list[str]:
    """Lines that go on an item belong to it."""
    items: list[str] = []
    for line in lines:
        if _ITEM.match(line) or not items:
            items.append(line)
        else:
            items[-1] += "\n" + line
    return items


def _rows(writer: Writer, text: str, separator: str) -> None:
    import csv
    import io

    for row in csv.reader(io.StringIO(text), delimiter=separator):
        writer.row(row)
