"""Which parser reads which kind; each is imported when its first file comes."""

from importlib import import_module
from pathlib import Path

from steer_app.sources.domain.blocks import Parsed
from steer_app.sources.domain.statuses import Refused, Status
from steer_app.sources.parsing.sniff import kind_of

PARSERS = {
    "pdf": "pdf:parse",
    "docx": "office:parse_docx",
    "pptx": "office:parse_pptx",
    "xlsx": "office:parse_xlsx",
    "html": "html:parse",
    "markdown": "markdown:parse",
    "text": "plain:parse",
    "eml": "mail:parse_eml",
    "mbox": "mail:parse_mbox",
}


def parse(path: Path, name: str) -> Parsed:
    """The file's text. Raises Refused with the status and the reason it gets."""
    kind, note = kind_of(path, name)
    module, function = PARSERS[kind].split(":")
    parsed = getattr(import_module(f"steer_app.sources.parsing.{module}"), function)(path, name)
    if not any(char.isalnum() for char in parsed.text) and not parsed.attached:
        raise Refused(Status.EMPTY, "The file holds no text.")
    if note:
        parsed.notes.insert(0, note)
    return parsed
