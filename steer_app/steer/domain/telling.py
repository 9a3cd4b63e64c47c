"""How events become turns of the conversation: a function an event, for those that are told."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from steer_app.steer.domain.panel import Panel
from steer_app.steer.domain.place import ROOT, parent

Payload = Mapping[str, Any]

UNDERSTOOD = ("added", "dropped", "deeper")
"""What a remark may do to the interests."""
MOST_TOGETHER = 12
"""Decisions that are told in one turn: what is sent for one more does not grow with the session."""
BEGAN, CARRIED = "turn-began", "turn-carried"
FOUND = "turn-found"
"""The turn that tells what the first search brought."""


@dataclass
class Turn:
    """One thing that was said or done; `kind` names the words it is told in, `said` holds what they need."""

    id: str
    seq: int
    kind: str
    at: datetime
    said: dict[str, Any] = field(default_factory=dict)


class Story(Protocol):
    """What is told of a session so far (domain.story)."""

    panel: Panel
    turns: dict[str, Turn]
    below: dict[str, int]
    persona: str
    deeper: set[int]
    closed: str
    asked: int
    open_question: str
    questions: dict[str, str]

    def add(self, turn: Turn, told_as: str, /, **said: Any) -> None: ...

    def change(self, turn_id: str, /, **said: Any) -> None: ...

    def last(self) -> Turn | None: ...


def _began(story: Story, turn: Turn, at: Payload) -> None:
    """At its start, or with the tree that it carries over, whichever is told first."""
    if BEGAN not in story.turns:
        turn.id = BEGAN
        story.add(turn, "began")


def _tree_carried(story: Story, turn: Turn, at: Payload) -> None:
    turn.id = CARRIED
    story.add(turn, "carried", **at)


def _run_changed(story: Story, turn: Turn, at: Payload) -> None:
    """A pause that a steer asked for is told by the steer; closing a paused session lets it go on by itself."""
    last = story.last()
    told = last and (last.kind == "closed" or (last.kind == "steer" and last.seq == turn.seq - 1))
    if at.get("by") and not told:
        story.add(turn, "moved", status=at["status"], by=at["by"])


def _run_held(story: Story, turn: Turn, at: Payload) -> None:
    """Looks in vain, one after the other, are told in one turn."""
    last = story.last()
    if last and last.kind == "held":
        story.change(last.id, reason=at["reason"], times=last.said["times"] + 1)
    else:
        story.add(turn, "held", reason=at["reason"], times=1)


def _params_changed(story: Story, turn: Turn, at: Payload) -> None:
    if brain := at["changes"].get("brain"):
        story.add(turn, "brain", brain=brain)


def _run_closed(story: Story, turn: Turn, at: Payload) -> None:
    story.add(turn, "closed", why=at["why"], by=at.get("by", ""))


def _decision_made(story: Story, turn: Turn, at: Payload) -> None:
    """A decision that asks is told by its question; those that went on are told together, one after the other."""
    if at["outcome"] not in {"none", "suppressed"}:
        return
    made = {name: at[name] for name in ("no", "path", "gain", "cost", "outcome")} | {"ways": len(at["expanded"])}
    last = story.last()
    if last and last.kind == "went" and len(last.said["decisions"]) < MOST_TOGETHER:
        story.change(last.id, decisions=[*last.said["decisions"], made])
    else:
        story.add(turn, "went", decisions=[made])


def _decision_settled(story: Story, turn: Turn, at: Payload) -> None:
    settled = _asked_at(story, at["path"])
    if settled:
        story.change(settled.id, expanded=list(at["expanded"]))


def _question_asked(story: Story, turn: Turn, at: Payload) -> None:
    turn.id = f"question-{at['question']}"
    story.asked += 1
    path = at["key"].partition(":")[2]
    said = {name: at[name] for name in ("question", "text", "options")}
    story.add(turn, "question", **said, path=path, state="open", number=story.asked, answer=None, by="", expanded=[])
    story.questions[path] = turn.id
    story.open_question = turn.id


def _question_reopened(story: Story, turn: Turn, at: Payload) -> None:
    story.open_question = f"question-{at['question']}"
    story.change(story.open_question, state="open", answer=None, by="", expanded=[])


def _question_closed(story: Story, turn: Turn, at: Payload) -> None:
    turn_id = f"question-{at['question']}"
    story.change(turn_id, state=at["state"], answer=at["answer"], by=at["by"], closed_at=turn.at)
    story.closed = f"{at['state']} by {at['by']}" if at["by"] else at["state"]
    if story.open_question == turn_id:
        story.open_question = ""


def _node_foreread(story: Story, turn: Turn, at: Payload) -> None:
    """Told with the question that waited, once that is closed."""
    asked = _asked_at(story, parent(at["path"]))
    if asked:
        spent = {name: at[name] for name in ("tokens", "microusd", "unpriced_tokens")}
        ahead = {"path": at["path"], "spent": spent, "used": False}
        story.change(asked.id, ahead=ahead)


def _asked_at(story: Story, path: str) -> Turn | None:
    """The question about the ways to go on from a node."""
    return story.turns.get(story.questions.get(path, ""))


def _steer_received(story: Story, turn: Turn, at: Payload) -> None:
    turn.id = f"steer-{at['steer']}"
    details = at.get("details") or {}
    node = story.panel.nodes.get(details.get("path") or details.get("under") or "")
    no = str(details.get("no", ""))
    aspect = story.panel.aspects.get(int(no)) if no.isdigit() else None
    story.add(
        turn,
        "steer",
        kind=at["kind"],
        text=at["text"],
        details=dict(details),
        node=node.question if node else "",
        aspect=aspect.text if aspect else "",
        waits=False,
        state="received",
        reason="",
        because="",
        at=(),
        since="",
        steer=at["steer"],
    )


def _steer_settled(story: Story, turn: Turn, at: Payload) -> None:
    """What may still come with the same transaction is told where it was applied by its question."""
    told = {name: at.get(name, "") for name in ("state", "reason", "because", "since")}
    story.change(f"steer-{at['steer']}", **told, at=tuple(at.get("at", ())), waits=False)


def _aspect_added(story: Story, turn: Turn, at: Payload) -> None:
    _understood(story, turn, added=at["text"])


def _aspect_changed(story: Story, turn: Turn, at: Payload) -> None:
    """Another place in the order is no news in the conversation."""
    no, text = at["no"], story.panel.aspects[at["no"]].text
    if at["state"] != "active":
        _understood(story, turn, dropped=text)
    elif at["focus"] and no not in story.deeper:
        _understood(story, turn, deeper=text)
    (story.deeper.add if at["focus"] else story.deeper.discard)(no)


def _persona_changed(story: Story, turn: Turn, at: Payload) -> None:
    """Its interests came just before it, in the same turn; a new text alone is told too."""
    says = at["text"] if at["text"] != story.persona else ""
    story.persona = at["text"]
    last = story.last()
    if last and last.kind == "understood" and not last.said["version"]:
        story.change(last.id, version=at["version"], text=says, cause=at["cause"])
    elif says:
        said = {"version": at["version"], "text": says, "cause": at["cause"]}
        story.add(turn, "understood", **{name: [] for name in UNDERSTOOD}, **said)


def _understood(story: Story, turn: Turn, **what: str) -> None:
    last = story.last()
    if last is None or last.kind != "understood" or last.said["version"]:
        story.add(turn, "understood", **{name: [] for name in UNDERSTOOD}, version=0, text="", cause="")
        last = turn
    story.change(last.id, **{name: [*last.said[name], text] for name, text in what.items()})


def _remark_refused(story: Story, turn: Turn, at: Payload) -> None:
    """A steer that was refused as a whole says so itself."""
    said = story.turns.get(f"steer-{at['key'][1:]}") if at["key"].startswith("s") else None
    if said is None or said.said["state"] != "refused":
        story.add(turn, "unplaced", text=at["text"], reason=at["reason"])


def _proposal_made(story: Story, turn: Turn, at: Payload) -> None:
    turn.id = f"proposal-{at['key']}"
    story.add(turn, "proposal", key=at["key"], state="open", made=dict(at), c0=story.panel.c0)
    story.change(f"steer-{at['key'][1:]}", waits=True)


def _proposal_settled(story: Story, turn: Turn, at: Payload) -> None:
    story.change(f"proposal-{at['key']}", state=at["state"])


def _node_read(story: Story, turn: Turn, at: Payload) -> None:
    asked = _asked_at(story, parent(at["path"]))
    if asked and at.get("used_ahead"):
        # a step that was given up after its call told nothing, and the call is of use all the same
        told = asked.said.get("ahead") or {"path": at["path"], "spent": {}}
        story.change(asked.id, ahead={**told, "used": True})
    if at["path"] == ROOT and CARRIED not in story.turns:
        turn.id = FOUND
        story.add(turn, "found", learnings=at["learnings"], documents=at["documents"], ways=story.below.get(ROOT, 0))


def _node_added(story: Story, turn: Turn, at: Payload) -> None:
    if parent(at["path"]) == ROOT:
        story.change(FOUND, ways=story.below[ROOT])


def _node_moved(story: Story, turn: Turn, at: Payload) -> None:
    if at["status"] == "failed":
        question = story.panel.nodes[at["path"]].question
        story.add(turn, "failed", path=at["path"], question=question, reason=at["note"])


def _report_written(story: Story, turn: Turn, at: Payload) -> None:
    story.add(turn, "report", version=at["version"], title=at["title"])


TOLD: dict[str, Callable[[Story, Turn, Payload], None]] = {
    "run.started": _began,
    "session.started": _began,
    "tree.carried": _tree_carried,
    "run.changed": _run_changed,
    "run.held": _run_held,
    "params.changed": _params_changed,
    "run.closed": _run_closed,
    "decision.made": _decision_made,
    "decision.settled": _decision_settled,
    "question.asked": _question_asked,
    "question.reopened": _question_reopened,
    "question.closed": _question_closed,
    "steer.received": _steer_received,
    "steer.settled": _steer_settled,
    "aspect.added": _aspect_added,
    "aspect.changed": _aspect_changed,
    "persona.changed": _persona_changed,
    "remark.refused": _remark_refused,
    "proposal.made": _proposal_made,
    "proposal.settled": _proposal_settled,
    "node.added": _node_added,
    "node.read": _node_read,
    "node.foreread": _node_foreread,
    "node.moved": _node_moved,
    "report.written": _report_written,
}
