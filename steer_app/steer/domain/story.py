"""A session as it is told while it goes on: the fold of its journal, and what each event changes of it.

It holds the panels (domain.panel) and what they do not: the turns of the conversation, each with its time, and sums
that are kept up to date event by event, so that showing one event costs what it changes and not the tree.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from steer_app.steer.domain.alignment import Moment
from steer_app.steer.domain.panel import NodeView, Panel, fold
from steer_app.steer.domain.place import depth, parent
from steer_app.steer.domain.telling import TOLD, Payload, Turn

NODES, ASPECTS, TURNS = "node", "aspect", "turn"
"""The kinds of what an event touches, each with the path, the number or the id of the one it changes."""
UNREAD = {"queued", "waiting", "deferred"}


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
    alignment: list[Moment] = field(default_factory=list)
    """The share of what the person cares about that was covered, each time it changed."""
    since: dict[int, datetime] = field(default_factory=dict)
    """When each aspect came."""
    until: dict[int, datetime] = field(default_factory=dict)
    """When an aspect that does not hold any more ceased to."""
    decided: set[str] = field(default_factory=set)
    """Paths of the nodes at which a decision was taken."""
    unread: set[str] = field(default_factory=set)
    """Paths of the nodes that are still to be read."""
    read: int = 0
    about: int = 0
    """How many nodes the session will have read about, as far as can be told now."""
    open_question: str = ""
    """The id of the open question's turn."""
    questions: dict[str, str] = field(default_factory=dict)
    """The id of the turn of each question, by the path of the node whose ways on it is about."""
    ahead: set[str] = field(default_factory=set)
    """Paths of the nodes that were read ahead while their question waited."""
    persona: str = ""
    """The text about the person that was told last."""
    deeper: set[int] = field(default_factory=set)
    """The aspects that are gone into deeper, as far as that was told."""
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
        if kind == "node.foreread":
            self.ahead.add(payload["path"])
        if kind.startswith("node."):
            self._node(payload["path"])
        elif kind == "aspect.measured":
            for path in payload["covers"]:
                self._node(path)
        elif kind.startswith("aspect."):
            self._aspect(payload["no"], at)
        elif kind == "decision.made":
            self.decided.add(payload["path"])
            self._node(payload["path"])
        elif kind == "tree.carried":
            self.decided |= set(payload["paths"])
        tell = TOLD.get(kind)
        if tell:
            tell(self, Turn(f"turn-{seq}", seq, "", at), payload)
        if kind.startswith(("node.", "aspect.")):
            self._cover(at, kind, payload.get("path", ""))

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

    def _cover(self, at: datetime, kind: str, path: str) -> None:
        """A change of what is covered is one moment more; how far an interest that has just come was covered already
        belongs to its coming."""
        covered = self.covered()
        if kind == "aspect.measured" and self.alignment and not self.alignment[-1].path:
            self.alignment.pop()
        if covered is not None and (not self.alignment or self.alignment[-1].share != covered):
            self.alignment.append(Moment(at, covered, path))

    def _aspect(self, no: int, at: datetime) -> None:
        """One that comes, goes or moves changes what can be done with those beside it."""
        self.since.setdefault(no, at)
        if self.panel.aspects[no].state == "active":
            self.until.pop(no, None)
        else:
            self.until.setdefault(no, at)
        self.touched |= {(ASPECTS, str(one)) for one in self.panel.aspects}

    def _node(self, path: str) -> None:
        """Bring the sums up to date with a node that is new or has changed."""
        node = self.panel.nodes[path]
        self.touched.add((NODES, path))
        asked = self.questions.get(parent(path))
        if asked:  # its turn says what became of the directions that were put off or read ahead
            self.touched.add((TURNS, asked))
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
        scores = self._covered_by(node)
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

    def _covered_by(self, node: NodeView) -> dict[int, int]:
        """How well a node that was read covers each aspect, 1 or 2; nothing of any other node."""
        if node.status != "read":
            return {}
        scored = {no: self.panel.score(node, no) for no in self.panel.aspects}
        return {no: score for no, score in scored.items() if score}

    def _count(self, node: NodeView) -> tuple[int, int]:
        """Whether it counts as read, and how many nodes are to be expected from it on, itself included."""
        if node.status in {"pruned", "failed"}:
            return (1, 1) if node.has_result else (0, 0)
        if node.status == "waiting" and not node.suggested:
            return (0, 0)
        is_read = node.status == "read"
        ends_here = node.path in self.decided or (is_read and bool(node.note))
        return int(is_read), 1 + (0 if ends_here else self.subtree(node.path))

    def add(self, turn: Turn, told_as: str, /, **said: Any) -> None:
        """A new turn at the end of the conversation."""
        turn.kind, turn.said = told_as, said
        self.turns[turn.id] = turn
        self.touched.add((TURNS, turn.id))

    def change(self, turn_id: str, /, **said: Any) -> None:
        """A turn says something else now; one that nobody has heard of is left alone."""
        if turn_id in self.turns:
            self.turns[turn_id].said.update(said)
            self.touched.add((TURNS, turn_id))

    def last(self) -> Turn | None:
        return next(reversed(self.turns.values()), None)
