"""A section for each direction: a lead that counts and names, then the quotes, facet by facet."""

from collections.abc import Sequence, Set
from dataclasses import dataclass

from steer_app.brains.offline.words import stems
from steer_app.steer.skills.report import Direction, Paragraph, Section, Sentence
from steer_app.steer.skills.report import wording as say
from steer_app.steer.skills.report.quotes import Quote

FACET = 2
"""A facet needs so many quotes to be spoken of by itself."""


@dataclass(frozen=True)
class Counts:
    """How many of a direction's passages stand elsewhere in the report, and how many nowhere."""

    elsewhere: int
    unquoted: int


def write(direction: Direction, quotes: Sequence[Quote], counts: Counts, known: Set[str], turn: int) -> Section:
    """`known`: stems of the session's question, too broad for a facet. `turn`: the section's place in the report."""
    paragraphs = [_lead(quotes, counts, turn)]
    groups = _by_facet(quotes, known | set(stems(direction.question)))
    for place, (facet, members) in enumerate(groups):
        only = quotes[0].document if len({quote.document for quote in quotes}) == 1 else None
        paragraphs.append(Paragraph(sentences=_quoted(members, facet, turn + place, named=only)))
    return Section(heading=_heading(direction), path=direction.path, paragraphs=paragraphs)


def link(text: str) -> Sentence:
    return Sentence(text=text, kind="link")


def _heading(direction: Direction) -> str:
    return "What was read first" if direction.path == "0" else direction.question


def _lead(quotes: Sequence[Quote], counts: Counts, turn: int) -> Paragraph:
    sentences = []
    if quotes:
        titles = list(dict.fromkeys(quote.learning.title for quote in quotes))
        sentences.append(link(say.section_lead(len(quotes), titles, turn)))
    elif not counts.elsewhere:
        sentences.append(link("Nothing was found here that could be quoted."))
    if counts.elsewhere:
        sentences.append(link(say.elsewhere(counts.elsewhere, is_all=not quotes)))
    if counts.unquoted:
        sentences.append(link(say.unquoted(counts.unquoted)))
    return Paragraph(sentences=sentences)


def _by_facet(quotes: Sequence[Quote], known: Set[str]) -> list[tuple[str, list[Quote]]]:
    """Groups by the commonest tag, largest first, then those that share none; each in source order."""
    left = list(quotes)
    groups: list[tuple[str, list[Quote]]] = []
    while left:
        counts: dict[str, int] = {}
        for quote in left:
            for tag in quote.tags:
                if set(stems(tag)) <= known:
                    continue
                counts[tag] = counts.get(tag, 0) + 1
        # A tag that all share says nothing about what is different in them.
        telling = {tag: count for tag, count in counts.items() if count >= FACET and (count < len(quotes) or groups)}
        if not telling:
            break
        best = min(telling, key=lambda tag: (-telling[tag], tag))
        members = [quote for quote in left if best in quote.tags]
        groups.append((best, members))
        left = [quote for quote in left if best not in quote.tags]
    if left:
        groups.append(("", left))
    return [(facet, sorted(members, key=lambda q: (q.document, q.learning.start))) for facet, members in groups]


def _quoted(members: Sequence[Quote], facet: str, turn: int, named: int | None) -> list[Sentence]:
    """`named`: the document that the section's lead names already, if it is the only one."""
    sentences = [link(say.facet_lead(facet, turn))] if facet and named is not None else []
    last = named
    for place, quote in enumerate(members):
        again = quote.document == last
        words = (
            say.onward(turn + place if place else 0)
            if again
            else say.attribution(quote.learning.title, facet, turn + place)
        )
        if words:
            sentences.append(link(words))
        sentences.append(quote.sentence())
        last, facet = quote.document, ""
    return sentences
