"""Which documents a session's report cites, and how often."""

from collections import Counter
from collections.abc import Iterable, Sequence

from steer_app.runs.models import Run
from steer_app.sources.models import Collection
from steer_app.sources.uses import Use
from steer_app.steer.models import Learning, Report
from steer_app.steer.report.pieces import Span
from steer_app.steer.skills import report as skill
from steer_app.steer.steps.report import cited


def spans(report: Report | None, learnings: Iterable[Learning]) -> set[Span]:
    """What the report's numbers point at: every span of every learning it cites. Nothing without a report."""
    if report is None:
        return set()
    numbers = {number for _, number in cited(skill.Answer.model_validate(report.content))}
    places = {(one["path"], one["no"]) for one in report.learnings if one["id"] in numbers}
    return {span for row in learnings if (row.path, row.no) in places for span in spans_of(row)}


def spans_of(row: Learning) -> list[Span]:
    further = [Span(one["document"], one["start"], one["end"]) for one in row.further]
    return [Span(row.document, row.start, row.end), *further]


def uses(collection: Collection, document_id: int | None = None) -> Sequence[Use]:
    """The owner's sessions that learned from a collection, or from one document of it. Four queries."""
    runs = Run.objects.filter(owner=collection.owner_id, method="steer").only("pk", "title", "params")
    named = {run.pk: run for run in runs if collection.pk in run.params.get("collections", ())}
    theirs = {document_id} if document_id else set(collection.documents.values_list("pk", flat=True))
    reports = {row.run_id: row for row in Report.objects.filter(run__in=named).order_by("version")}
    learned: dict[int, list[Learning]] = {}
    for row in Learning.objects.filter(run__in=named).defer("text", "claim"):
        learned.setdefault(row.run_id, []).append(row)
    found = []
    for pk, rows in learned.items():
        learnings = sum(any(span.document in theirs for span in spans_of(row)) for row in rows)
        quotes = sum(span.document in theirs for span in spans(reports.get(pk), rows))
        if learnings:
            found.append(Use(pk, named[pk].title, quotes, learnings))
    return found


def quotes_by_document(found: Iterable[Span]) -> Counter[int]:
    """How many passages of each document are cited."""
    return Counter(span.document for span in found)
