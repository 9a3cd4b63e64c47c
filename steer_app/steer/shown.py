"""The tree and the person in words: what a template needs, as values that compare equal when they look the same."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from steer_app.steer.domain.alignment import SHOWN, points
from steer_app.steer.domain.panel import AspectView, NodeView, Panel
from steer_app.steer.domain.place import ROOT, depth
from steer_app.steer.domain.story import Story

STATUSES = {
    "waiting": ("wait", "Waiting for you"),
    "queued": ("idle", "Queued"),
    "read": ("done", "Read"),
    "pruned": ("cut", "Left out"),
    "deferred": ("idle", "Read last"),
    "failed": ("fail", "Could not be read"),
}
AT_WORK = {"read": "Reading", "ahead": "Reading ahead", "scout": "Looking for ways on", "decide": "Deciding"}
MARKS = {"wild card": "wild card", "user": "yours"}
COVERAGE = ("not covered yet", "covered in part", "well covered")
FULL_UTILITY = 1.5
"""The utility that fills a node's bar; more is possible, and rare."""
BAR_WIDTH = 150
MOST_NODES_NAMED = 6
USUAL = "this kind of question"
"""Where an interest comes from that none of the person's words name (skills.aspects)."""


@dataclass(frozen=True)
class Bar:
    """A stretch of a utility's bar, BAR_WIDTH wide in all."""

    kind: str
    x: float
    width: float


@dataclass(frozen=True)
class Card:
    """A node of the tree."""

    run: int
    path: str
    dom: str
    """The path as it may stand in an id that selectors name."""
    question: str
    status: str
    chip: str
    words: str
    found: str
    mark: str
    bars: tuple[Bar, ...]
    utility: str
    note: str
    suggestion: str
    children: int
    decision: int
    """The number of the decision that was taken here; 0: none."""
    can_prune: bool
    can_revive: bool
    can_add: bool


@dataclass(frozen=True)
class AspectRow:
    run: int
    no: int
    text: str
    origin: str
    state: str
    told: str
    """What became of one that does not hold any more."""
    later: str
    """What took its place and holds; empty if nothing did."""
    edited: bool
    """What took its place is another wording of it."""
    pinned: bool
    focus: bool
    score: int
    coverage: str
    nodes: tuple[tuple[str, str], ...]
    """Path and question of the nodes that cover it; the first ones."""
    more: int
    can_up: bool
    can_down: bool
    since: datetime | None = None
    until: datetime | None = None
    """When it ceased to hold."""


@dataclass(frozen=True)
class Score:
    """The share of what the person cares about that is covered, in percent, and how it came there."""

    percent: int
    active: int
    points: str
    """Of a line; empty while there is nothing to draw."""
    last: tuple[float, float]
    first: int
    low: int
    high: int
    moments: tuple[tuple[datetime, int, str], ...]
    """When, how many percent, and the node whose reading made it so, the latest first."""


def dom(path: str) -> str:
    return path.replace(".", "-")


def card(run: int, story: Story, node: NodeView, *, at_work: str, decision: int) -> Card:
    """A node as it looks now. `at_work`: the kind of step that somebody is at for it, or "".

    Its moves go by its status alone; that none can be made any more is the page's to show, so that no card is
    rendered anew for it.
    """
    chip, words = ("run", AT_WORK[at_work]) if at_work in AT_WORK else STATUSES[node.status]
    is_proposed = node.status == "waiting"
    limit = story.panel.depth
    return Card(
        run=run,
        path=node.path,
        dom=dom(node.path),
        question=node.question,
        status=node.status,
        chip=chip,
        words=words,
        found=_found(node) or ("read ahead" if is_proposed and node.path in story.ahead else ""),
        mark=MARKS.get(node.origin, ""),
        bars=_bars(node.terms),
        utility=_utility(node),
        note=node.note,
        suggestion=("suggested" if node.suggested else "not suggested") if is_proposed else "",
        children=story.below.get(node.path, 0),
        decision=decision,
        can_prune=node.path != ROOT and node.status in {"queued", "read", "deferred"},
        can_revive=node.status in {"pruned", "deferred"},
        can_add=node.status in {"queued", "read", "deferred"} and depth(node.path) <= limit,
    )


