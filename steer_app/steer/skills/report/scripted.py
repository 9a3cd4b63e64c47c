"""A stand-in that answers at once: it quotes learnings it was given, each once, and cites nothing else."""

import random

from steer_app.steer.skills.report import Answer, Learning, Paragraph, Request, Section, Sentence

IN_THE_ANSWER = 3
IN_A_SECTION = 5


def answer(request: Request, rng: random.Random) -> Answer:
    every = {learning.claim: learning for direction in request.directions for learning in direction.learnings}
    first = rng.sample(list(every.values()), min(IN_THE_ANSWER, len(every)))
    said = {learning.claim for learning in first}
    sections = []
    for direction in request.directions:
        free = {learning.claim: learning for learning in direction.learnings if learning.claim not in said}
        shown = list(free.values())[:IN_A_SECTION]
        said |= {learning.claim for learning in shown}
        lead = Sentence(text=f"Passages quoted here: {len(shown)}.", kind="link")
        paragraph = Paragraph(sentences=[lead, *map(_quote, shown)])
        sections.append(Section(heading=direction.question, path=direction.path, paragraphs=[paragraph]))
    return Answer(
        title=request.query,
        answer=[_quote(learning) for learning in first],
        sections=sections,
        differences=[],
        uncovered=[aspect.text for aspect in request.aspects if aspect.coverage == 0],
        open_questions=list(request.not_followed),
        notice="This report comes from a stand-in for a brain, used for tests and demonstrations.",
    )


def _quote(learning: Learning) -> Sentence:
    return Sentence(text=learning.claim, cites=[learning.id], kind="quote")
