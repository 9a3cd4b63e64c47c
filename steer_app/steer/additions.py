"""Directions that a person adds: candidates already decided, at once in the tree."""

from collections.abc import Mapping, Sequence

from steer_app.runs.services.changes import Insert
from steer_app.steer import branches
from steer_app.steer.domain.events import NodeAdded
from steer_app.steer.domain.place import child, numbers, parent
from steer_app.steer.domain.wording import normalised
from steer_app.steer.models import Node
from steer_app.steer.moves import Moves


def told_apart(nodes: Mapping[str, Node], questions: Sequence[str]) -> tuple[list[str], list[Node]]:
    """Questions that are new, and the nodes that the others repeat word for word.

    What repeats a node in other words is found when it is read: that takes vectors, and so a worker. A node below a
    branch that is not followed could not be followed either, so it is repeated.
    """
    there = [node for node in nodes.values() if not branches.held_by(nodes, node.path)]
    by_wording = {normalised(node.question): node for node in reversed(there)}
    fresh = {normalised(text): text for text in reversed(questions) if normalised(text) not in by_wording}
    twins = [by_wording[normalised(text)] for text in questions if normalised(text) in by_wording]
    return [text for text in reversed(fresh.values()) if normalised(text)], list(dict.fromkeys(twins))


def add(
    moves: Moves,
    nodes: Mapping[str, Node],
    under: str,
    questions: Sequence[str],
    *,
    version: int | None,
    accepted_by: str,
    after: int = 0,
) -> list[str]:
    """New nodes under `under`, with confidence 1 and unprobed; their paths. They may exceed K. `after`: how many came
    there in the same outcome and are not among `nodes` yet."""
    first = 1 + after + max((numbers(path)[-1] for path in nodes if parent(path) == under), default=0)
    added = [child(under, number) for number, _ in enumerate(questions, first)]
    for path, question in zip(added, questions, strict=True):
        row = {
            "path": path,
            "question": question,
            "query": question,
            "origin": Node.Origin.USER.value,
            "status": Node.Status.QUEUED.value,
            "confidence": 1.0,
            "persona_version": version,
            "accepted_by": accepted_by,
        }
        moves.changes.append(Insert("steer.Node", row))
        moves.events.append(NodeAdded(path, question, Node.Origin.USER.value, Node.Status.QUEUED.value, 1.0))
    return added
