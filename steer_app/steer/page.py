"""The live page of a session: the story is read on from where it stood, and only what has changed is rendered.

What the journal does not tell (what is being worked on, what was spent, how long a question still waits) is read
beside it each time, in a handful of small queries, and compared with what it was.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from steer_app.runs.models import Question, Run
from steer_app.runs.pages import Painted
from steer_app.runs.parts import framed
from steer_app.runs.selectors import events_after, keys_at_work, open_question
from steer_app.runs.sheets import Item, Part
from steer_app.steer import asking, conversation, headline, selectors, shown, undo
from steer_app.steer.domain.panel import AspectView, Panel
from steer_app.steer.domain.place import ROOT, order, parent
from steer_app.steer.domain.plan import place_of
from steer_app.steer.domain.story import ASPECTS, NODES, TURNS, Story
from steer_app.steer.domain.telling import Turn

AT_ONCE = 1000
"""Events read at a time."""
REMEMBERED = 20_000
"""Renderings kept by the value they show: a tree of 1,000 nodes, opened again, is not rendered again."""


FAR = 100_000
"""More interests than anybody has."""
MOVES = (
    {"id": "pause", "kind": "pause"},
    {"id": "resume", "kind": "resume"},
    {"id": "stop", "kind": "stop"},
    {"id": "write_now", "kind": "write_now"},
    {"id": "at-once", "kind": "settings"},
    {"id": "prune", "kind": "prune"},
    {"id": "revive", "kind": "revive"},
    {"id": "accept", "kind": "accept"},
    {"id": "decline", "kind": "decline"},
    {"id": "aspect-remove", "kind": "aspect", "do": "remove"},
    {"id": "aspect-restore", "kind": "aspect", "do": "restore"},
    {"id": "aspect-reinstate", "kind": "aspect", "do": "reinstate"},
    {"id": "aspect-pin", "kind": "aspect", "do": "pin"},
    {"id": "aspect-unpin", "kind": "aspect", "do": "unpin"},
    {"id": "aspect-up", "kind": "aspect", "do": "up"},
    {"id": "aspect-down", "kind": "aspect", "do": "down"},
)
"""The forms that the buttons of the cards belong to: one for all nodes, so that a card stays small."""


@lru_cache(maxsize=REMEMBERED)
def rendered(template: str, it: Any) -> SafeString:
    """A template's output for a value; values that are equal look the same."""
    return mark_safe(render_to_string(template, {"it": it}))  # noqa: S308 - a template's output, escaped there


