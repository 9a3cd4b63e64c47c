"""A report written section by section, side by side, then joined: for brains that write.

No section sees another, so their order of arrival changes nothing. What the brain cannot write, the offline brain does,
and the report says so: it is never empty and never an error.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from steer_app.steer.skills import report, section, summary
from steer_app.steer.steps.work import Work

NOTICE = (
    "A language model ({model}) wrote this report from the learnings that it cites; each citation opens the passage "
    "behind it. Sentences whose passage does not carry them are marked."
)
EXTRACTIVE = "{part} is quoted by the offline brain: {reason}"


@dataclass(frozen=True)
class Written:
    answer: report.Answer
    shortfalls: tuple[str, ...]
    """What the brain could not write, and why, in words."""


def write(work: Work, request: report.Request) -> Written:
    """The whole report. Raises Cancelled, Retryable, Unavailable."""
    ways = [way for way in request.directions if way.learnings]
    asked = [_section_request(request, ways, way) for way in ways]
    names, headings = [f"section-{way.path}" for way in ways], [way.question for way in ways]
    parts = work.side_by_side(partial(work.write, section), asked, names, headings)
    shortfalls = [
        EXTRACTIVE.format(part=f"The section on “{way.question}”", reason=reason)
        for way, (_, reason) in zip(ways, parts, strict=True)
        if reason
    ]
    written = [part for part, _ in parts]
    head, reason = work.write(summary, _summary_request(request, written, (*request.gaps, *shortfalls)), "summary")
    if reason:
        shortfalls.append(EXTRACTIVE.format(part="The short answer", reason=reason))
    answer = report.Answer(
        title=head.title,
        answer=head.answer,
        sections=[part.section for part in written],
        differences=_each_once(part.differences for part in written),
        uncovered=head.uncovered or [aspect.text for aspect in request.aspects if aspect.coverage == 0],
        open_questions=head.open_questions or list(request.not_followed),
        notice=" ".join([NOTICE.format(model=work.brain.model), *shortfalls]),
    )
    return Written(answer, tuple(shortfalls))


def _section_request(
    request: report.Request, ways: Sequence[report.Direction], way: report.Direction
) -> section.Request:
    others = tuple(other.question for other in ways if other.path != way.path)
    return section.Request(request.query, request.about, request.aspects, way, others)


def _summary_request(
    request: report.Request, parts: Sequence[section.Answer], gaps: tuple[str, ...]
) -> summary.Request:
    return summary.Request(
        request.query,
        request.about,
        request.aspects,
        tuple(
            summary.Written(
                part.section.heading,
                tuple(
                    summary.Said(tuple(sentence.cites), sentence.text)
                    for paragraph in part.section.paragraphs
                    for sentence in paragraph.sentences
                    if sentence.cites
                ),
            )
            for part in parts
        ),
        request.not_followed,
        gaps,
    )


def _each_once(groups: Iterable[Sequence[report.Difference]]) -> list[report.Difference]:
    """Differences that several sections found, once."""
    found = {frozenset([*one.first.cites, *one.second.cites]): one for group in groups for one in reversed(group)}
    return list(found.values())
