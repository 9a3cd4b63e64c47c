"""What a chat model writes for a report or a part of one: sentences that cite what they were given, and no others."""

from collections.abc import Collection, Sequence

from steer_app.steer.skills.report import Answer, Difference, Paragraph, Request, Section, Sentence

Wire = Answer
NOTHING_CITED = "No sentence cites a learning from the list; every claim must cite the ids of the learnings behind it."


def read(request: Request, wire: Answer) -> Answer:
    known = {one.id for way in request.directions for one in way.learnings}
    cleaned = wire.model_copy(
        update={
            "answer": cited_sentences(wire.answer, known),
            "sections": [one for one in (cited_section(part, known) for part in wire.sections) if one.paragraphs],
            "differences": cited_differences(wire.differences, known),
        }
    )
    if not any(sentence.cites for sentence in cleaned.answer):
        raise ValueError(NOTHING_CITED)
    return cleaned


def cited_section(section: Section, known: Collection[int]) -> Section:
    """The section without what cites nothing it was given; a paragraph that only joins and counts goes too."""
    paragraphs = [
        Paragraph(label=part.label, sentences=cited_sentences(part.sentences, known)) for part in section.paragraphs
    ]
    return section.model_copy(
        update={"paragraphs": [part for part in paragraphs if any(one.cites for one in part.sentences)]}
    )


def cited_sentences(sentences: Sequence[Sentence], known: Collection[int]) -> list[Sentence]:
    """A sentence that states something keeps the citations that exist and goes if it has none. A link that cites is a
    claim, and one with a figure in it states something."""
    kept = []
    for sentence in sentences:
        cites = list(dict.fromkeys(number for number in sentence.cites if number in known))
        states = sentence.kind != "link" or any(char.isdigit() for char in sentence.text)
        if sentence.text.strip() and (cites or not states):
            kind = "claim" if sentence.kind == "link" and cites else sentence.kind
            kept.append(Sentence(text=sentence.text.strip(), cites=cites, kind=kind))
    return kept


def cited_differences(differences: Sequence[Difference], known: Collection[int]) -> list[Difference]:
    """Pairs of which each side cites what it was given, and not the same."""
    kept = []
    for one in differences:
        sides = cited_sentences([one.first, one.second], known)
        if len(sides) == 2 and sides[0].cites and sides[1].cites and set(sides[0].cites) != set(sides[1].cites):
            kept.append(Difference(about=one.about, first=sides[0], second=sides[1]))
    return kept
