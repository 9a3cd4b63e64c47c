"""A section for each direction: its quotes by sub-facet, those of one document together."""

from collections.abc import Sequence, Set

from steer_app.brains.offline.phrases import is_plural
from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.report import Direction, Paragraph, Section, Sentence
from steer_app.steer.skills.report.quotes import Quote

FACET = 2
"""A facet needs so many quotes to have a label of its own."""
MOST_FACETS = 3
REST = "Also"
ALSO = "Also found"


def write(direction: Direction, quotes: Sequence[Quote], known: Set[str], tools: Tools) -> Section:
    """`known`: stems too broad for a label."""
    groups = _by_facet(quotes, known | set(tools.stems(direction.question)), tools)
    paragraphs = [
        Paragraph(label=label, sentences=[quote.sentence() for quote in _by_document(members)])
        for label, members in groups
    ]
    return Section(heading=_heading(direction), path=direction.path, paragraphs=paragraphs)


def also(quotes: Sequence[Quote], elsewhere: Sequence[str]) -> Section:
    """What does not fill a section of its own; `elsewhere` are directions whose passages other sections quote."""
    paragraphs = [Paragraph(sentences=[quote.sentence() for quote in _by_document(quotes)])]
    if elsewhere:
        named = "; ".join(f"“{question}”" for question in elsewhere)
        paragraphs.append(Paragraph(sentences=[link(f"Asked too, and quoted here or in other parts: {named}")]))
    return Section(heading=ALSO, path="", paragraphs=paragraphs)


def link(text: str) -> Sentence:
    return Sentence(text=text, kind="link")


def _heading(direction: Direction) -> str:
    return "What was read first" if direction.path == "0" else direction.question


def _by_facet(quotes: Sequence[Quote], known: Set[str], tools: Tools) -> list[tuple[str, list[Quote]]]:
    """Groups by the phrase that most of those left share, then those that share none; alone they have no label."""
    stems = {id(quote): _words(quote.claim, tools) for quote in quotes}
    phrases = [one for one in tools.phrases([quote.claim for quote in quotes], known) if _is_label(one, known)]
    left = list(quotes)
    groups: list[tuple[str, list[Quote]]] = []
    while left and len(groups) < MOST_FACETS:
        held = [(one, [quote for quote in left if stems[id(quote)].issuperset(one.key)]) for one in phrases]
        # What all of them share is told by the heading.
        telling = [(one, members) for one, members in held if len(members) >= FACET and len(members) < len(quotes)]
        if not telling:
            break
        best, members = min(telling, key=lambda pair: (-len(pair[0].key), -len(pair[1]), pair[0].key))
        groups.append((best.text[:1].upper() + best.text[1:], members))
        taken = {id(quote) for quote in members}
        left = [quote for quote in left if id(quote) not in taken]
    if left:
        groups.append((REST if groups else "", left))
    return groups


def _words(text: str, tools: Tools) -> set[str]:
    return {tools.stem(part) for word in tools.words(text) for part in word.split("_")}


def _is_label(phrase, known: Set[str]) -> bool:
    """Several words, or a plural; no name alone, for whoever reads knows the place, and nothing of the question."""
    is_new = bool(set(phrase.key) - known) and any(word[:1].islower() for word in phrase.text.split())
    return is_new and (len(phrase.key) > 1 or (is_plural(phrase.text) and phrase.text.islower()))


def _by_document(members: Sequence[Quote]) -> list[Quote]:
    """Documents in the order of their first quote, each one's quotes in the order of its text."""
    first: dict[int, int] = {}
    for quote in members:
        first.setdefault(quote.document, quote.order)
    return sorted(members, key=lambda quote: (first[quote.document], quote.document, quote.learning.start))
