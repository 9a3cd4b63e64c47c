"""What an answer found, kept beside its question until it can no longer be taken back."""

from collections.abc import Iterable
from typing import Any

from steer_app.runs.models import Question, Run
from steer_app.runs.services.changes import Update
from steer_app.steer.models import Node

KEPT = "before"
"""Where in the question's payload it is kept: {seq: the journal's at the answer, nodes: {path: its values}}."""

VALUES = ("status", "note", "pruned_by", "accepted_by", "persona_version", "has_result")


def remark_key(question: Question) -> str:
    """The key of what an answer says about the person. Each answer has its own: one that was taken back keeps its
    place in the history."""
    return f"q{question.pk}" if question.revision == 1 else f"q{question.pk}.{question.revision}"


def remembered(run: Run, question: Question, touched: Iterable[Node]) -> Update:
    """The change that keeps the nodes an answer is about to move, as they are now."""
    nodes = {node.path: {name: getattr(node, name) for name in VALUES} for node in touched}
    kept = {**question.payload, KEPT: {"seq": run.last_seq, "nodes": nodes}}
    return Update("runs.Question", {"pk": question.pk}, {"payload": kept})


def found_by(question: Question) -> dict[str, Any] | None:
    """What the question's answer found; None if no person gave it."""
    return question.payload.get(KEPT)


def forgotten(question: Question) -> Update:
    payload = {name: value for name, value in question.payload.items() if name != KEPT}
    return Update("runs.Question", {"pk": question.pk}, {"payload": payload})
