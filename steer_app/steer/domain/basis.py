"""What a decision may look at: never the clock (kernel rule K9)."""

from collections.abc import Iterable
from dataclasses import dataclass

from steer_app.steer.domain.place import ROOT, direction, order, parent

PAUSES = {"open": 1, "answered": 1, "suggested": 1, "withdrawn": 1, "expired": 2}
"""What a question counts for in its direction, by how it went. Decision: silence is not assent and costs the person
more than an answer, so a question that expired counts twice. What was only suppressed was never asked."""


@dataclass(frozen=True)
class Standing:
    path: str
    status: str


@dataclass(frozen=True)
class Asked:
    path: str
    outcome: str


def basis(at: str, nodes: Iterable[Standing]) -> list[str]:
    """The node itself and all read nodes before it, in the run's order."""
    before = [n.path for n in nodes if n.path == at or (n.status == "read" and order(n.path) < order(at))]
    return sorted(before, key=order)


def created_before(at: str, nodes: Iterable[Standing]) -> list[str]:
    """The nodes that came of decisions up to this one, pruned ones too: their questions are not proposed again."""
    return [n.path for n in nodes if n.path == ROOT or order(parent(n.path)) <= order(at)]


def active_directions(at: str, nodes: Iterable[Standing]) -> int:
    """K': the root's children that are neither pruned nor failed; 1 at the root.

    A child after `at` in the order may be read and fail at any time, so a failure there does not count yet.
    """
    if at == ROOT:
        return 1
    return sum(
        parent(n.path) == ROOT and n.status != "pruned" and not (n.status == "failed" and order(n.path) < order(at))
        for n in nodes
    )


def pauses(at: str, asked: Iterable[Asked]) -> int:
    """pauses_j: questions asked before in this node's direction, answered or not; 0 at the root."""
    return sum(
        PAUSES.get(one.outcome, 0)
        for one in asked
        if at != ROOT and one.path != ROOT and direction(one.path) == direction(at) and order(one.path) < order(at)
    )
