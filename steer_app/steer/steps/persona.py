"""Who the session is for: inferred at the start, and moved by every answer and every remark, one at a time."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from steer_app.runs.domain.events import Event
from steer_app.runs.domain.outcome import Change, Outcome
from steer_app.runs.models import Run
from steer_app.runs.services.changes import Insert, Update
from steer_app.steer import evidence, selectors
from steer_app.steer.domain.events import AspectAdded, AspectChanged, PersonaChanged
from steer_app.steer.domain.plan import START
from steer_app.steer.domain.wording import normalised
from steer_app.steer.models import Aspect, PersonaVersion, Session
from steer_app.steer.skills import aspects as aspects_skill
from steer_app.steer.skills import persona as persona_skill
from steer_app.steer.skills.aspects import AspectDraft
from steer_app.steer.steps.work import Work

FIRST_HITS = 12
"""Passages the first picture of the person may draw on."""


CAN_CHANGE = ("state", "pinned", "focus", "superseded_by", "because", "rank")
TAKEN_BACK = "you took the answer back"


@dataclass
class Draft:
    """The persona's next version as it comes together: what it changes, and which aspects are active in it."""

    version: int
    text: str
    cause: str
    active: list[int]
    next_no: int
    ranks: dict[int, int]
    """Of every aspect there is; the active ones stand in this order, the most pressing first."""
    by: str = ""
    """Who brings it about; empty for the session itself."""
    changes: list[Change] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    before: dict[int, dict[str, object]] = field(default_factory=dict)
    """The aspects it changes, as they were."""

    def add(self, text: str, origin: str, words: str, *, rank: int | None = None) -> int:
        """A new aspect, last if no place is given; its number."""
        no = self.next_no
        self.next_no += 1
        self.active.append(no)
        self.ranks[no] = self.last_rank + 1 if rank is None else rank
        added = AspectAdded(no, text.strip(), origin, words, self.ranks[no])
        self.changes.append(Insert("steer.Aspect", {**added.payload(), "measured": self.cause == START}))
        self.events.append(added)
        return no

    def change(self, row: Aspect, **values: object) -> None:
        """New values of one aspect; an aspect that is no longer active leaves the version, one that is enters it."""
        self.before.setdefault(row.no, {name: getattr(row, name) for name in CAN_CHANGE})
        for name, value in values.items():
            setattr(row, name, value)
        self.ranks[row.no] = row.rank
        if row.state != Aspect.State.ACTIVE and row.no in self.active:
            self.active.remove(row.no)
        elif row.state == Aspect.State.ACTIVE and row.no not in self.active:
            self.active.append(row.no)
        self.changes.append(Update("steer.Aspect", {"no": row.no}, values))
        state = (str(row.state), row.pinned, row.focus, row.superseded_by, row.because, row.rank)
        self.events.append(AspectChanged(row.no, *state))

    def mark(self, no: int, *, pinned: bool, focus: bool) -> None:
        """What was just added is pinned, or to be gone into deeper."""
        self.changes.append(Update("steer.Aspect", {"no": no}, {"pinned": pinned, "focus": focus}))
        state = Aspect.State.ACTIVE.value
        self.events.append(AspectChanged(no, state, pinned, focus, rank=self.ranks[no]))

    @property
    def last_rank(self) -> int:
        return max(self.ranks.values(), default=0)

    def ordered(self) -> list[int]:
        """The active aspects, the most pressing first."""
        return sorted(self.active, key=lambda no: (self.ranks[no], no))

    def to_front(self, rows: Sequence[Aspect]) -> None:
        """More is wanted of these: from now on they are the most pressing, in this order."""
        ranks = [row.rank for row in rows]
        if self.ordered()[: len(rows)] != [row.no for row in rows]:
            foremost = min(self.ranks[no] for no in self.active)
            before = [rank for rank in range(foremost - len(rows) - 1, foremost) if rank]  # 0 is no place
            ranks = before[-len(rows) :]
        for row, rank in zip(rows, ranks, strict=True):
            if (row.focus, row.rank) != (True, rank):
                self.change(row, focus=True, rank=rank)

    def outcome_parts(self) -> tuple[list[Change], list[Event]]:
        """Everything so far, and the version itself."""
        before = [{"no": no, **values} for no, values in self.before.items()]
        version = {
            "no": self.version,
            "text": self.text,
            "cause": self.cause,
            "aspects": self.ordered(),
            "before": before,
            "by": self.by,
        }
        changes = [
            *self.changes,
            Insert("steer.PersonaVersion", version),
            Update("steer.Session", {}, {"persona_version": self.version}),
        ]
        return changes, [*self.events, PersonaChanged(self.version, self.text, self.cause, self.by)]


