"""Real files of every kind, made by the libraries that people's programs use."""

import io
import struct
import zipfile
from collections.abc import Sequence
from email.message import EmailMessage

import docx
import openpyxl
import pptx
from pptx.util import Inches


def pdf(pages: Sequence[Sequence[tuple[float, str]]], *, picture: bool = False, encrypt: str = "") -> bytes:
    """Pages of (font size, line), set from the top down; with `picture` a one-pixel image on each page."""
    objects: list[bytes] = [b"<</Type/Catalog/Pages 2 0 R>>", b"", b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"]
    objects.append(
        b"<</Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Length 1>>"
        b"stream\n\x80\nendstream"
    )
    kids = []
    for lines in pages:
        content, y = [], 760.0
        for size, line in lines:
            y -= size * 1.3
            escaped = line.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
            content.append(f"BT /F {size} Tf 72 {y:.1f} Td ({escaped}) Tj ET")
        if picture:
            content.append("q 400 0 0 400 72 72 cm /I Do Q")
        stream = "\n".join(content).encode("latin-1")
        objects.append(b"<</Length %d>>stream\n%s\nendstream" % (len(stream), stream))
        objects.append(
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F 3 0 R>>/XObject<</I 4 0 R>>>>"
            b"/Contents %d 0 R>>" % len(objects)
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[1] = b"<</Type/Pages/Kids[%s]/Count %d>>" % (b" ".join(kids), len(kids))
    trailer = b""
    if encrypt:
        # The standard handler with a password that nobody knows: what matters is that pdfium asks for it.
        objects.append(b"<</Filter/Standard/V 1/R 2/O<%s>/U<%s>/P -4>>" % (b"ab" * 32, b"cd" * 32))
        trailer = b"/Encrypt %d 0 R/ID[<00><00>]" % len(objects)
    out = io.BytesIO(b"%PDF-1.4\n")
    out.seek(0, io.SEEK_END)
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    table = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    out.write(b"".join(b"%010d 00000 n \n" % offset for offset in offsets))
    out.write(b"trailer<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, trailer, table))
    return out.getvalue()


def word() -> bytes:
    document = docx.Document()
    document.core_properties.title = "Heat pumps at home"
    document.add_heading("Running costs", 1)
    document.add_paragraph("A heat pump in a terraced house used 3,400 kWh in the winter of 2023.")
    table = document.add_table(rows=2, cols=2)
    for cell, text in zip(
        [c for row in table.rows for c in row.cells], ["Month", "kWh", "January", "812"], strict=True
    ):
        cell.text = text
    document.add_paragraph("The table above is from the meter.")
    document.add_paragraph("Bleed the radiators first.", style="List Bullet")
    return _saved(document)


def slides() -> bytes:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = "Noise at night"
    slide.placeholders[1].text = "Units hum at 38 decibels.\nNeighbours complain above 45 decibels."
    slide.notes_slide.notes_text_frame.text = "Say that the survey had 212 answers."
    second = deck.slides.add_slide(deck.slide_layouts[5])
    second.shapes.title.text = "Prices"
    table = second.shapes.add_table(1, 2, Inches(1), Inches(2), Inches(4), Inches(1)).table
    table.cell(0, 0).text, table.cell(0, 1).text = "Retrofit", "14,000 euros"
    return _saved(deck)


def workbook() -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Costs"
    for row in (["Item", "Euros"], ["Boiler", 4200], ["Pump", 9800.5], ["Sum", "=B2+B3"]):
        sheet.append(row)
    return _saved(book)


PAGE = """<!doctype html><html><head><meta charset="utf-8"><title>Chapter 3. Valves</title></head><body>
<div class="navheader"><a href="a.html">Prev</a> <a href="b.html">Next</a></div><nav><ul><li>Home</li></ul></nav>
<h1>Valves</h1><p>Close the <b>valve</b> slowly.</p>
<div class="sidebar"><p>Never force a valve that is frozen.</p></div>
<h2>Sizes</h2><table><tr><th>Name</th><th>Width</th></tr><tr><td>DN15</td><td>15 mm</td></tr></table>
<pre>turn --slow
  --left</pre><ul><li>Check the seal</li><li>Oil the stem</li></ul>
<dl><dt>stem</dt><dd>The rod that lifts the disc.</dd></dl><script>alert("no")</script></body></html>"""


def mail(*, attachment: tuple[str, bytes] | None = None, subject: str = "Re: the offer") -> bytes:
    message = EmailMessage()
    message["From"], message["To"] = "Ana Lima <ana@example.org>", "bo@example.org"
    message["Date"], message["Subject"] = "Tue, 12 Mar 2024 09:30:00 +0000", subject
    message.set_content("The installer can start on 2 May.\n\nHe asks for a deposit of 20 percent.")
    if attachment:
        name, content = attachment
        message.add_attachment(content, maintype="application", subtype="octet-stream", filename=name)
    return message.as_bytes()


def mailbox(messages: Sequence[bytes]) -> bytes:
    return b"".join(b"From ana@example.org Tue Mar 12 09:30:00 2024\n" + message + b"\n" for message in messages)


def zip_bomb() -> bytes:
    """A Word document whose one part claims to unpack to four gigabytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b" " * 2**20)
    honest = struct.pack("<L", 2**20)
    return out.getvalue().replace(honest, struct.pack("<L", 2**32 - 2))


def xml_bomb() -> bytes:
    """A Word document whose text doubles with each of thirty entities."""
    entities = "".join(f'<!ENTITY e{n} "&e{n - 1};&e{n - 1};">' for n in range(1, 30))
    xml = (
        f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "lol lol lol">{entities}]>'
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>'
        "&e29;</w:t></w:r></w:p></w:body></w:document>"
    )
    source, out = zipfile.ZipFile(io.BytesIO(word())), io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in source.namelist():
            archive.writestr(name, xml if name == "word/document.xml" else source.read(name))
    return out.getvalue()


def encrypted_office() -> bytes:
    """The shell that Office puts around an encrypted file, as far as a reader looks."""
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 1024 + "EncryptedPackage".encode("utf-16-le") + b"\0" * 512


def _saved(made) -> bytes:
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()
