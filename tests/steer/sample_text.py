"""The plain text of the sample documents, read apart from the product's own parsers so that it can check them."""

import mailbox
import re
from collections.abc import Callable
from email import message_from_bytes, policy
from pathlib import Path

import docx
import lxml.html
import openpyxl
import pptx
import pypdfium2


def words(path: Path) -> str:
    """Return the text of a sample document with runs of white space as one space."""
    return re.sub(r"\s+", " ", READERS[path.suffix](path)).strip()


def _pdf(path: Path) -> str:
    """Join the pages without their "2 / 5" labels, so that a sentence may run across a page break."""
    with pypdfium2.PdfDocument(path) as document:
        pages = [page.get_textpage().get_text_range() for page in document]
    return " ".join(re.sub(rf"\b{no} / {len(pages)}\b", "", page) for no, page in enumerate(pages, 1))


def _docx(path: Path) -> str:
    document = docx.Document(path)
    paragraphs = [paragraph.text for paragraph in document.paragraphs]
    cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
    return "\n".join(paragraphs + cells)


def _pptx(path: Path) -> str:
    texts = []
    for slide in pptx.Presentation(path).slides:
        texts += [shape.text_frame.text for shape in slide.shapes if shape.has_text_frame]
        texts += [cell.text for shape in slide.shapes if shape.has_table for cell in shape.table.iter_cells()]
        texts.append(slide.notes_slide.notes_text_frame.text)
    return "\n".join(texts)


def _xlsx(path: Path) -> str:
    rows = [row for sheet in openpyxl.load_workbook(path) for row in sheet.iter_rows(values_only=True)]
    return "\n".join(str(value) for row in rows for value in row if value is not None)


def _html(path: Path) -> str:
    page = lxml.html.fromstring(path.read_bytes())
    return " ".join(page.find("body").itertext())


def _eml(path: Path) -> str:
    return message_from_bytes(path.read_bytes(), policy=policy.default).get_content()


def _mbox(path: Path) -> str:
    return "\n".join(message.get_payload(decode=True).decode() for message in mailbox.mbox(path, create=False))


READERS: dict[str, Callable[[Path], str]] = {
    ".pdf": _pdf,
    ".docx": _docx,
    ".pptx": _pptx,
    ".xlsx": _xlsx,
    ".html": _html,
    ".md": Path.read_text,
    ".txt": Path.read_text,
    ".eml": _eml,
    ".mbox": _mbox,
}
