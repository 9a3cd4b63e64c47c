"""The counting tree's rules: pure, and small enough to be seen whole."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from steer_app.runs.domain.outcome import StepSpec
from steer_app.runs.domain.progress import Progress

ASK_FROM = 7
"""A node whose number is at least this asks which of its children to keep."""


@lru_cache(maxsize=10_000)
def order(path: str) -> tuple[int, tuple[int, ...]]:
    """(depth, path as integers): the one order of all decisions (K9)."""
    numbers = tuple(int(part) for part in path.split("."))
    return len(numbers) - 1, numbers


@dataclass(frozen=True)
class Tree:
    """What the plan rests on: counted nodes and, for each decided one, its kept children."""

    depth: int
    breadth: int
    progress: Progress = field(default_factory=Progress)
    numbers: Mapping[str, int] = field(default_factory=dict)
    kept: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    lost: frozenset[str] = frozenset()
    """Nodes that could not be counted: they count as decided, and have no children."""


def nodes(tree: Tree) -> list[str]:
    """All accepted nodes, in the order of decisions."""
    return sorted(["0", *(child for children in tree.kept.values() for child in children)], key=order)


def next_decision(tree: Tree, ordered: Sequence[str]) -> str | None:
    """The least undecided of the ordered nodes, if it is counted and no question holds its direction (K9, K12)."""
    held = tree.progress.open_question.removeprefix("keep:")
    for path in ordered:
        if path in tree.kept or path in tree.lost or path.count(".") == tree.depth:
            continue
        if held and (held == "0" or direction(path) == direction(held)):
            if held == "0":
                return None
            continue
        return path if path in tree.numbers else None
    return None


def direction(path: str) -> str:
    return ".".join(path.split(".")[:2])


def sum_before(tree: Tree, path: str) -> int:
    """The sum over the basis: the node itself and all counted nodes before it in the order."""
    return sum(number for other, number in tree.numbers.items() if order(other) <= order(path))


def plan(tree: Tree) -> list[StepSpec]:
    """Count every accepted node in parallel, decide one at a time, then total."""
    if tree.progress.closed:
        working = tree.progress.claimed - {"total:1"}
        return [] if working else [StepSpec("total", "total:1")]
    ordered = nodes(tree)
    specs = [
        StepSpec("count", f"count:{path}", {"path": path})
        for path in ordered
        if path not in tree.numbers and path not in tree.lost
    ]
    decision = next_decision(tree, ordered)
    if decision:
        specs.append(StepSpec("decide", f"decide:{decision}", {"path": decision}))
    if not specs and not tree.progress.open_question and not tree.progress.open:
        specs.append(StepSpec("total", "total:1"))
    return specs
