"""What a session's rows say of each document of its collections: cited, learned from, found, or not."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from steer_app.brains import embeddings
from steer_app.runs.models import Run
from steer_app.sources.models import Collection, Document, Passage
from steer_app.sources.nearest import Nearest, nearest
from steer_app.steer import citing, written
from steer_app.steer.domain.place import order
from steer_app.steer.domain.unused import Facts, Fate, Learned, Sighting, fate
from steer_app.steer.domain.wording import fingerprint
from steer_app.steer.evidence import READ_HITS
from steer_app.steer.models import Learning, Node, TextVector
from steer_app.steer.skills.report import offline, quotes
from steer_app.steer.vectors import STORED_AS

LIMITS = {
    "offline": (
        f"It holds at most {offline.MOST_IN_ALL} quotations and {offline.MOST_IN_A_SECTION} a section, the nearest to "
        f"the question first; beyond the first {quotes.FEWEST}, one document may have one in {quotes.SHARE} of them."
    )
}
"""How a brain's report chooses, by the brain's name."""


@dataclass(frozen=True)
class Line:
    """A document in the list of all."""

    pk: int
    path: str
    title: str
    status: str
    reason: str
    fate: Fate
    cited: int
    learned: int
    places: Sequence[tuple[int, str]]
    """(place, node's path) of its best passage in each search that found it."""

    @property
    def best_place(self) -> int:
        return min(place for place, _ in self.places)


@dataclass
class Evidence:
    """Everything at hand, read in a fixed number of queries however large the session."""

    run: Run
    collections: list[int]
    nodes: dict[str, Node]
    has_report: bool
    cited: dict[int, int]
    learnings: dict[int, list[Learning]] = field(default_factory=lambda: defaultdict(list))
    cited_places: set[tuple[str, int, int]] = field(default_factory=set)
    """(node's path, learning's number, document) of what the report cites."""
    places: dict[int, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    """Of each document its best place in each node's hits."""

    @property
    def searches(self) -> int:
        return sum(bool(node.hits) or node.has_result for node in self.nodes.values())


def evidence(run: Run) -> Evidence:
    """Six queries. Collections that are gone, or that their owner gave away, say nothing."""
    wanted = run.params.get("collections", ())
    collections = list(Collection.objects.filter(pk__in=wanted, owner=run.owner_id).values_list("pk", flat=True))
    nodes = {node.path: node for node in Node.objects.filter(run=run)}
    learnings = list(Learning.objects.filter(run=run))
    report = written.latest(run)
    spans = citing.spans(report, learnings)
    made = Evidence(
        run=run,
        collections=collections,
        nodes=dict(sorted(nodes.items(), key=lambda item: order(item[0]))),
        has_report=report is not None,
        cited=citing.quotes_by_document(spans),
    )
    for row in sorted(learnings, key=lambda row: (order(row.path), row.no)):
        for document in dict.fromkeys(span.document for span in citing.spans_of(row)):
            made.learnings[document].append(row)
            if any(span in spans and span.document == document for span in citing.spans_of(row)):
                made.cited_places.add((row.path, row.no, document))
    documents = dict(Passage.objects.filter(document__collection__in=collections).values_list("pk", "document"))
    for path, node in made.nodes.items():
        for place, hit in enumerate(node.hits, 1):
            if hit["passage"] in documents:
                made.places[documents[hit["passage"]]].setdefault(path, place)
    return made


def lines(found: Evidence) -> list[Line]:
    """All documents of the session's collections, the most used first, then by path. One query."""
    rows = Document.objects.filter(collection__in=found.collections)
    made = [_line(found, *row) for row in rows.values_list("pk", "path", "title", "status", "reason")]
    fates = list(Fate)
    return sorted(made, key=lambda line: (fates.index(line.fate), -line.cited, -line.learned, line.path))


def _line(found: Evidence, pk: int, path: str, title: str, status: str, reason: str) -> Line:
    cited, learned, places = found.cited.get(pk, 0), len(found.learnings.get(pk, ())), found.places.get(pk, {})
    return Line(
        pk=pk,
        path=path,
        title=title or path.rsplit("/", 1)[-1],
        status=status,
        reason=reason,
        fate=fate(status, cited=cited, learned=learned, found=len(places)),
        cited=cited,
        learned=learned,
        places=[(place, node) for node, place in places.items()],
    )


def facts(found: Evidence, document: Document) -> Facts:
    """What `explain` needs of one document. No query."""
    own = found.learnings.get(document.pk, [])
    return Facts(
        status=document.status,
        reason=document.reason,
        cited=found.cited.get(document.pk, 0),
        learned=[
            Learned(row.path, found.nodes[row.path].status, (row.path, row.no, document.pk) in found.cited_places)
            for row in own
        ],
        sightings=[_sighting(found, path, place, own) for path, place in found.places.get(document.pk, {}).items()],
        searches=found.searches,
        hits=READ_HITS,
        has_report=found.has_report,
        citations=sum(found.cited.values()),
        cited_documents=len(found.cited),
        limits=LIMITS.get(found.run.params.get("brain", ""), ""),
        came_later=bool(found.run.started_at and document.added_at > found.run.started_at),
    )


def _sighting(found: Evidence, path: str, place: int, own: Sequence[Learning]) -> Sighting:
    node = found.nodes[path]
    learnings = sum(row.path == path for row in own)
    return Sighting(path, node.question, node.status, node.has_result, place, len(node.hits), learnings)


def nearest_passage(found: Evidence, document: Document) -> Nearest | None:
    """To the session's question: by meaning where the question's vector was kept, for which no model is needed."""
    query = found.run.params["query"]
    kept = TextVector.objects.filter(embedder=embeddings.fingerprint(), fingerprint=fingerprint(query)).first()
    vector = np.frombuffer(kept.vector, dtype=STORED_AS) if kept else None
    return nearest(found.collections, document.pk, query, vector)
