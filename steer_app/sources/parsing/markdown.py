"""Markdown as its reader sees it: rendered, and then read as a page is.

What a report quotes has no marks of emphasis and no addresses of links in it then, and neither has what is searched.
"""

import re
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from lxml.html import defs
from markdown_it import MarkdownIt
from markdown_it.token import Token

from steer_app.sources.domain.blocks import Kind, Parsed, Writer, cleaned
from steer_app.sources.domain.statuses import Refused, Status
from steer_app.sources.parsing import html
from steer_app.sources.parsing.charset import decoded

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(?:[\w-]+:.*\n|[ \t]+.*\n|-[ \t].*\n|#.*\n|\n)+---[ \t]*(?:\n|\Z)")
"""Settings of a site's generator before the text: pairs of a name and a value between two lines of dashes."""

_TAG = re.compile(r"\s*</?([A-Za-z][\w-]*)")


def parse(path: Path, name: str) -> Parsed:
    source = decoded(path.read_bytes())
    if source is None:
        raise Refused(Status.CORRUPT, "The text breaks off into bytes that are not text.")
    text = _FRONT_MATTER.sub("", cleaned(source))
    root = html.tree(_renderer().render(text) or "<p></p>")
    for link in root.iter("a"):
        link.attrib.pop("href", None)  # a list of links leads elsewhere on a page; here it is what the author says
    writer = Writer()
    html.write(writer, root)
    title = next((writer.text[one.start : one.end] for one in writer.blocks if one.kind is Kind.HEADING), "")
    return Parsed("markdown", writer.text, writer.blocks, title=title)


def _renderer() -> MarkdownIt:
    renderer = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    renderer.add_render_rule("html_inline", _tags)
    renderer.add_render_rule("html_block", _tags)
    return renderer


def _tags(_: Any, tokens: Sequence[Token], at: int, *__: Any) -> str:
    """Tags of HTML as they are; "<your name>" is none and stays text."""
    content = tokens[at].content
    tag = _TAG.match(content)
    return content if tag is None or tag[1].lower() in defs.tags else escape(content)
