"""How large a research tree may become: pure sums over its levels."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """The nodes at one depth: those not left out, those of them that may still branch, and those read."""

    depth: int
    kept: int
    undecided: int
    read: int


def full_tree(depth: int, breadth: int) -> int:
    """Nodes if every branch is kept: K^0 + K^1 + ... + K^D."""
    return sum(breadth**level for level in range(depth + 1))


def expected_nodes(levels: Iterable[Level], depth: int, breadth: int) -> int:
    """Nodes of a tree that is as far as `levels` say, if all that can still branch does so in full.

    An upper estimate: branches end early where the documents have no more to follow, and where the person says so.
    """
    return sum(
        level.kept + level.undecided * (full_tree(depth - level.depth, breadth) - 1 if level.depth < depth else 0)
        for level in levels
    )
