"""Build the PDF, DOCX, PPTX and XLSX files of the sample collection from their texts in `text/`.

Run as `python steer_app/steer/samples/build.py [NAME ...]` with the development requirements installed; PDF files
need the distribution's Chromium (environment variable CHROMIUM, default /usr/bin/chromium). The results are committed,
so that nobody needs this to use the product. Dates inside the files are fixed: the same text and the same library
versions give the same bytes.
"""

import datetime
import io
import os
import re
import sys
import zipfile
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

HERE = Path(__file__).parent
TEXTS = HERE / "text"
COLLECTION = HERE / "mill_street"
MADE_AT = datetime.datetime(2025, 11, 30, 12, 0, 0)
BUILT = {
    "cabinet-report.pdf": "cabinet-report.html",
    "traffic-study.pdf": "traffic-study.html",
    "wendlecote-evaluation.pdf": "wendlecote-evaluation.html",
    "traders-letter.docx": "traders-letter.md",
    "accessibility-audit.docx": "accessibility-audit.md",
    "fire-service-statement.docx": "fire-service-statement.md",
    "public-meeting.pptx": "public-meeting.md",
    "budget.xlsx": "budget.txt",
    "survey-results.xlsx": "survey-results.txt",
}


def build(name: str) -> bytes:
    """Return the bytes of the built document `name`, a key of `BUILT`."""
    source = TEXTS / BUILT[name]
    match Path(name).suffix:
        case ".pdf":
            return pdf(source)
        case ".docx":
            return docx(source.read_text())
        case ".pptx":
            return pptx(source.read_text())
        case ".xlsx":
            return xlsx(source.read_text())
    raise ValueError(f"{name}: no way to build this kind of document")


def pdf(source: Path) -> bytes:
    """Print an HTML file with Chromium; page numbers come from print.css."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page()
        page.goto(source.resolve().as_uri())
        printed = page.pdf(prefer_css_page_size=True, tagged=True, outline=True)
        browser.close()
    stamp = MADE_AT.strftime("D:%Y%m%d%H%M%S+00'00'").encode()
    # A replacement of the same length keeps the offsets in the cross-reference table right.
    return re.sub(rb"D:\d{14}\+00'00'", stamp, printed)


def docx(text: str) -> bytes:
    """Make a Word document from some Markdown: headings, paragraphs, lists, pipe tables, one-line italics."""
    from docx import Document

    document = Document()
    document.core_properties.author = "SteerLab sample collection"
    document.core_properties.created = document.core_properties.modified = MADE_AT
    for block in blocks(text):
        first = block[0]
        if heading := re.match(r"(#+) (.*)", first):
            level = len(heading[1])
            document.add_heading(heading[2], level=level - 1)
            if level == 1:
                document.core_properties.title = heading[2]
        elif first.startswith("|"):
            add_table(document, table_rows(block))
        elif item := re.match(r"(- |\d+\. )", first):
            style = "List Bullet" if item[1] == "- " else "List Number"
            for line in block:
                document.add_paragraph(re.sub(r"^(- |\d+\. )", "", line), style=style)
        elif first.startswith("*"):
            document.add_paragraph().add_run(first.strip("*")).italic = True
        else:
            document.add_paragraph(" ".join(block))
    written = io.BytesIO()
    document.save(written)
    return with_fixed_dates(written.getvalue())


def add_table(document, rows: list[list[str]]) -> None:
    """Add a table with a header row to a Word document."""
    table = document.add_table(rows=0, cols=len(rows[0]), style="Table Grid")
    for row in rows:
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text


def pptx(text: str) -> bytes:
    """Make slides: "# title" starts one, "- " is a bullet, "|" a table row, "> Notes: " the speaker's notes."""
    from pptx import Presentation
    from pptx.util import Cm, Pt

    deck = Presentation()
    deck.core_properties.author = "SteerLab sample collection"
    deck.core_properties.created = deck.core_properties.modified = MADE_AT
    for slide_no, part in enumerate(re.split(r"^# ", text, flags=re.MULTILINE)[1:]):
        title, *lines = part.strip().splitlines()
        rows = table_rows([line for line in lines if line.startswith("|")])
        notes = [line.removeprefix("> Notes: ") for line in lines if line.startswith("> ")]
        body = [line.removeprefix("- ") for line in lines if line and not line.startswith(("|", "> "))]
        slide = deck.slides.add_slide(deck.slide_layouts[0 if slide_no == 0 else 5 if rows else 1])
        slide.shapes.title.text = title
        if rows:
            shape = slide.shapes.add_table(len(rows), len(rows[0]), Cm(1.5), Cm(5), Cm(22), Cm(8))
            for row_no, row in enumerate(rows):
                for column_no, cell_text in enumerate(row):
                    cell = shape.table.cell(row_no, column_no)
                    cell.text = cell_text
                    cell.text_frame.paragraphs[0].font.size = Pt(16)
        else:
            slide.placeholders[1].text = "\n".join(body)
        slide.notes_slide.notes_text_frame.text = "\n".join(notes)
    written = io.BytesIO()
    deck.save(written)
    return with_fixed_dates(written.getvalue())


def xlsx(text: str) -> bytes:
    """Make a workbook: "# name" starts a sheet, each further line is a row with cells parted by "|"."""
    from openpyxl import Workbook
    from openpyxl.styles import Alignment, Font

    workbook = Workbook()
    workbook.remove(workbook.active)
    workbook.properties.creator = "SteerLab sample collection"
    workbook.properties.created = MADE_AT
    for part in re.split(r"^# ", text, flags=re.MULTILINE)[1:]:
        name, *lines = part.strip().splitlines()
        sheet = workbook.create_sheet(name)
        for line in lines:
            sheet.append([cell_value(cell.strip()) for cell in line.split("|")])
        for cell in sheet[1]:
            cell.font = Font(bold=True)
        sheet.freeze_panes = "A2"
        for column in sheet.columns:
            width = max(len(str(cell.value or "")) for cell in column)
            sheet.column_dimensions[column[0].column_letter].width = min(60, width + 2)
            for cell in column:
                cell.alignment = Alignment(wrap_text=True, vertical="top")
    written = io.BytesIO()
    workbook.save(written)
    return with_fixed_dates(written.getvalue())


def cell_value(text: str) -> int | str | None:
    """Read a cell: whole numbers as numbers, nothing as an empty cell, the rest as text."""
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    return text or None


def blocks(text: str) -> Iterator[list[str]]:
    """Yield runs of lines that are not blank."""
    for is_text, lines in groupby(text.splitlines(), key=lambda line: bool(line.strip())):
        if is_text:
            yield list(lines)


def table_rows(lines: list[str]) -> list[list[str]]:
    """Split the lines of a pipe table into cells, without the rule below the header."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in rows if not all(set(cell) <= set("-") for cell in row)]


def with_fixed_dates(archive: bytes) -> bytes:
    """Rewrite a zip archive with one date on every entry and in the properties part."""
    stamp = MADE_AT.strftime("%Y-%m-%dT%H:%M:%SZ").encode()
    rewritten = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(rewritten, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            content = old.read(entry)
            if entry.filename == "docProps/core.xml":
                content = re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", stamp, content)
            fixed = zipfile.ZipInfo(entry.filename, MADE_AT.timetuple()[:6])
            fixed.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(fixed, content)
    return rewritten.getvalue()


if __name__ == "__main__":
    for name in sys.argv[1:] or BUILT:
        (COLLECTION / name).write_bytes(build(name))
        sys.stdout.write(f"built {name}\n")
