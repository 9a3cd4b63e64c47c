"""PDF by pdfium. Its text has lines but no paragraphs: those, and headings, are read off sizes and gaps."""

import ctypes
import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium

from steer_app.sources.domain.blocks import Parsed, Writer, flowed
from steer_app.sources.domain.statuses import Refused, Status

# pdfium puts one of these where a line ends in a hyphen, and sets the next line right behind it.
_BROKEN_WORD = re.compile(r"[\x02\ufffe](?=[^\W\d_A-Z])")
_SOFT_HYPHEN = re.compile(r"[\x02\ufffe]")
_HYPHEN = re.compile(r"(?<=\w)[\u00ad\u2010-]$")
_ITEM = re.compile(r"(?:[•▪●◦–*-]|\(?\d{1,2}[.)]|\(?[a-z]\))\s+\S")
_NUMBERED = re.compile(r"\d+(?:\.\d+)*\.?\s+\S")


@dataclass(frozen=True)
class Line:
    """A line as printed: its text, font size and baseline in points (0 at the page's foot)."""

    text: str
    size: float
    base: float


def parse(path: Path, name: str) -> Parsed:
    try:
        pdf = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise Refused(Status.ENCRYPTED, "The PDF has a password. Save a copy without one and add that.") from error
        raise Refused(Status.CORRUPT, "The file begins like a PDF but is damaged; no page can be read.") from error
    pages: list[list[Line]] = []
    labels: list[str] = []
    pictures = 0
    for number in range(len(pdf)):
        try:
            page = pdf[number]
        except pypdfium2.PdfiumError:
            pages.append([])
        else:
            pages.append(list(_lines(page)))
            pictures += not pages[-1] and _has_picture(page)
            page.close()
        labels.append(pdf.get_page_label(number) or str(number + 1))
    if not any(pages):
        if pictures:
            scans = f"{len(pages)} scanned page{'' if len(pages) == 1 else 's'} without text"
            raise Refused(Status.IMAGE_ONLY, f"{scans}. Run text recognition on it first.")
        raise Refused(Status.EMPTY, "No page holds text.")
    title = flowed((pdf.get_metadata_dict(skip_empty=True) or {}).get("Title", ""))
    writer = Writer()
    write(writer, without_running_heads(pages), labels)
    notes = [f"{pictures} of {len(pages)} pages are pictures and were not read."] if pictures else []
    return Parsed("pdf", writer.text, writer.blocks, title=title, pages=len(pages), notes=notes)


def write(writer: Writer, pages: Sequence[Sequence[Line]], labels: Sequence[str]) -> None:
    """A paragraph that runs over a page's foot is one paragraph, placed where it begins."""
    body, pitch = _body_size(pages), _pitch(pages)
    gathered: list[str] = []

    def flush() -> None:
        text = joined(gathered)
        gathered.clear()
        (writer.item if _ITEM.match(text) else writer.paragraph)(text)

    for lines, label in zip(pages, labels, strict=True):
        before: Line | None = None
        widest = max((len(line.text) for line in lines), default=0)
        for line in lines:
            level = _heading_level(line, body)
            ended = before is None and gathered and _ends_sentence(gathered[-1])
            if before is not None and gathered:
                ended = before.base - line.base > 1.45 * pitch or before.base < line.base - pitch
                ended = ended or (_ends_sentence(before.text) and len(before.text) < 0.75 * widest)
            if ended or level or _ITEM.match(line.text):
                flush()
            writer.place = writer.place if gathered else f"page {label}"
            if level:
                writer.heading(line.text, level)
            else:
                gathered.append(line.text)
            before = line
    flush()


def joined(lines: Sequence[str]) -> str:
    """Lines as one, words that were hyphenated at a line's end whole again."""
    text = ""
    for line in lines:
        text = text[:-1] + line if _HYPHEN.search(text) and line[:1].islower() else f"{text} {line}" if text else line
    return text


def without_running_heads(pages: Sequence[Sequence[Line]]) -> list[list[Line]]:
    """Drops first and last lines that, numbers aside, stand on at least a third of the pages (four at least).

    Where nothing else stands on any page, as on slips and labels, they are the text, and all of it stays.
    """
    seen = Counter(key for lines in pages for key in {_key(line) for line in _edges(lines)})
    least = max(4, len(pages) // 3)
    heads = {key for key, count in seen.items() if count >= least}
    kept = []
    for lines in pages:
        edges = {id(line) for line in _edges(lines)}
        kept.append([line for line in lines if id(line) not in edges or _key(line) not in heads])
    return kept if any(kept) else [list(lines) for lines in pages]


def _edges(lines: Sequence[Line]) -> list[Line]:
    return [*lines[:2], *lines[-2:]]


def _key(line: Line) -> str:
    return re.sub(r"\d+|\b[ivxlc]+\b", "#", line.text.lower())


def _lines(page: pypdfium2.PdfPage) -> Iterator[Line]:
    textpage = page.get_textpage()
    at = 0
    box = [ctypes.c_double() for _ in range(4)]
    for raw in textpage.get_text_range().split("\n"):
        text = flowed(_SOFT_HYPHEN.sub("-", _BROKEN_WORD.sub("", raw)))
        if text:
            first = at + len(raw) - len(raw.lstrip())
            size = pdfium.FPDFText_GetFontSize(textpage, first)
            pdfium.FPDFText_GetCharBox(textpage, first, *(ctypes.byref(side) for side in box))
            yield Line(text, round(size, 1), box[2].value)
        at += len(raw) + 1
    textpage.close()


def _has_picture(page: pypdfium2.PdfPage) -> bool:
    return any(True for _ in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=3))


def _body_size(pages: Sequence[Sequence[Line]]) -> float:
    sizes: Counter[float] = Counter()
    for lines in pages:
        for line in lines:
            sizes[line.size] += len(line.text)
    return max(sizes, key=lambda size: (sizes[size], -size))


def _pitch(pages: Sequence[Sequence[Line]]) -> float:
    """The usual distance between two lines of a paragraph, in points."""
    gaps: Counter[float] = Counter()
    for lines in pages:
        for upper, lower in itertools.pairwise(lines):
            if 4 < upper.base - lower.base < 40:
                gaps[round(upper.base - lower.base)] += 1
    return max(gaps, key=lambda gap: (gaps[gap], -gap)) if gaps else 14.0


def _heading_level(line: Line, body: float) -> int:
    """1 to 3 for short lines set larger than the body, 0 for the rest."""
    words = line.text.split()
    if not 1 <= len(words) <= 14 or not any(char.isalpha() for char in line.text) or line.size < 1.12 * body:
        return 0
    if _ends_sentence(line.text) and not _NUMBERED.match(line.text):
        return 0
    return 1 if line.size >= 1.6 * body else 2 if line.size >= 1.3 * body else 3


def _ends_sentence(text: str) -> bool:
    return text.rstrip("\"'”’)]").endswith((".", "!", "?", ":"))
