"""E-mail messages and mailboxes. What is attached becomes a document of its own."""

import email
import email.policy
import mailbox
from email.message import EmailMessage, MIMEPart
from pathlib import Path

from steer_app.sources.domain.blocks import Parsed, Writer, flowed
from steer_app.sources.domain.statuses import Refused, Status
from steer_app.sources.parsing import html, plain

MOST_MESSAGES = 20_000
_SHOWN = ("From", "To", "Cc", "Date", "Subject")


def parse_eml(path: Path, name: str) -> Parsed:
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    writer = Writer()
    for header in _SHOWN:
        if value := _header(message, header):
            writer.paragraph(f"{header}: {value}")
    _write_body(writer, message)
    return Parsed("eml", writer.text, writer.blocks, title=_header(message, "Subject"), attached=_attached(message))


def parse_mbox(path: Path, name: str) -> Parsed:
    box = mailbox.mbox(path, create=False)
    messages = [(f"{number:05d}.eml", box.get_bytes(key)) for number, key in enumerate(box.iterkeys(), 1)]
    if len(messages) > MOST_MESSAGES:
        raise Refused(Status.TOO_LARGE, f"{len(messages)} messages; split the mailbox into parts of {MOST_MESSAGES}.")
    notes = [f"{len(messages)} messages, each a document of its own."]
    return Parsed("mbox", "", [], pages=len(messages), notes=notes, attached=messages)


def _header(message: EmailMessage, header: str) -> str:
    """Broken headers are common and must not lose the message."""
    try:
        return flowed(str(message[header] or ""))
    except Exception:
        return flowed(dict(message.raw_items()).get(header, ""))


def _write_body(writer: Writer, message: EmailMessage) -> None:
    part = message.get_body(("plain", "html"))
    if part is None:
        return
    content = _content(part)
    if part.get_content_type() != "text/html":
        plain.write(writer, content)
    elif content.strip():
        html.write(writer, html.tree(content))


def _content(part: MIMEPart) -> str:
    try:
        return part.get_content()
    except (LookupError, UnicodeError, KeyError):
        return _bytes(part).decode("utf-8", "replace")


def _attached(message: EmailMessage) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for number, part in enumerate(message.iter_attachments(), 1):
        name = Path(part.get_filename() or "").name or f"attachment {number}{'.eml' if _is_message(part) else ''}"
        content = _bytes(part)
        if content:
            found.append((flowed(name)[:200], content))
    return found


def _is_message(part: MIMEPart) -> bool:
    return part.get_content_type() == "message/rfc822"


def _bytes(part: MIMEPart) -> bytes:
    """The part's content as bytes; of a message within the message, all of it."""
    if _is_message(part):
        return b"".join(inner.as_bytes() for inner in part.iter_parts())
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""
