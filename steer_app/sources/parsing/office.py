"""Word, PowerPoint and Excel."""

import re
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from steer_app.sources.domain.blocks import Parsed, Writer, flowed
from steer_app.sources.domain.statuses import Refused, Status

T = TypeVar("T")

_HEADING = re.compile(r"heading (\d)", re.I)


def parse_docx(path: Path, name: str) -> Parsed:
    import docx

    document = _opened(lambda file: docx.Document(str(file)), path)
    writer = Writer()
    _write_word(writer, document.iter_inner_content())
    return Parsed("docx", writer.text, writer.blocks, title=flowed(document.core_properties.title or ""))


def _write_word(writer: Writer, content: Iterable) -> None:
    """Paragraphs and tables in the order of the page; tables inside cells after the row they are in."""
    from docx.table import Table

    for part in content:
        if isinstance(part, Table):
            for row in part.rows:
                cells = {cell._tc: cell for cell in row.cells}
                writer.row([cell.text for cell in cells.values()])
                for cell in cells.values():
                    _write_word(writer, cell.tables)
            continue
        style = (part.style.name or "") if part.style is not None else ""
        if found := _HEADING.match(style):
            writer.heading(part.text, int(found[1]))
        elif style == "Title":
            writer.heading(part.text, 0)
        elif style.startswith("List") or part._p.find(".//{*}numPr") is not None:
            writer.item(part.text)
        elif "code" in style.lower() or style == "HTML Preformatted":
            writer.code(part.text)
        else:
            writer.paragraph(part.text)


def parse_pptx(path: Path, name: str) -> Parsed:
    import pptx

    deck = _opened(lambda file: pptx.Presentation(str(file)), path)
    writer = Writer()
    slides = list(deck.slides)
    for number, slide in enumerate(slides, 1):
        writer.place = f"slide {number}"
        title = slide.shapes.title
        writer.leave(1)
        if title is not None and title.text_frame.text.strip():
            writer.heading(title.text_frame.text, 1)
        for shape in slide.shapes:
            if title is None or shape.shape_id != title.shape_id:
                _write_shape(writer, shape)
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
            writer.place = f"slide {number}, notes"
            for paragraph in slide.notes_slide.notes_text_frame.text.split("\n"):
                writer.paragraph(paragraph)
    return Parsed("pptx", writer.text, writer.blocks, title=flowed(deck.core_properties.title or ""), pages=len(slides))


def _write_shape(writer: Writer, shape) -> None:
    for inner in getattr(shape, "shapes", ()):
        _write_shape(writer, inner)
    if getattr(shape, "has_table", False) and shape.has_table:
        for row in shape.table.rows:
            writer.row([cell.text for cell in row.cells])
    elif shape.has_text_frame:
        paragraphs = [paragraph.text for paragraph in shape.text_frame.paragraphs if paragraph.text.strip()]
        for text in paragraphs:
            (writer.item if len(paragraphs) > 1 else writer.paragraph)(text)


def parse_xlsx(path: Path, name: str) -> Parsed:
    """Rows as lines, values as last calculated; formulas that no program has calculated have none and are counted."""
    import openpyxl

    book = _opened(lambda file: openpyxl.load_workbook(file.open("rb"), read_only=True, data_only=True), path)
    formulas = openpyxl.load_workbook(path.open("rb"), read_only=True)
    writer = Writer()
    uncalculated = 0
    for sheet in book.worksheets:
        writer.place = f"sheet {sheet.title}"
        writer.heading(sheet.title, 1)
        for values, sources in zip(sheet.iter_rows(values_only=True), _rows(formulas[sheet.title]), strict=False):
            writer.row([_shown(value) for value in values])
            uncalculated += sum(
                value is None and isinstance(source, str) and source.startswith("=")
                for value, source in zip(values, sources, strict=False)
            )
    if all(block.kind == "heading" for block in writer.blocks):
        raise Refused(Status.EMPTY, "No sheet holds a value.")
    notes = [f"Formulas that were never calculated and have no value: {uncalculated}."] if uncalculated else []
    return Parsed("xlsx", writer.text, writer.blocks, pages=len(book.worksheets), notes=notes)


def _rows(sheet) -> Iterable[tuple]:
    return sheet.iter_rows(values_only=True)


def _shown(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.10g}"
    return str(value).removesuffix(" 00:00:00")


def _opened(opener: Callable[[Path], T], path: Path) -> T:
    """The libraries raise whatever they trip over; all of it means the same to the file's owner."""
    try:
        return opener(path)
    except MemoryError:
        raise
    except (zipfile.BadZipFile, KeyError, ValueError, OSError, AttributeError, TypeError, SyntaxError) as error:
        raise Refused(Status.CORRUPT, "The file is damaged: its parts cannot be read.") from error
