"""From many proposals to K that differ: the paper's appendix C, and what counts as the same question."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from steer_app.steer.domain.vectors import similarity
from steer_app.steer.domain.wording import normalised

DUPLICATE_ABOVE = 0.95


@dataclass(frozen=True, eq=False)
class Proposal:
    question: str
    query: str
    goal: str
    confidence: float
    wild_card: bool
    vector: np.ndarray

    @property
    def rank(self) -> tuple:
        """Falling confidence, then the words (kernel rule K16); query and goal only tell twins apart."""
        return -self.confidence, normalised(self.question), self.question, self.query, self.goal, self.wild_card


def repeats(vector: np.ndarray, others: Sequence[np.ndarray]) -> bool:
    return any(similarity(vector, other) > DUPLICATE_ABOVE for other in others)


def one_wild_card(proposals: Sequence[Proposal], *, allowed: bool) -> list[Proposal]:
    """The proposals in rank order with at most one wild card, the most confident; none if not `allowed`.

    Decision: the paper keeps the wild card as a field of its own. In a diversified choice it is the farthest of all
    and would win a place at nearly every node, so one decision keeps at most one, a node below a wild card none,
    and a breadth of 1 none.
    """
    ranked = sorted(proposals, key=lambda p: p.rank)
    wild = [p for p in ranked if p.wild_card][: 1 if allowed else 0]
    return [p for p in ranked if not p.wild_card or p in wild]


def without_duplicates(proposals: Sequence[Proposal], seen: Sequence[np.ndarray]) -> list[Proposal]:
    """Proposals in rank order that repeat neither what was `seen` nor a proposal ranked before them."""
    kept: list[Proposal] = []
    for proposal in sorted(proposals, key=lambda p: p.rank):
        if not repeats(proposal.vector, seen) and not repeats(proposal.vector, [other.vector for other in kept]):
            kept.append(proposal)
    return kept


def diversified(proposals: Sequence[Proposal], breadth: int) -> list[Proposal]:
    """At most `breadth` proposals, in the order they were taken.

    The most confident first; then always the one whose largest similarity to those taken is smallest, on a tie the
    one of higher rank. With no more proposals than places all are taken.
    """
    waiting = sorted(proposals, key=lambda p: p.rank)
    taken: list[Proposal] = []
    while waiting and len(taken) < breadth:
        closest = [max((similarity(p.vector, t.vector) for t in taken), default=0.0) for p in waiting]
        taken.append(waiting.pop(closest.index(min(closest))))
    return taken
