"""Bytes to text when nobody says in which encoding."""

import codecs

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROLS = frozenset(range(32)) - {9, 10, 12, 13, 27}


def decoded(content: bytes, *, cut: bool = False) -> str | None:
    """By its mark, else UTF-8, else Windows-1252; None if it is no text. `cut` = a character may be torn at the end."""
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return content.decode(encoding, "ignore" if cut else "replace")
    if b"\0" in content:
        return None
    for ending in range(4) if cut else (0,):
        try:
            return content[: len(content) - ending].decode("utf-8")
        except UnicodeDecodeError:
            continue
    if sum(byte in _CONTROLS for byte in content) > len(content) / 200:
        return None
    return content.decode("cp1252", "replace")
