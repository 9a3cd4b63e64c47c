"""Who the session is for: inferred at the start, and moved by every answer and every remark, one at a time."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from steer_app.runs.domain.events import Event
from steer_app.runs.domain.outcome import Change, Outcome
from steer_app.runs.models import Run
from steer_app.runs.services.changes import Insert, SettleSteer, Update
from steer_app.steer import evidence, selectors
from steer_app.steer.domain.events import AspectAdded, AspectChanged, PersonaChanged, ProposalMade, RemarkRefused
from steer_app.steer.domain.place import ROOT
from steer_app.steer.domain.plan import START
from steer_app.steer.domain.wording import normalised
from steer_app.steer.models import Aspect, Node, PersonaVersion, Remark, Session
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


def perform(work: Work, place: str) -> Outcome:
    return _first(work) if place == START else _after(work, Remark.objects.get(run=work.run, key=place))


def _first(work: Work) -> Outcome:
    """Infer the persona from the query, the sentence and the root's first hits."""
    found = evidence.find(work.params.collections, work.params.query, FIRST_HITS)
    request = aspects_skill.Request(work.params.query, work.params.about, evidence.texts(found))
    answer = work.ask(aspects_skill, request)
    draft = next_version(work.run, START)
    draft.text = answer.text.strip() or work.params.about
    for one in _distinct(answer.aspects, ()):
        draft.add(one.text, one.origin, one.words)
    return _outcome(work.run, draft, START)


def first_without_brain(run: Run) -> Outcome:
    """Inferring failed: the person's own sentence is all that is known, and no aspect is invented."""
    draft = next_version(run, START)
    draft.text = selectors.params(run).about
    return _outcome(run, draft, START)


def _after(work: Work, remark: Remark) -> Outcome:
    session = work.session()
    draft = next_version(work.run, remark.key, by=selectors.who_said(work.run, remark.key))
    rows = selectors.aspects(work.run, session.persona_version)
    nodes = selectors.nodes(work.run)
    request = persona_skill.Request(
        topic=work.params.query,
        text=draft.text,
        aspects=selectors.known_aspects(rows, [node for node in nodes.values() if node.status == Node.Status.READ]),
        ticked=tuple(remark.ticked),
        unticked=tuple(remark.unticked),
        added=tuple(remark.added),
        remark=remark.text,
        branches=tuple(
            persona_skill.Branch(path, node.question)
            for path, node in nodes.items()
            if path != ROOT and node.status != Node.Status.PRUNED
        ),
    )
    answer = work.ask(persona_skill, request)
    _take_in(draft, answer, rows)
    proposed = _proposal(remark, answer, nodes)
    refused = [RemarkRefused(remark.key, one.text, one.reason) for one in answer.refused]
    nothing_came = not draft.events and not proposed.changes and answer.refused
    reason = " ".join(one.reason for one in answer.refused) if nothing_came else ""
    settled = _settled(remark, reason)
    version = session.persona_version
    outcome = _outcome(work.run, draft, remark.key, keep=not draft.events and draft.text == request.text)
    return Outcome(
        changes=(*outcome.changes, *proposed.changes, *settled),
        events=(*outcome.events, *proposed.events, *refused),
        guard=lambda run: Session.objects.get(run=run).persona_version == version,
        result={"refused": len(refused)},
    )


def _take_in(draft: Draft, answer: persona_skill.Answer, rows: Sequence[Aspect]) -> None:
    """New aspects first, so that what they supersede can name them. A pinned aspect is never superseded."""
    by_no = {row.no: row for row in rows}
    draft.text = answer.text.strip() or draft.text
    added = [draft.add(one.text, one.origin, one.words) for one in _distinct(answer.add, [row.text for row in rows])]
    for one in answer.supersede:
        row = by_no.get(one.id)
        if row and not row.pinned and row.no in draft.active:
            draft.change(
                row, state=Aspect.State.SUPERSEDED.value, superseded_by=added[0] if added else None, because=one.because
            )
    for no in answer.focus:
        row = by_no.get(no)
        if row and row.no in draft.active and not row.focus:
            draft.change(row, focus=True)


def _distinct(drafts: Sequence[AspectDraft], known: Sequence[str]) -> list[AspectDraft]:
    """The drafts that say something, each wording once."""
    seen = {normalised(text) for text in known} | {""}
    fresh = []
    for draft in drafts:
        if normalised(draft.text) not in seen:
            seen.add(normalised(draft.text))
            fresh.append(draft)
    return fresh


def _proposal(remark: Remark, answer: persona_skill.Answer, nodes: dict[str, Node]) -> Outcome:
    """The branches a remark names are shown before they count."""
    prune = [path for path in dict.fromkeys(answer.prune) if path in nodes and path != ROOT]
    directions = [text.strip() for text in dict.fromkeys(answer.directions) if normalised(text)]
    if not prune and not directions:
        return Outcome()
    made = ProposalMade(remark.key, prune, directions)
    return Outcome(changes=(Insert("steer.Proposal", made.payload()),), events=(made,))


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


def _settled(remark: Remark, refusal: str) -> tuple[Change, ...]:
    """The steer behind a remark, if it was one, is applied now, or refused with the reason."""
    if not remark.key.startswith("s"):
        return ()
    return (SettleSteer(int(remark.key[1:]), "refused" if refusal else "applied", refusal),)


def without_taking_in(run: Run, key: str, reason: str) -> Outcome:
    """The step failed: the persona stays as it is, and what waited for it goes on."""
    remark = Remark.objects.get(run=run, key=key)
    version = Session.objects.get(run=run).persona_version
    return Outcome(changes=(*taken_in(key, version), *_settled(remark, reason)))


def _outcome(run: Run, draft: Draft, key: str, *, keep: bool = False) -> Outcome:
    """The new version and what it releases; with `keep` nothing about the person changed and the old one stays."""
    if keep:
        return Outcome(changes=taken_in(key, draft.version - 1))
    changes, events = draft.outcome_parts()
    return Outcome(changes=(*changes, *taken_in(key, draft.version)), events=tuple(events))
