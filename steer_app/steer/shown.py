"""A session's panels in words, for its part of a run's live page."""

from typing import Any

from steer_app.runs.models import Run
from steer_app.steer import selectors
from steer_app.steer.domain.panel import DecisionView, Panel
from steer_app.steer.domain.place import depth

STATUSES = {
    "waiting": "waits for your answer",
    "queued": "to be read",
    "read": "read",
    "pruned": "left out",
    "deferred": "read last",
    "failed": "could not be read",
}
CHIPS = {"waiting": "wait", "read": "done", "failed": "fail"}
COVERAGE = {0: "not covered yet", 1: "covered in part", 2: "well covered"}
OUTCOMES = {
    "open": "asks",
    "answered": "asked, and was answered",
    "suggested": "asked, and followed what was suggested",
    "suppressed": "would have asked, and went on with all",
    "expired": "asked, and nobody answered",
    "withdrawn": "asked, and the question was withdrawn",
    "none": "went on without asking",
}


def session(run: Run) -> dict[str, Any]:
    """The template's values."""
    panel = selectors.panel(run)
    decisions = {decision.path: decision for decision in panel.decisions.values()}
    return {
        "panel": panel,
        "rows": [
            {
                "node": node,
                "level": depth(node.path),
                "status": STATUSES[node.status],
                "chip": CHIPS.get(node.status, "idle"),
                "decision": _reason(decisions.get(node.path)),
            }
            for node in panel.tree()
        ],
        "aspects": [_aspect(panel, no) for no in panel.aspects],
    }


def _reason(decision: DecisionView | None) -> str:
    if decision is None:
        return ""
    return f"{OUTCOMES[decision.outcome]}: asking would gain {decision.gain:.2f} and cost {decision.cost:.2f}"


def _aspect(panel: Panel, no: int) -> dict[str, Any]:
    score, nodes = panel.coverage(no)
    return {"aspect": panel.aspects[no], "score": score, "coverage": COVERAGE[score], "nodes": nodes}
