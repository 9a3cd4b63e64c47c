"""A session as it is told while it goes on: the fold of its journal, and what each event changes of it.

It holds the panels (domain.panel) and what they do not: the turns of the conversation, each with its time, and sums
that are kept up to date event by event, so that showing one event costs what it changes and not the tree.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from steer_app.steer.domain.panel import NodeView, Panel, fold
from steer_app.steer.domain.place import ROOT, depth, parent

Payload = Mapping[str, Any]

NODES, ASPECTS, TURNS = "node", "aspect", "turn"
"""The kinds of what an event touches, each with the path, the number or the id of the one it changes."""
UNREAD = {"queued", "waiting", "deferred"}
UNDERSTOOD = ("added", "dropped", "deeper")
"""What a remark may do to the interests."""
MOST_TOGETHER = 12
"""Decisions that are told in one turn: what is sent for one more does not grow with the session."""
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


@dataclass
class Story:
    seq: int = 0
    panel: Panel = field(default_factory=Panel)
    turns: dict[str, Turn] = field(default_factory=dict)
    below: dict[str, int] = field(default_factory=dict)
    """How many children a node has."""
    covers: dict[int, dict[str, int]] = field(default_factory=dict)
    """How well each read node covers an aspect (1 or 2), by the aspect's number."""
    scores: dict[int, list[int]] = field(default_factory=dict)
    """How many nodes cover an aspect in part (at 1) and well (at 2)."""
    alignment: list[float] = field(default_factory=list)
    """The share of what the person cares about that was covered, each time it changed."""
    decided: set[str] = field(default_factory=set)
    """Paths of the nodes at which a decision was taken."""
    unread: set[str] = field(default_factory=set)
    """Paths of the nodes that are still to be read."""
    read: int = 0
    about: int = 0
    """How many nodes the session will have read about, as far as can be told now."""
    open_question: str = ""
    """The id of the open question's turn."""
    persona: str = ""
    """The text about the person that was told last."""
    closed: str = ""
    """How the last question was closed: "answered by ada"."""
    asked: int = 0
    touched: set[tuple[str, str]] = field(default_factory=set)
    """What the events since `take_touched` changed."""
    _counted: dict[str, tuple[int, int]] = field(default_factory=dict)

    def take(self, seq: int, at: datetime, kind: str, payload: Payload) -> None:
        """The journal's next event. Events must come in order and without a gap."""
        self.seq = seq
        fold([(kind, payload)], self.panel)
        if kind.startswith("node."):
            self._node(payload["path"])
        elif kind.startswith("aspect."):
            self.touched.add((ASPECTS, str(payload["no"])))
        elif kind == "decision.made":
            self.decided.add(payload["path"])
            self._node(payload["path"])
        tell = _TOLD.get(kind)
        if tell:
            tell(self, Turn(f"turn-{seq}", seq, "", at), payload)
        if kind.startswith(("node.", "aspect.")):
            covered = self.covered()
            if covered is not None and self.alignment[-1:] != [covered]:
                self.alignment.append(covered)

    def take_touched(self) -> set[tuple[str, str]]:
        """What was changed since this was last asked."""
        touched, self.touched = self.touched, set()
        return touched

    def covered(self) -> float | None:
        """Alignment of all that was read: (1 / 2|A|) * the sum of the active aspects' coverage; None without any."""
        active = [no for no, aspect in self.panel.aspects.items() if aspect.state == "active"]
        return sum(self.score(no) for no in active) / (2 * len(active)) if active else None

    def score(self, no: int) -> int:
        """How well aspect `no` is covered: 0, 1 or 2."""
        _, in_part, well = self.scores.get(no, (0, 0, 0))
        return 2 if well else 1 if in_part else 0

    def subtree(self, path: str) -> int:
        """Nodes that a full subtree below `path` would have: N_rem of the cost formula, without the node itself."""
        breadth, levels = self.panel.breadth, max(0, self.panel.depth - depth(path))
        return levels if breadth == 1 else (breadth ** (levels + 1) - breadth) // (breadth - 1)

    def _node(self, path: str) -> None:
        """Bring the sums up to date with a node that is new or has changed."""
        node = self.panel.nodes[path]
        self.touched.add((NODES, path))
        if path not in self._counted:
            above = parent(path)
            self.below[above] = self.below.get(above, 0) + 1
            if above:
                self.touched.add((NODES, above))
        before, now = self._counted.get(path, (0, 0)), self._count(node)
        self._counted[path] = now
        self.read += now[0] - before[0]
        self.about += now[1] - before[1]
        if node.status in UNREAD:
            self.unread.add(path)
        else:
            self.unread.discard(path)
        scores = {int(no): score for no, score in node.coverage.items() if score} if node.status == "read" else {}
        for no in self.covers.keys() | scores.keys():
            nodes = self.covers.setdefault(no, {})
            was, is_now = nodes.pop(path, 0), scores.get(no, 0)
            if is_now:
                nodes[path] = is_now
            if was != is_now:
                self.touched.add((ASPECTS, str(no)))
                counts = self.scores.setdefault(no, [0, 0, 0])
                counts[was] -= 1
                counts[is_now] += 1

    def _count(self, node: NodeView) -> tuple[int, int]:
        """Whether it counts as read, and how many nodes are to be expected from it on, itself included."""
        if node.status in {"pruned", "failed"}:
            return (1, 1) if node.has_result else (0, 0)
        if node.status == "waiting" and not node.suggested:
            return (0, 0)
        is_read = node.status == "read"
        ends_here = node.path in self.decided or (is_read and bool(node.note))
        return int(is_read), 1 + (0 if ends_here else self.subtree(node.path))

    def _add(self, turn: Turn, told_as: str, /, **said: Any) -> None:
        turn.kind, turn.said = told_as, said
        self.turns[turn.id] = turn
        self.touched.add((TURNS, turn.id))

    def _change(self, turn_id: str, /, **said: Any) -> None:
        if turn_id in self.turns:
            self.turns[turn_id].said.update(said)
            self.touched.add((TURNS, turn_id))

    def _last(self) -> Turn | None:
        return next(reversed(self.turns.values()), None)


