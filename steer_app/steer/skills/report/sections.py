"""A section for each direction: a lead that counts and names, then the quotes, facet by facet."""

from collections.abc import Sequence

from steer_app.steer.skills.report import Direction, Paragraph, Section, Sentence
from steer_app.steer.skills.report import wording as say
from steer_app.steer.skills.report.quotes import Quote

FACET = 2
"""A facet needs so many quotes to be spoken of by itself."""


def write(direction: Direction, quotes: Sequence[Quote], elsewhere: int, unquoted: int, turn: int) -> Section:
    """`elsewhere`: learnings of this direction that are quoted in another place; `unquoted`: those that found none."""
    paragraphs = [_lead(quotes, elsewhere, unquoted, turn)]
    groups = _by_facet(quotes)
    for place, (facet, members) in enumerate(groups):
        only = quotes[0].document if len({quote.document for quote in quotes}) == 1 else None
        paragraphs.append(Paragraph(sentences=_quoted(members, facet, turn + place, named=only)))
    return Section(heading=_heading(direction), path=direction.path, paragraphs=paragraphs)


def link(text: str) -> Sentence:
    return Sentence(text=text, kind="link")


def _heading(direction: Direction) -> str:
    return "What was read first" if direction.path == "0" else direction.question


def _lead(quotes: Sequence[Quote], elsewhere: int, unquoted: int, turn: int) -> Paragraph:
    sentences = []
    if quotes:
        titles = list(dict.fromkeys(quote.learning.title for quote in quotes))
        sentences.append(link(say.section_lead(len(quotes), titles, turn)))
    elif not elsewhere:
        sentences.append(link("Nothing was found here that could be quoted."))
    if elsewhere:
        more = "more " if quotes else ""
        stands = "stands" if elsewhere == 1 else "stand"
        counted = say.opened(say.counted(elsewhere, f"{more}passage"))
        sentences.append(link(f"{counted} on this {stands} in another part of the report."))
    if unquoted:
        counted = say.opened(say.counted(unquoted, "passage"))
        sentences.append(link(f"{counted} that say{'s' if unquoted == 1 else ''} less are kept in the research tree."))
    return Paragraph(sentences=sentences)


def _by_facet(quotes: Sequence[Quote]) -> list[tuple[str, list[Quote]]]:
    """Groups by the commonest tag, largest first, then those that share none; each in source order."""
    left = list(quotes)
    groups: list[tuple[str, list[Quote]]] = []
    while left:
        counts: dict[str, int] = {}
        for quote in left:
            for tag in quote.tags:
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
