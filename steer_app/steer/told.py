"""A session's journal in words, a line a change: what the command and the live page show while it runs."""

from collections.abc import Callable, Mapping
from typing import Any

Payload = Mapping[str, Any]


def line(kind: str, payload: Payload) -> str:
    """One line for an event, "" for what is not worth one."""
    return _LINES[kind](payload) if kind in _LINES else ""


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def _at(path: str, words: str) -> str:
    return f"{path:<8} {words}"


def _node_added(at: Payload) -> str:
    mark = {"wild card": " (wild card)", "user": " (yours)"}.get(at["origin"], "")
    return _at(at["path"], f"{at['status']}: {at['question']}{mark}")


def _node_moved(at: Payload) -> str:
    return _at(at["path"], f"{at['status']}{': ' + at['note'] if at['note'] else ''}")


def _node_read(at: Payload) -> str:
    if not at["learnings"]:
        return _at(at["path"], f"read: {at['note'] or 'nothing learned'}")
    found = f"{_count(at['learnings'], 'learning')} from {_count(at['documents'], 'document')}"
    return _at(at["path"], f"read: {found}")


def _node_foreread(at: Payload) -> str:
    cost = f", {_count(at['tokens'], 'token')}" if at["tokens"] else ""
    return _at(at["path"], f"read ahead while the question waits{cost}")


def _decision_made(at: Payload) -> str:
    sums = f"asking gains {at['gain']:.2f} and costs {at['cost']:.2f}"
    if at["policy"] == "proceed":
        return _at(at["path"], f"goes on without asking: {sums}")
    if at["outcome"] == "suppressed":
        return _at(at["path"], f"would have asked, and goes on with all: {sums}")
    return _at(at["path"], f"asks: {sums}")


def _decision_settled(at: Payload) -> str:
    if at["outcome"] == "open":
        return _at(at["path"], "asks again: the answer was taken back")
    followed = f"follows {', '.join(at['expanded'])}" if at["expanded"] else "follows nothing"
    return _at(at["path"], f"{at['outcome']}: {followed}")


def _document_failed(at: Payload) -> str:
    return f"{at['path']}: {at['reason']}"


def _steer_settled(at: Payload) -> str:
    where = f" at {', '.join(at['at'])}" if at.get("at") else ""
    why = f": {at['reason']}" if at["reason"] else ""
    since = f" {at['since']}" if at.get("since") else ""
    return f"steer {at['steer']} is {at['state']}{where}{why}{since}"


_LINES: dict[str, Callable[[Payload], str]] = {
    "session.started": lambda at: f"Researching: {at['query']}",
    "triage.decided": lambda at: "Answered directly: one sentence says it." if at["direct"] else "",
    "node.added": _node_added,
    "node.moved": _node_moved,
    "node.read": _node_read,
    "node.foreread": _node_foreread,
    "decision.made": _decision_made,
    "decision.settled": _decision_settled,
    "persona.changed": lambda at: f"persona  version {at['version']}: {at['text']}",
    "aspect.added": lambda at: f"persona  cares about: {at['text']} ({at['origin']})",
    "aspect.changed": lambda at: f"persona  interest {at['no']} is {at['state']}",
    "tree.carried": lambda at: f"Starts from the finished tree of “{at['title']}”: {_count(at['read'], 'node')} read.",
    "proposal.made": lambda at: f"persona  would change something ({at['key']}): it waits for a yes",
    "proposal.settled": lambda at: f"persona  what it would change ({at['key']}) is {at['state']}",
    "steer.settled": _steer_settled,
    "remark.refused": lambda at: f"persona  {at['reason']}",
    "step.failed": lambda at: f"{at['key']} failed: {at['reason']}",
    "run.held": lambda at: f"waits: {at['reason']} Looks again in {at['look_s']:.0f} s.",
    "params.changed": lambda at: f"goes on with {', '.join(str(value) for value in at['changes'].values())}",
    "run.closed": lambda at: f"No new work is taken on ({at['why']}); the report is next.",
    "report.written": lambda at: f"Report {at['version']} is written.",
    "collection.opened": lambda at: f"Reading {_count(at['documents'], 'file')}.",
    "document.failed": _document_failed,
    "collection.indexed": lambda at: (
        f"{_count(at['documents'], 'document')} ready, {_count(at['passages'], 'passage')}."
    ),
}