def next_version(run: Run, cause: str, *, by: str = "") -> Draft:
    """The version after the current one, with the same text and aspects until something is changed."""
    session = Session.objects.get(run=run)
    current = PersonaVersion.objects.filter(run=run, no=session.persona_version).first()
    ranks = dict(Aspect.objects.filter(run=run).values_list("no", "rank"))
    return Draft(
        version=session.persona_version + 1,
        text=current.text if current else "",
        cause=cause,
        active=list(current.aspects) if current else [],
        next_no=1 + max(ranks, default=0),
        ranks=ranks,
        by=by,
    )


def first(work: Work) -> Outcome:
    """Infer the persona from the query, the sentence and the root's first hits."""
    found = evidence.find(work.params.collections, work.params.query, FIRST_HITS)
    request = aspects_skill.Request(work.params.query, work.params.about, evidence.texts(found))
    answer = work.ask(aspects_skill, request)
    draft = next_version(work.run, START)
    draft.text = answer.text.strip() or work.params.about
    for one in distinct(answer.aspects, ()):
        draft.add(one.text, one.origin, one.words)
    return outcome_of(work.run, draft, START)


def first_without_brain(run: Run) -> Outcome:
    """Inferring failed: the person's own sentence is all that is known, and no aspect is invented."""
    draft = next_version(run, START)
    draft.text = selectors.params(run).about
    return outcome_of(run, draft, START)


def take_in(draft: Draft, answer: persona_skill.Answer, rows: Sequence[Aspect]) -> None:
    """New aspects first, so that what they supersede can name them. A pinned aspect is never superseded. What the
    person wants more of comes to the front, and cancels nothing."""
    by_no = {row.no: row for row in rows}
    draft.text = answer.text.strip() or draft.text
    added = [draft.add(one.text, one.origin, one.words) for one in distinct(answer.add, [row.text for row in rows])]
    for one in answer.supersede:
        row = by_no.get(one.id)
        if row and not row.pinned and row.no in draft.active:
            draft.change(
                row, state=Aspect.State.SUPERSEDED.value, superseded_by=added[0] if added else None, because=one.because
            )
    draft.to_front([by_no[no] for no in dict.fromkeys(answer.focus) if no in by_no and no in draft.active])


def distinct(drafts: Sequence[AspectDraft], known: Sequence[str]) -> list[AspectDraft]:
    """The drafts that say something, each wording once."""
    seen = {normalised(text) for text in known} | {""}
    fresh = []
    for draft in drafts:
        if normalised(draft.text) not in seen:
            seen.add(normalised(draft.text))
            fresh.append(draft)
    return fresh


def taken_in(key: str, version: int) -> tuple[Change, ...]:
    """A remark is done with, and the nodes accepted with it know their persona."""
    return (
        Update("steer.Remark", {"key": key}, {"done": True}),
        Update("steer.Node", {"accepted_by": key, "persona_version": None}, {"persona_version": version}),
    )


def without_version(run: Run, taught: PersonaVersion) -> tuple[list[Change], list[Event]]:
    """The next version, without what `taught` changed: it equals the one before it, but for what a person or a later
    remark has changed since, which stays."""
    later = list(PersonaVersion.objects.filter(run=run, no__gt=taught.no))
    touched = {row["no"] for version in later for row in version.before}
    previous = PersonaVersion.objects.get(run=run, no=taught.no - 1)
    rows = {row.no: row for row in Aspect.objects.filter(run=run)}
    draft = next_version(run, f"undo {taught.cause}", by=taught.by)
    for no in sorted(set(taught.aspects) - set(previous.aspects) - touched):
        draft.change(rows[no], state=Aspect.State.REMOVED.value, because=TAKEN_BACK)
    for was in taught.before:
        if was["no"] not in touched:
            draft.change(rows[was["no"]], **{name: was[name] for name in CAN_CHANGE if name in was})
    if all(version.text == taught.text for version in later):
        draft.text = previous.text
    return draft.outcome_parts()


def outcome_of(run: Run, draft: Draft, key: str, *, keep: bool = False) -> Outcome:
    """The new version and what it releases; with `keep` nothing about the person changed and the old one stays."""
    if keep:
        return Outcome(changes=taken_in(key, draft.version - 1))
    changes, events = draft.outcome_parts()
    return Outcome(changes=(*changes, *taken_in(key, draft.version)), events=tuple(events))
