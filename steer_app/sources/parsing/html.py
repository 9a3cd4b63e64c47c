"""HTML pages, manuals above all: everything a reader would read, nothing that only leads elsewhere.

lxml and these rules, not trafilatura: on pages of the PostgreSQL manual trafilatura keeps 98 % of the words at twenty
times the cost, takes lists of contents, some tables and closing paragraphs for boilerplate, and drops boxes of the
class `sidebar`, which manuals use for real content.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import lxml.html
from lxml import etree

from steer_app.sources.domain.blocks import Parsed, Writer, flowed
from steer_app.sources.domain.statuses import Refused, Status

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_TERM_LEVEL = 7
_SKIPPED = {
    "script", "style", "noscript", "template", "head", "nav", "form", "button", "select", "textarea", "input", "svg",
    "iframe", "object", "canvas", "audio", "video", "dialog", "footer",
}  # fmt: skip
_BLOCKS = {
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "div", "dl", "dt",
    "fieldset", "figcaption", "figure", "header", "hgroup", "hr", "html", "li", "main", "ol", "p", "pre", "section",
    "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul", *_HEADINGS,
}  # fmt: skip
_LEADS_ELSEWHERE = re.compile(
    r"(?:^|\s)(?:nav(?:header|footer|bar|igation)?|(?:table-of-contents|toc)|breadcrumbs?|menu|skip-?link|headerlink"
    r"|site-(?:header|footer)|cookie-(?:banner|notice|consent)|related|prev-next|pagination)(?:\s|$)",
    re.I,
)
# Boxes set into the text: what follows one belongs to the section around it, not to the box's title.
_BOX = re.compile(
    r"(?:^|\s)(?:note|tip|warning|caution|important|danger|hint|seealso|admonition|sidebar|example|figure|callout)(?:\s|$)",
    re.I,
)
_BOX_TAGS = {"aside", "blockquote", "figure", "details"}
_ROLES = {"navigation", "banner", "contentinfo", "search", "menu"}


def parse(path: Path, name: str) -> Parsed:
    content = path.read_bytes()
    root = tree(content)
    writer = Writer()
    write(writer, root)
    return Parsed("html", writer.text, writer.blocks, title=_title(root))


def tree(content: bytes | str) -> lxml.html.HtmlElement:
    """The page as a tree. Raises Refused if there is no page in it."""
    if isinstance(content, str):
        content = content.encode("utf-8", "ignore")
        parser = lxml.html.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True)
    else:
        parser = lxml.html.HTMLParser(
            encoding=_encoding(content), no_network=True, remove_comments=True, remove_pis=True
        )
    try:
        return lxml.html.document_fromstring(content, parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError) as error:
        raise Refused(Status.EMPTY, "The page holds no text.") from error


def write(writer: Writer, root: lxml.html.HtmlElement) -> None:
    _Walk(writer).block(_content(root))


def _encoding(content: bytes) -> str | None:
    """None = as the page declares. Pages that declare nothing are UTF-8 nearly always; lxml would take Latin-1."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    if content.startswith(b"\xef\xbb\xbf"):
        return "utf-8"
    if re.search(rb"charset|<\?xml[^>]*encoding", content[:2048], re.I):
        return None
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def _title(root: lxml.html.HtmlElement) -> str:
    for found in root.iter("title", "h1"):
        if title := flowed(found.text_content()):
            return title
    return ""


def _content(root: lxml.html.HtmlElement) -> lxml.html.HtmlElement:
    """The page's main part where it names one that holds most of it, else all of it."""
    body = root.find("body")
    body = root if body is None else body
    mains = body.xpath('.//main | .//*[@role="main"]') or body.xpath(".//article")
    if len(mains) == 1 and len(mains[0].text_content()) > 0.4 * len(body.text_content()):
        return mains[0]
    return body


