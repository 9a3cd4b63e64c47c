"""Foreign text that Markdown shows and never obeys."""

import re

# Everything that CommonMark, GitHub's tables and strikethrough, or a formula reader could act on inside a line.
_ACTIVE = re.compile(r"[\\`*_\[\]<>|~$#!]")
# An address would become a link by itself in GitHub's dialect.
_ADDRESS = re.compile(r":(?=//)|(?<=\bwww)\.", re.IGNORECASE)
_ENTITY = re.compile(r"&(?=#?\w+;)")
# A list, a rule, an underlined heading or a fence, where it begins a line.
_OPENING = re.compile(r"^(?:[-+=:]|(\d{1,9})(?=[.)]))")
# Control characters, and the marks that reorder text for the eye only.
_UNSEEN = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


def one_line(text: str) -> str:
    """`text` with every run of white space as one space and unseen characters gone."""
    return " ".join(_UNSEEN.sub("", text).split())


def inert(text: str) -> str:
    """`text` on one line, so escaped that a Markdown reader shows exactly its characters wherever it stands."""
    line = one_line(text)
    escaped = _ENTITY.sub(r"\\&", _ADDRESS.sub(lambda found: "\\" + found[0], _ACTIVE.sub(r"\\\g<0>", line)))
    return _OPENING.sub(lambda found: f"{found[1]}\\" if found[1] else f"\\{found[0]}", escaped)


def first_words(text: str, most: int = 8) -> str:
    """The first words of a passage, with a sign if there are more."""
    words = one_line(text).split(" ")
    return " ".join(words[:most]) + (" …" if len(words) > most else "")


def quoted(text: str) -> str:
    """`text` as a quotation: a source's own words, between marks that the source did not write."""
    return f"“{inert(text)}”"
