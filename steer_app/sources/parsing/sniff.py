"""What a file is, by what it holds; its name is only a promise."""

import re
import zipfile
from pathlib import Path

from steer_app.sources.domain.statuses import Refused, Status
from steer_app.sources.parsing.charset import decoded

ENDINGS = {
    ".pdf": "pdf", ".docx": "docx", ".pptx": "pptx", ".xlsx": "xlsx", ".xlsm": "xlsx", ".html": "html", ".htm": "html",
    ".xhtml": "html", ".md": "markdown", ".markdown": "markdown", ".txt": "text", ".eml": "eml", ".mbox": "mbox",
}  # fmt: skip
NAMES = {
    "pdf": "PDF", "docx": "Word document", "pptx": "PowerPoint presentation", "xlsx": "Excel workbook",
    "html": "HTML page", "markdown": "Markdown", "text": "plain text", "eml": "e-mail message", "mbox": "mailbox",
}  # fmt: skip
MOST_UNPACKED = 400 * 2**20

_MAGIC = (
    (b"\x89PNG", "a PNG image"), (b"\xff\xd8\xff", "a JPEG image"), (b"GIF8", "a GIF image"), (b"RIFF", "media"),
    (b"II*\0", "a TIFF image"), (b"MM\0*", "a TIFF image"), (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"7z\xbc\xaf", "a 7z archive"), (b"Rar!", "a RAR archive"), (b"\x7fELF", "a program"), (b"MZ", "a program"),
    (b"SQLite format 3", "a database"), (b"{\\rtf", "an RTF document"), (b"OggS", "media"), (b"ID3", "media"),
    (b"\0\0\0\x18ftyp", "media"), (b"\0\0\0\x20ftyp", "media"), (b"%!PS", "a PostScript file"),
)  # fmt: skip
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OFFICE = (("word/document.xml", "docx"), ("ppt/presentation.xml", "pptx"), ("xl/workbook.xml", "xlsx"))
# Text, but nothing that a person would cite.
_PROGRAM_ENDINGS = {".css", ".js", ".mjs", ".map", ".svg", ".xsl", ".scss", ".less", ".woff", ".ico"}
_HEADER = re.compile(r"(?:From|To|Date|Subject|Message-ID|Received|MIME-Version|Return-Path|Delivered-To|Cc):", re.I)
_TAGS = re.compile(r"<(?:p|div|table|body|head|h[1-6]|span|ul|ol|article|section|title|meta)\b", re.I)


def kind_of(path: Path, name: str) -> tuple[str, str]:
    """The kind of the file, and a note if its name promised another ("" if not). Raises Refused."""
    with path.open("rb") as file:
        head = file.read(65536)
    promised = ENDINGS.get(Path(name).suffix.lower(), "")
    if not head.strip(b"\0 \t\r\n"):
        raise Refused(Status.EMPTY, "The file holds nothing.")
    found = _binary(path, head, promised) or _textual(head, name, promised)
    if promised and promised != found and {promised, found} != {"text", "markdown"}:
        return found, f"Named like a {NAMES[promised]}, but it is a {NAMES[found]} and was read as that."
    return found, ""


def _binary(path: Path, head: bytes, promised: str) -> str:
    if b"%PDF-" in head[:1024]:
        return "pdf"
    if head.startswith(b"PK\x03\x04"):
        return _archive(path, promised)
    if head.startswith(_OLE):
        _refuse_ole(path)
    for magic, what in _MAGIC:
        if head.startswith(magic):
            raise _unreadable(what, promised)
    return ""


def _archive(path: Path, promised: str) -> str:
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError) as error:
        raise Refused(Status.CORRUPT, "The file is damaged: its table of contents cannot be read.") from error
    if sum(member.file_size for member in members) > MOST_UNPACKED or len(members) > 20_000:
        raise Refused(Status.TOO_LARGE, f"Unpacked it would take more than {MOST_UNPACKED // 2**20} MB.")
    names = {member.filename for member in members}
    for member_name, kind in _OFFICE:
        if member_name in names:
            return kind
    raise _unreadable("a ZIP archive; unpack it and add the files", promised)


def _refuse_ole(path: Path) -> None:
    """Old Office files, and the shell around an encrypted new one."""
    with path.open("rb") as file:
        body = file.read(16 * 2**20)
    if "EncryptedPackage".encode("utf-16-le") in body:
        raise Refused(Status.ENCRYPTED, "The file has a password. Save a copy without one and add that.")
    raise Refused(Status.UNSUPPORTED, "An Office file of the old kind. Save it as .docx, .xlsx or .pptx and add that.")


def _textual(head: bytes, name: str, promised: str) -> str:
    text = decoded(head, cut=True)
    if text is None:
        raise _unreadable("something that is not text", promised)
    start = text.lstrip()
    if start.startswith("From ") and _HEADER.search(start[:4000]):
        return "mbox"
    lines = start.split("\n", 8)[:8]
    if _HEADER.match(start) and sum(bool(_HEADER.match(line)) for line in lines) >= 2:
        return "eml"
    opening = start[:4000].lower()
    if Path(name).suffix.lower() in _PROGRAM_ENDINGS or (opening.startswith("<?xml") and "<html" not in opening):
        raise Refused(Status.UNSUPPORTED, "Part of a program or a web page's dress, not a document.")
    if opening.startswith(("<!doctype html", "<html")) or "<html" in opening:
        return "html"
    if promised == "html" and _TAGS.search(text):
        return "html"
    if not promised and opening.startswith("<") and len(_TAGS.findall(text)) >= 5:
        return "html"
    return "markdown" if promised == "markdown" else "text"


def _unreadable(what: str, promised: str) -> Refused:
    if promised:
        return Refused(Status.MISLABELLED, f"Named like a {NAMES[promised]}, but it holds {what}.")
    return Refused(Status.UNSUPPORTED, f"This is {what}; SteerLab reads {', '.join(NAMES.values())}.")
