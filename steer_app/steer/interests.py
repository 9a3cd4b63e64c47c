"""What a person may do with an interest, unasked: each move is a version of the persona, and the next decision uses it.

Their order says what is most pressing. It is the order of the report's table of interests and of what it says it found
nothing on, and the order in which every brain is told of them; the formulas know none, for alignment is a plain mean.

Decision: a statement that put an earlier one out of force can be undone in two ways, each one press. `restore`, "both
hold", brings the earlier one back and keeps the later: what a person said is not taken from them because something
was misread. `reinstate`, "the earlier one holds", brings it back and removes the later, which stays in sight with that
reason; it is how an edit is undone.
"""

from collections.abc import Callable

from steer_app.runs.domain.outcome import Outcome
from steer_app.runs.models import Run, Steer
from steer_app.steer.domain.refusals import Why, refused
from steer_app.steer.models import Aspect, Session
from steer_app.steer.steps.persona import Draft, next_version

LONGEST = 2000
EDITED = "you edited it"
REMOVED = "you removed it"
ACTIVE, SUPERSEDED, GONE = Aspect.State.ACTIVE.value, Aspect.State.SUPERSEDED.value, Aspect.State.REMOVED.value


def steered(run: Run, steer: Steer) -> Outcome:
    """Add an interest, or do one of MOVES with one that is there. Raises SteerRefused with the reason."""
    what, text = steer.payload.get("do"), " ".join(steer.text.split())[:LONGEST]
    if not Session.objects.get(run=run).persona_version:
        raise refused(Why.INTERESTS_TO_COME)
    draft = next_version(run, "edit", by=steer.by)
    if what == "add":
        draft.add(_given(text), "you said", text)
    elif what in MOVES:
        row = Aspect.objects.filter(run=run, no=steer.payload.get("no")).first()
        if row is None:
            raise refused(Why.NO_SUCH_INTEREST)
        MOVES[what](run, draft, row, text)
    else:
        raise refused(Why.UNKNOWN_MOVE, kind=what)
    changes, events = draft.outcome_parts()
    return Outcome(changes=tuple(changes), events=tuple(events))


def _edit(run: Run, draft: Draft, row: Aspect, text: str) -> None:
    """The new wording takes the old one's place, pin and all; the old one stays in sight."""
    _is_active(row)
    if _given(text) == row.text:
        raise refused(Why.SAID_ALREADY)
    new = draft.add(text, "edited", row.text, rank=row.rank)
    if row.pinned or row.focus:
        draft.mark(new, pinned=row.pinned, focus=row.focus)
    draft.change(row, state=SUPERSEDED, superseded_by=new, because=EDITED)


def _remove(run: Run, draft: Draft, row: Aspect, text: str) -> None:
    _is_active(row)
    draft.change(row, state=GONE, because=REMOVED)


def _restore(run: Run, draft: Draft, row: Aspect, text: str) -> None:
    """It holds again, beside whatever had taken its place."""
    if row.state == ACTIVE:
        raise refused(Why.HOLDS_ALREADY, interest=row.text)
    is_taken = row.rank in {draft.ranks[no] for no in draft.active}
    rank = draft.last_rank + 1 if is_taken else row.rank
    draft.change(row, state=ACTIVE, superseded_by=None, because="", rank=rank)


def _reinstate(run: Run, draft: Draft, row: Aspect, text: str) -> None:
    """It holds again, and what had taken its place does not."""
    if row.state != SUPERSEDED:
        raise refused(Why.NOTHING_IN_ITS_PLACE, interest=row.text)
    later = Aspect.objects.filter(run=run, no=row.superseded_by or 0, state=ACTIVE).first()
    if later:
        draft.change(later, state=GONE, because=f"you said that “{row.text}” holds")
    _restore(run, draft, row, text)


def _pin(run: Run, draft: Draft, row: Aspect, text: str) -> None:
    _is_active(row)
    draft.change(row, pinned=True)


def _unpin(run: Run, draft: Draft, row: Aspect, text: str) -> None:
    draft.change(row, pinned=False)


def _up(run: Run, draft: Draft, row: Aspect, text: str) -> None:
    _moved(run, draft, row, -1)


def _down(run: Run, draft: Draft, row: Aspect, text: str) -> None:
    _moved(run, draft, row, 1)


def _moved(run: Run, draft: Draft, row: Aspect, by: int) -> None:
    """One place up or down among those that hold; the ranks that are there are dealt out anew."""
    _is_active(row)
    order = draft.ordered()
    at = order.index(row.no)
    if not 0 <= at + by < len(order):
        raise refused(Why.AT_THE_END, interest=row.text, end="first" if by < 0 else "last")
    ranks: list[int] = []
    for no in order:
        ranks.append(max(draft.ranks[no], ranks[-1] + 1 if ranks else draft.ranks[no]))
    order[at], order[at + by] = order[at + by], order[at]
    rows = {one.no: one for one in Aspect.objects.filter(run=run, no__in=order)}
    for no, rank in zip(order, ranks, strict=True):
        if draft.ranks[no] != rank:
            draft.change(rows[no], rank=rank)


def _is_active(row: Aspect) -> None:
    if row.state != ACTIVE:
        raise refused(Why.HOLDS_NO_MORE, interest=row.text)


def _given(text: str) -> str:
    if not text:
        raise refused(Why.EMPTY)
    return text


MOVES: dict[str, Callable[[Run, Draft, Aspect, str], None]] = {
    "edit": _edit,
    "remove": _remove,
    "restore": _restore,
    "reinstate": _reinstate,
    "pin": _pin,
    "unpin": _unpin,
    "up": _up,
    "down": _down,
}
