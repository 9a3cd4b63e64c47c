"""What stands behind one number of a report: its words in their passage, and where else they are borne out."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models.functions import Substr

from steer_app.runs.models import Run
from steer_app.sources.models import Document, Passage
from steer_app.steer import written
from steer_app.steer.models import Learning, Node, Report
from steer_app.steer.report.numbering import Numbering, number
from steer_app.steer.report.pieces import Source, Span
from steer_app.steer.spots import CitedBy, Spot, kinds_of, spot

AROUND = 320
"""Characters shown on either side of the words where their passage is no longer kept as it was."""


@dataclass(frozen=True)
class Excerpt:
    """The words with what stands around them, as the document has them now."""

    before: str = ""
    behind: str = ""
    opens: bool = True
    """The document, or the passage, begins here: nothing is cut off before it."""
    closes: bool = True
    place: str = ""
    section: str = ""


@dataclass(frozen=True)
class Further:
    """Another span that bears out the same learning, with the number it has in the report."""

    number: int
    spot: Spot


@dataclass(frozen=True)
class Citation:
    number: int
    total: int
    spot: Spot
    excerpt: Excerpt
    is_moved: bool
    """The document is there, and no longer holds these words at that place."""
    read_in: tuple[Node, ...]
    sentences: tuple[str, ...]
    """The report's sentences that cite it in other words than its own."""
    further: tuple[Further, ...]

    @property
    def previous(self) -> int:
        """The number before, 0 at the first."""
        return self.number - 1

    @property
    def next(self) -> int:
        """The number behind, 0 at the last."""
        return self.number + 1 if self.number < self.total else 0


def citation(user: AbstractBaseUser | AnonymousUser, run: Run, report: Report, wanted: int) -> Citation | None:
    """Citation number `wanted` of a version of the report, None if it has no such number."""
    drawn = written.cited_pieces(run, report)
    numbering = number(drawn)
    if not 1 <= wanted <= len(numbering.references):
        return None
    source = numbering.references[wanted - 1].source
    bearing = [learning for learning, sources in drawn.sources.items() if source.span in {s.span for s in sources}]
    rows = written.learnings_of(run, report, bearing)
    others = _others(numbering, bearing, source)
    kinds = kinds_of(user, [source, *others])
    found = _excerpt(source, _passages(rows.values(), source.span)) if source.span.document in kinds else Excerpt()
    texts = dict.fromkeys(line.text for line in drawn.lines() if wanted in numbering.of(line))
    return Citation(
        number=wanted,
        total=len(numbering.references),
        spot=spot(source, kinds, CitedBy(run.pk, report.version, wanted)),
        excerpt=found or Excerpt(),
        is_moved=found is None,
        read_in=tuple(_nodes(run, rows.values())),
        sentences=tuple(text for text in texts if text.strip() != source.words.strip()),
        further=tuple(Further(numbering.numbers[one.span], spot(one, kinds)) for one in others),
    )


def _others(numbering: Numbering, bearing: Iterable[int], source: Source) -> list[Source]:
    sources = {one.span: one for learning in bearing for one in numbering.report.sources[learning]}
    return sorted(
        (one for span, one in sources.items() if span != source.span), key=lambda one: numbering.numbers[one.span]
    )


def _passages(rows: Iterable[Learning], span: Span) -> set[int]:
    """The passages that these words were found in."""
    places: list[Mapping[str, Any]] = []
    for row in rows:
        places += [{"document": row.document, "start": row.start, "end": row.end, "passage": row.passage}, *row.further]
    return {one["passage"] for one in places if Span(one["document"], one["start"], one["end"]) == span}


def _excerpt(source: Source, passages: Iterable[int]) -> Excerpt | None:
    """The words within their passage, else within the document's text; None if they are no longer there.

    Neither reads the document's whole text, which may be a book's.
    """
    span = source.span
    for row in Passage.objects.filter(pk__in=passages, document=span.document).defer("vector", "terms"):
        low, high = span.start - row.start, span.end - row.start
        if low >= 0 and row.text[low:high] == source.words:
            return Excerpt(row.text[:low], row.text[high:], False, False, row.place, row.section)
    first = max(0, span.start - AROUND)
    window = Substr("text", first + 1, span.end + AROUND - first)
    text = Document.objects.filter(pk=span.document).values_list(window, flat=True).first() or ""
    low, high = span.start - first, span.end - first
    if text[low:high] != source.words:
        return None
    return Excerpt(text[:low], text[high:], first == 0, len(text) < high + AROUND)


def _nodes(run: Run, rows: Iterable[Learning]) -> Iterable[Node]:
    """The nodes it was read in, as far as their heads go."""
    paths = {row.path for row in rows}
    return Node.objects.filter(run=run, path__in=paths).only("run", "path", "question").order_by("path")