def _run_started(story: Story, turn: Turn, at: Payload) -> None:
    story._add(turn, "began")


def _run_changed(story: Story, turn: Turn, at: Payload) -> None:
    last = story._last()
    if at.get("by") and not (last and last.kind == "closed"):  # closing a paused session lets it go on by itself
        story._add(turn, "moved", status=at["status"], by=at["by"])


def _run_closed(story: Story, turn: Turn, at: Payload) -> None:
    story._add(turn, "closed", why=at["why"], by=at.get("by", ""))


def _decision_made(story: Story, turn: Turn, at: Payload) -> None:
    """A decision that asks is told by its question; those that went on are told together, one after the other."""
    if at["outcome"] not in {"none", "suppressed"}:
        return
    made = {name: at[name] for name in ("no", "path", "gain", "cost", "outcome")} | {"ways": len(at["expanded"])}
    last = story._last()
    if last and last.kind == "went" and len(last.said["decisions"]) < MOST_TOGETHER:
        story._change(last.id, decisions=[*last.said["decisions"], made])
    else:
        story._add(turn, "went", decisions=[made])


def _decision_settled(story: Story, turn: Turn, at: Payload) -> None:
    settled = next((t for t in story.turns.values() if t.kind == "question" and t.said.get("path") == at["path"]), None)
    if settled:
        story._change(settled.id, expanded=list(at["expanded"]))


def _question_asked(story: Story, turn: Turn, at: Payload) -> None:
    turn.id = f"question-{at['question']}"
    story.asked += 1
    path = at["key"].partition(":")[2]
    said = {name: at[name] for name in ("question", "text", "options")}
    story._add(turn, "question", **said, path=path, state="open", number=story.asked, answer=None, by="", expanded=[])
    story.open_question = turn.id


def _question_reopened(story: Story, turn: Turn, at: Payload) -> None:
    story.open_question = f"question-{at['question']}"
    story._change(story.open_question, state="open", answer=None, by="", expanded=[])