class SessionPage:
    logged = False

    def __init__(self, run_id: int) -> None:
        self._run_id = run_id
        self._story = Story()
        self._at_work: frozenset[str] = frozenset()
        self._documents, self._has_read = 0, False
        self._decisions: dict[str, int] = {}
        self._undo = (0, 0)
        """The question whose answer can be taken back, and its revision."""
        self._asked: Question | None = None

    def paint(self) -> Painted:
        run = Run.objects.select_related("budget").get(pk=self._run_id)
        self._read_on()
        touched = self._story.take_touched() | self._rows(run)
        parts = [*self._fixed(run), *self._nodes(run, touched), *self._aspects(run, touched)]
        return Painted(self._story.seq, run.status == "ended", (*parts, *self._turns(run, touched)))

    def _read_on(self) -> None:
        while events := events_after(self._run_id, self._story.seq, AT_ONCE):
            for event in events:
                self._story.take(event.seq, event.at, event.type, event.payload)
                self._has_read |= event.type == "node.read"
                if event.type == "decision.made":
                    self._decisions[event.payload["path"]] = event.payload["no"]

    def _rows(self, run: Run) -> set[tuple[str, str]]:
        """Read what the journal does not tell; what that touches."""
        story, touched = self._story, set()
        at_work = keys_at_work(run.pk)
        moved = {place_of(key) for key in at_work ^ self._at_work if key.partition(":")[0] in shown.AT_WORK}
        touched |= {(NODES, path) for path in moved if path in story.panel.nodes}
        self._at_work = at_work
        asked = open_question(run.pk)
        if asked and f"question-{asked.pk}" not in story.turns:
            asked = None  # asked after the journal was read: the next look tells both
        if asked:
            touched.add((TURNS, f"question-{asked.pk}"))
        self._asked = asked
        back = _undoable(run) if any(turn.kind == "question" for turn in story.turns.values()) else (0, 0)
        if back != self._undo:
            touched |= {(TURNS, f"question-{pk}") for pk, _ in (back, self._undo) if pk}
            self._undo = back
        return touched

    def _fixed(self, run: Run) -> Iterator[Part]:
        story, question = self._story, self._asked.pk if self._asked else 0
        if self._has_read:
            self._documents, self._has_read = selectors.document_count(run), False
        waits_for_documents = run.status == "running" and not story.panel.nodes
        documents = selectors.documents_looked_at(run) if waits_for_documents else (0, 0)
        unreadable = headline.is_empty(run, story) and selectors.is_nothing_readable(run)
        now = headline.now(run, story, self._at_work, question, documents, unreadable=unreadable)
        panel = story.panel
        depth, breadth, c0, tol = _settings(run, story)
        yield _part("run-head", "head", headline.head(run, story, question, self._documents))
        yield _part("run-actions", "actions", headline.actions(run, story))
        yield _part("run-unread", "unread", headline.unread(panel, story, question))
        yield _part("talk-now", "now", now)
        yield framed("talk-badge", rendered("steer/_badge.html", bool(question)), tag="span")
        yield _part("talk-at-once", "at_once", (run.pk, panel.at_once))
        yield _part("tree-head", "tree_head", (depth, breadth, bool(panel.nodes), now))
        yield _part("persona-head", "persona_head", (panel.persona, bool(panel.aspects), run.status == "ended", run.pk))
        yield _part("persona-score", "score", shown.score(story))
        yield _part("persona-order", "order", tuple(f"interest-{one.no}" for one in _in_place(panel)))
        yield _part("persona-settings", "settings", (c0, tol, bool(panel.nodes)))
        yield _part("persona-asked", "asked", (story.asked, tol))

    def _nodes(self, run: Run, touched: set[tuple[str, str]]) -> Iterator[Part]:
        """Parents first, and in the order in which they stand below them."""
        for path in sorted((path for kind, path in touched if kind == NODES), key=order):
            node = self._story.panel.nodes[path]
            at_work = next((kind for kind in shown.AT_WORK if f"{kind}:{path}" in self._at_work), "")
            decision = self._decisions.get(path, 0)
            card = shown.card(run.pk, self._story, node, at_work=at_work, decision=decision)
            place = order(path)
            below = "tree" if path == ROOT else f"below-{shown.dom(parent(path))}"
            item = Item(f"branch-{card.dom}", below, place, f"below-{card.dom}")
            classes = f"node {card.chip} {card.status}{' keep' if card.suggestion == 'suggested' else ''}"
            yield framed(f"node-{card.dom}", rendered("steer/_card.html", card), item=item, classes=classes)

    def _aspects(self, run: Run, touched: set[tuple[str, str]]) -> Iterator[Part]:
        """Those that hold first, in the person's order."""
        known = self._story.panel.aspects
        for no in sorted(int(no) for kind, no in touched if kind == ASPECTS):
            if no in known:
                row = shown.aspect(run.pk, self._story, known[no])
                item = Item(f"interest-{no}", "aspects", _place_of(known[no]))
                inside = rendered("steer/_aspect.html", row)
                yield framed(f"aspect-{no}", inside, item=item, classes=f"aspect {row.state}")

    def _turns(self, run: Run, touched: set[tuple[str, str]]) -> Iterator[Part]:
        turns = [self._story.turns[name] for kind, name in touched if kind == TURNS]
        for turn in sorted(turns, key=lambda turn: turn.seq):
            if turn.kind == "question":
                yield from self._question(run, turn)
            else:
                yield self._turn(run, turn)

    def _turn(self, run: Run, turn: Turn) -> Part:
        pk, revision = self._undo
        undo = revision if turn.id == f"question-{pk}" else 0
        told = conversation.told(run.pk, self._story, turn, run.params, undo=undo)
        item = Item(f"said-{turn.id}", "turns", (turn.seq,))
        classes = f"turn {turn.kind}{' you' if told.by_person else ''}"
        return framed(turn.id, rendered("steer/_turn.html", told), item=item, classes=classes)

    def _question(self, run: Run, turn: Turn) -> Iterator[Part]:
        """The clock moves when the session is paused; the card stays as it is, for somebody is typing in it."""
        item, asked = Item(f"said-{turn.id}", "turns", (turn.seq,)), self._asked
        if asked is None or turn.id != f"question-{asked.pk}":
            clock = rendered("steer/_clock.html", None)
            card = self._turn(run, turn)
        else:
            stands_still = asked.remaining_s is not None
            about, ordinal = self._story.panel.tol, asking.ordinal(turn.said["number"])
            waits = asking.Clock(asked.pk, ordinal, round(about), asked.expires_at, stands_still)
            clock = rendered("steer/_clock.html", waits)
            decision = selectors.decision(run, asked.payload["decision"])
            it = asking.question_card(run.pk, self._story, turn, asked.revision, decision)
            card = framed(turn.id, rendered("steer/_question.html", it), item=item, classes="turn question ask")
        yield framed(f"clock-{turn.said['question']}", clock, item=item, classes="clock")
        yield card


def around(run: Run, asked: Mapping[str, str]) -> dict[str, Any]:
    """What the page's frame needs: its forms, and the places where a direction can be added.

    `asked`: the address's `under`, the path of a node to add below, for browsers without scripts.
    """
    places, under = selectors.directions(run), asked.get("under", "")
    known = {path for path, _ in places}
    if under and under != ROOT and under not in known:
        places += selectors.questions(run, [under])
    return {"moves": MOVES, "add_under": places, "under": under}


def _settings(run: Run, story: Story) -> tuple[int, int, float, float]:
    """Depth, breadth, C0 and Tol: as the journal has them, and as the run was made before that tells of them."""
    names, panel = ("depth", "breadth", "c0", "tol"), story.panel
    depth, breadth, c0, tol = (getattr(panel, name) if panel.depth else run.params.get(name, 0) for name in names)
    return depth, breadth, c0, tol


def _in_place(panel: Panel) -> list[AspectView]:
    return sorted(panel.aspects.values(), key=_place_of)


def _place_of(view: AspectView) -> tuple[int]:
    """One number, for entries of all lists are compared: what holds first, then by rank, then by its own number."""
    return ((view.state != "active") * FAR * FAR + view.rank * FAR + view.no,)


def _part(part_id: str, template: str, it: Any) -> Part:
    return framed(part_id, rendered(f"steer/_{template}.html", it))


def _undoable(run: Run) -> tuple[int, int]:
    """The question whose answer can be taken back, and its revision; (0, 0) if there is none."""
    found = undo.undoable(run)
    return (found.pk, found.revision) if found else (0, 0)