class _Walk:
    """Writes one element after the other; text between blocks gathers until the next block ends it."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._gathered: list[str] = []
        self._as_item = False
        self._in_box = False

    def block(self, element: lxml.html.HtmlElement) -> None:
        self._flush()
        tag = element.tag
        if tag in _HEADINGS and self._in_box:
            self._writer.caption(_text(element))
        elif tag in _HEADINGS:
            self._writer.heading(_text(element), _HEADINGS[tag])
        elif tag == "pre":
            self._writer.code(element.text_content())
        elif tag == "table" and not _is_layout(element):
            self._table(element)
        elif tag == "dl":
            self._definitions(element)
        else:
            outer = self._as_item, self._in_box
            self._as_item = self._as_item or tag == "li"
            self._in_box = self._in_box or tag in _BOX_TAGS or bool(_BOX.search(element.get("class", "")))
            self._inside(element)
            self._flush()
            self._as_item, self._in_box = outer

    def _inside(self, element: lxml.html.HtmlElement) -> None:
        self._gathered.append(element.text or "")
        for child in element:
            if not isinstance(child.tag, str) or _is_skipped(child):
                pass
            elif child.tag in _BLOCKS:
                self.block(child)
            elif child.tag == "br":
                self._gathered.append("\n")
            else:
                self._inside(child)
            self._gathered.append(child.tail or "")

    def _flush(self) -> None:
        text = "".join(self._gathered)
        self._gathered.clear()
        if self._as_item:
            self._writer.item(text)
        else:
            self._writer.paragraph(text)

    def _table(self, table: lxml.html.HtmlElement) -> None:
        for caption in table.iterchildren("caption"):
            self._writer.paragraph(_text(caption))
        for row in table.iter("tr"):
            self._writer.row([_text(cell) for cell in row.iterchildren("td", "th")])

    def _definitions(self, element: lxml.html.HtmlElement) -> None:
        """A term with a long explanation is a section of its own; a short one is one item with its term."""
        for terms, meaning in _pairs(element):
            if meaning is not None and (
                len(meaning.text_content().split()) >= 40 or meaning.find(".//pre") is not None
            ):
                self._writer.heading(terms, _TERM_LEVEL)
                self.block(meaning)
                self._writer.leave(_TERM_LEVEL)
            else:
                explained = "" if meaning is None else _text(meaning)
                self._writer.item(f"{flowed(terms)}: {explained}" if explained.strip() else terms)


def _pairs(element: lxml.html.HtmlElement) -> Iterator[tuple[str, lxml.html.HtmlElement | None]]:
    terms: list[str] = []
    for child in element.iter("dt", "dd"):
        if next(child.iterancestors("dl"), element) is not element:
            continue
        if child.tag == "dt":
            terms.append(_text(child))
        else:
            yield ", ".join(flowed(term) for term in terms), child
            terms = []
    if terms:
        yield ", ".join(flowed(term) for term in terms), None


def _text(element: lxml.html.HtmlElement) -> str:
    """All text in it; breaks and blocks part words, which text_content would glue together."""
    pieces = [element.text or ""]
    for child in element:
        if isinstance(child.tag, str) and child.tag not in _SKIPPED:
            gap = " " if child.tag in _BLOCKS or child.tag == "br" else ""
            pieces += [gap, _text(child), gap]
        pieces.append(child.tail or "")
    return "".join(pieces)


def _is_layout(table: lxml.html.HtmlElement) -> bool:
    """Tables that only place things: they hold tables, headings or listings."""
    return next(table.iterdescendants("table", "h1", "h2", "h3", "h4", "pre", "article"), None) is not None


def _is_skipped(element: lxml.html.HtmlElement) -> bool:
    if element.tag in _SKIPPED or element.get("role", "") in _ROLES or element.get("hidden") is not None:
        return True
    if _LEADS_ELSEWHERE.search(f"{element.get('class', '')} {element.get('id', '')}"):
        return True
    return element.tag in ("ul", "ol", "dl") and _only_links(element)


def _only_links(element: lxml.html.HtmlElement) -> bool:
    links = element.findall(".//a[@href]")
    if len(links) < 5:
        return False
    linked = sum(len(link.text_content().strip()) for link in links)
    return linked > 0.85 * len("".join(element.text_content().split(None)))