def _question_closed(story: Story, turn: Turn, at: Payload) -> None:
    turn_id = f"question-{at['question']}"
    story._change(turn_id, state=at["state"], answer=at["answer"], by=at["by"], closed_at=turn.at)
    story.closed = f"{at['state']} by {at['by']}" if at["by"] else at["state"]
    if story.open_question == turn_id:
        story.open_question = ""


def _steer_received(story: Story, turn: Turn, at: Payload) -> None:
    turn.id = f"steer-{at['steer']}"
    details = at.get("details") or {}
    node = story.panel.nodes.get(details.get("path") or details.get("under") or "")
    no = str(details.get("no", ""))
    aspect = story.panel.aspects.get(int(no)) if no.isdigit() else None
    story._add(
        turn,
        "steer",
        kind=at["kind"],
        text=at["text"],
        details=dict(details),
        node=node.question if node else "",
        aspect=aspect.text if aspect else "",
        state="received",
        reason="",
    )


def _steer_settled(story: Story, turn: Turn, at: Payload) -> None:
    story._change(f"steer-{at['steer']}", state=at["state"], reason=at["reason"])


def _aspect_added(story: Story, turn: Turn, at: Payload) -> None:
    _understood(story, turn, added=at["text"])


def _aspect_changed(story: Story, turn: Turn, at: Payload) -> None:
    text = story.panel.aspects[at["no"]].text
    if at["state"] != "active":
        _understood(story, turn, dropped=text)
    elif at["focus"]:
        _understood(story, turn, deeper=text)


def _persona_changed(story: Story, turn: Turn, at: Payload) -> None:
    """Its interests came just before it, in the same turn; a new text alone is told too."""
    says = at["text"] if at["text"] != story.persona else ""
    story.persona = at["text"]
    last = story._last()
    if last and last.kind == "understood" and not last.said["version"]:
        story._change(last.id, version=at["version"], text=says)
    elif says:
        story._add(turn, "understood", **{name: [] for name in UNDERSTOOD}, version=at["version"], text=says)


def _understood(story: Story, turn: Turn, **what: str) -> None:
    last = story._last()
    if last is None or last.kind != "understood" or last.said["version"]:
        story._add(turn, "understood", **{name: [] for name in UNDERSTOOD}, version=0, text="")
        last = turn
    story._change(last.id, **{name: [*last.said[name], text] for name, text in what.items()})


def _remark_refused(story: Story, turn: Turn, at: Payload) -> None:
    story._add(turn, "unplaced", text=at["text"], reason=at["reason"])


def _proposal_made(story: Story, turn: Turn, at: Payload) -> None:
    turn.id = f"proposal-{at['key']}"
    prune = [(path, story.panel.nodes[path].question) for path in at["prune"] if path in story.panel.nodes]
    story._add(turn, "proposal", key=at["key"], prune=prune, directions=list(at["directions"]), state="open")


def _proposal_settled(story: Story, turn: Turn, at: Payload) -> None:
    story._change(f"proposal-{at['key']}", state=at["state"])


def _node_read(story: Story, turn: Turn, at: Payload) -> None:
    if at["path"] == ROOT:
        turn.id = FOUND
        story._add(turn, "found", learnings=at["learnings"], documents=at["documents"], ways=story.below.get(ROOT, 0))


def _node_added(story: Story, turn: Turn, at: Payload) -> None:
    if parent(at["path"]) == ROOT:
        story._change(FOUND, ways=story.below[ROOT])


def _node_moved(story: Story, turn: Turn, at: Payload) -> None:
    if at["status"] == "failed":
        question = story.panel.nodes[at["path"]].question
        story._add(turn, "failed", path=at["path"], question=question, reason=at["note"])


def _report_written(story: Story, turn: Turn, at: Payload) -> None:
    story._add(turn, "report", version=at["version"], title=at["title"])


_TOLD = {
    "run.started": _run_started,
    "run.changed": _run_changed,
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
    "node.moved": _node_moved,
    "report.written": _report_written,
}