def _found(node: NodeView) -> str:
    if not node.learnings:
        return ""
    learnings = f"{node.learnings} learning{'' if node.learnings == 1 else 's'}"
    return f"{learnings} from {node.documents} document{'' if node.documents == 1 else 's'}"


def _bars(terms: list[float] | None) -> tuple[Bar, ...]:
    bars, x = [], 0.0
    for kind, term in zip(("align", "explore", "info"), terms or (), strict=False):
        width = round(min(max(term, 0.0), FULL_UTILITY) / FULL_UTILITY * BAR_WIDTH, 1)
        if width:
            bars.append(Bar(kind, round(x, 1), width))
        x += width
    return tuple(bars)


def _utility(node: NodeView) -> str:
    if node.utility is None or node.terms is None:
        return ""
    align, explore, info = node.terms
    return f"utility {node.utility:.2f}: alignment {align:.2f}, exploration {explore:.2f}, information {info:.2f}"


def aspect(run: int, story: Story, view: AspectView) -> AspectRow:
    """An aspect as it stands among the others now."""
    order = [one.no for one in story.panel.interests()]
    place = order.index(view.no) if view.no in order else 0
    covers = story.covers.get(view.no, {})
    row = aspect_row(run, story.panel, view, covers, place=place, of=len(order))
    return replace(row, since=story.since.get(view.no), until=story.until.get(view.no))


def aspect_row(
    run: int, panel: Panel, view: AspectView, covers: Mapping[str, int], *, place: int, of: int
) -> AspectRow:
    """`covers`: how well each node that was read covers it, 1 or 2; `place`: among the `of` that hold, from 0."""
    covering = sorted(covers.items(), key=lambda pair: (-pair[1], depth(pair[0]), pair[0]))
    score, is_active = max(covers.values(), default=0), view.state == "active"
    by = panel.aspects.get(view.superseded_by or 0)
    return AspectRow(
        run=run,
        no=view.no,
        text=view.text,
        origin=_origin(view),
        state=view.state,
        told="" if is_active else _told(view, by),
        later=by.text if by and by.state == "active" else "",
        edited=bool(by and by.origin == "edited"),
        pinned=view.pinned,
        focus=view.focus,
        score=score,
        coverage=COVERAGE[score],
        nodes=tuple((path, panel.nodes[path].question) for path, _ in covering[:MOST_NODES_NAMED]),
        more=max(0, len(covering) - MOST_NODES_NAMED),
        can_up=is_active and place > 0,
        can_down=is_active and place < of - 1,
    )


def _origin(view: AspectView) -> str:
    """Where it came from, with the words it came from where they are not its own."""
    if not view.words or view.words == view.text:
        return view.origin
    if view.origin == "edited":
        return f"edited, before: “{view.words}”"
    if view.origin == "inferred":
        return f"inferred from {view.words}" if view.words == USUAL else f"inferred from “{view.words}”"
    return f"{view.origin}: “{view.words}”"


def _told(view: AspectView, by: AspectView | None) -> str:
    """What became of an aspect that does not hold any more."""
    if by and by.text in view.because:
        return view.because
    instead = f"now “{by.text}”" if by else "superseded" if view.state == "superseded" else "removed"
    return f"{instead}: {view.because}" if view.because else instead


def score(story: Story) -> Score | None:
    """None while nobody knows what the person cares about."""
    covered = story.covered()
    if covered is None:
        return None
    latest = story.alignment[-SHOWN:]
    placed = points(latest)
    shares = [round(100 * one.share) for one in latest]
    told = zip(latest, shares, strict=True)
    return Score(
        percent=round(100 * covered),
        active=len(story.panel.interests()),
        points=" ".join(f"{x:g},{y:g}" for x, y in placed) if len(placed) > 1 else "",
        last=placed[-1],
        first=shares[0],
        low=min(shares),
        high=max(shares),
        moments=tuple(reversed([(one.at, share, one.path) for one, share in told])),
    )
