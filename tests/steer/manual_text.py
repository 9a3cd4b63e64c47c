"""The plain text of a page of the PostgreSQL manual, as the checks of the measured questions read it."""

import re
from pathlib import Path

import lxml.html

MANUAL = Path("/usr/share/doc/postgresql-doc-15/html")
BLOCKS = ("p", "li", "dt", "dd", "td", "th", "tr", "div", "pre", "h1", "h2", "h3", "h4", "h5", "br", "caption")
STRAIGHT = str.maketrans(
    {
        "\N{LEFT DOUBLE QUOTATION MARK}": '"',
        "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
        "\N{LEFT SINGLE QUOTATION MARK}": "'",
        "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    }
)


def normalised(text: str) -> str:
    """Return the text with straight quotes, no zero-width spaces, and runs of white space as one space."""
    return re.sub(r"\s+", " ", text.translate(STRAIGHT).replace("\N{ZERO WIDTH SPACE}", "")).strip()


def page_text(name: str) -> str:
    """Return the normalised text of one page, without the navigation above and below it."""
    page = lxml.html.parse(MANUAL / name).getroot().find("body")
    for element in page.xpath('//div[@class="navheader" or @class="navfooter"]'):
        element.drop_tree()
    for element in page.iter(*BLOCKS):
        element.tail = f" {element.tail or ''}"
        element.text = f" {element.text or ''}"
    return normalised(page.text_content())
