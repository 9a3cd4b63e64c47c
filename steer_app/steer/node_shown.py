"""All that is known of one node, for its drawer: what was asked, found and decided, each with what it rests on."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Count, Q

from steer_app.runs.domain.spending import Spent
from steer_app.runs.models import Run
from steer_app.runs.selectors import spent_on
from steer_app.sources.models import Passage
from steer_app.sources.selectors import documents_visible_to
from steer_app.steer import decided, written
from steer_app.steer.domain.place import ROOT, ancestors, order, parent
from steer_app.steer.domain.plan import DECIDE, READ, SCOUT, key
from steer_app.steer.domain.sums import DecisionSum
from steer_app.steer.explain import COVERAGE, Explanation, Ranked, explained
from steer_app.steer.models import Aspect, Learning, Node
from steer_app.steer.report.pieces import Source
from steer_app.steer.spots import Spot, kinds_of, spot

STATES = {
    Node.Status.WAITING: ("wait", "waits for your answer"),
    Node.Status.QUEUED: ("run", "to be read"),
    Node.Status.READ: ("done", "read"),
    Node.Status.PRUNED: ("idle", "left out"),
    Node.Status.DEFERRED: ("idle", "to be read last"),
    Node.Status.FAILED: ("fail", "could not be read"),
}
"""The chip's kind and its words."""
ORIGINS = {
    Node.Origin.PLANNED: "planned by the session",
    Node.Origin.WILD_CARD: "a wild card: from outside what you said you care about",
    Node.Origin.USER: "added by you",
}


@dataclass(frozen=True)
class ShownLearning:
    row: Learning
    spot: Spot
    further: tuple[Spot, ...]

    @property
    def is_own_words(self) -> bool:
        """The claim is the quoted sentence itself."""
        return self.row.claim.strip() == self.row.text.strip()


@dataclass(frozen=True)
class ReadSource:
    """A document that the node's search found."""

    document: int
    title: str
    passages: int
    learnings: int


@dataclass(frozen=True)
class Covered:
    text: str
    score: int
    words: str


@dataclass(frozen=True)
class Relative:
    """Another node as a link: how it stands and what it asks."""

    path: str
    question: str
    chip: str
    state: str
    origin: str


@dataclass(frozen=True)
class NodeShown:
    node: Node
    chip: str
    state: str
    origin: str
    above: tuple[Relative, ...]
    """From the root down."""
    children: tuple[Relative, ...]
    learnings: tuple[ShownLearning, ...]
    sources: tuple[ReadSource, ...]
    coverage: tuple[Covered, ...]
    chosen_at: DecisionSum | None
    """The decision that proposed it; None for the root and what a person added."""
    ranked: Ranked | None
    """Its place in that decision."""
    decision: Explanation | None
    """The decision made at it."""
    spent: Spent
    """On reading it, scouting what may follow, and deciding."""

    @property
    def can_prune(self) -> bool:
        return self.node.path != ROOT and self.node.status in {"queued", "read", "deferred"}

    @property
    def can_revive(self) -> bool:
        return self.node.status in {"pruned", "deferred"}

    @property
    def can_add(self) -> bool:
        return self.node.status in {"queued", "read", "deferred"}


def node_shown(user: AbstractBaseUser | AnonymousUser, run: Run, node: Node) -> NodeShown:
    above, children = _family(run, node.path)
    decisions = decided.at(run, [node.path, parent(node.path)])
    here, chosen_at = decisions.get(node.path), decisions.get(parent(node.path))
    candidates = {one.sum.path: one for one in explained(chosen_at).ranked} if chosen_at else {}
    ranked = candidates.get(node.path)
    rows = list(Learning.objects.filter(run=run, path=node.path).order_by("no"))
    chip, state = STATES[Node.Status(node.status)]
    return NodeShown(
        node=node,
        chip=chip,
        state=state,
        origin="the question itself" if node.path == ROOT else ORIGINS[Node.Origin(node.origin)],
        above=above,
        children=children,
        learnings=tuple(_learnings(user, rows)),
        sources=tuple(_sources(user, node, rows)),
        coverage=tuple(_coverage(run, node)),
        chosen_at=chosen_at if ranked else None,
        ranked=ranked,
        decision=explained(here) if here else None,
        spent=spent_on(run.pk, [key(kind, node.path) for kind in (READ, SCOUT, DECIDE)]),
    )


def _family(run: Run, path: str) -> tuple[tuple[Relative, ...], tuple[Relative, ...]]:
    """The nodes above and those right below, each in the run's order; one query."""
    below = Q(path__regex=rf"^{re.escape(path)}\.[0-9]+$")
    rows = Node.objects.filter(below | Q(path__in=ancestors(path)), run=run)
    found = sorted(rows.values_list("path", "question", "status", "origin"), key=lambda row: order(row[0]))
    all_of = [Relative(at, question, *STATES[Node.Status(status)], origin) for at, question, status, origin in found]
    return tuple(r for r in all_of if len(r.path) < len(path)), tuple(r for r in all_of if len(r.path) > len(path))


def _learnings(user: AbstractBaseUser | AnonymousUser, rows: Sequence[Learning]) -> Iterable[ShownLearning]:
    sources: list[list[Source]] = [list(written.sources(row)) for row in rows]
    kinds = kinds_of(user, [source for group in sources for source in group])
    for row, group in zip(rows, sources, strict=True):
        first, *further = (spot(source, kinds) for source in group)
        yield ShownLearning(row, first, tuple(further))


def _sources(user: AbstractBaseUser | AnonymousUser, node: Node, rows: Sequence[Learning]) -> Iterable[ReadSource]:
    """The documents its passages lie in, those that taught it most first. Only what was read counts."""
    if not node.has_result:
        return
    passages = Passage.objects.filter(pk__in=[hit["passage"] for hit in node.hits])
    mine = passages.filter(document__in=documents_visible_to(user).values("pk"))
    columns = mine.values_list("document", "document__title", "document__path")
    found = columns.annotate(number=Count("pk")).order_by("document__path")
    taught = [row.document for row in rows]
    read = [
        ReadSource(document, written.readable(title, path), number, taught.count(document))
        for document, title, path, number in found
    ]
    yield from sorted(read, key=lambda one: -one.learnings)


def _coverage(run: Run, node: Node) -> Iterable[Covered]:
    """What it covers of each interest that it was read for, in the interests' order."""
    scores = {int(no): score for no, score in node.coverage.items()}
    for no, text in Aspect.objects.filter(run=run, no__in=scores).order_by("no").values_list("no", "text"):
        yield Covered(text, scores[no], COVERAGE[scores[no]])
