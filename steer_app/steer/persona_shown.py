"""The persona with its history in words: what each version changed, what it came of, when, and who brought it about."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from steer_app.runs.models import Event, Question, Run
from steer_app.steer import answers, selectors, shown
from steer_app.steer.domain.history import EDIT, START, TYPES, UNDO, Change, Version, versions
from steer_app.steer.domain.panel import AspectView, Panel
from steer_app.steer.models import Remark

SAYS = {
    "added": "New",
    "edited": "Reworded",
    "superseded": "No longer holds",
    "removed": "Removed",
    "restored": "Holds again",
    "moved": "Moved up",
    "pinned": "Pinned",
    "unpinned": "Unpinned",
    "deeper": "To go deeper into",
    "no longer deeper": "No longer to go deeper into",
}


@dataclass(frozen=True)
class Told:
    no: int
    at: datetime
    who: str
    why: str
    quoted: str
    """The person's own words behind it."""
    text: str
    changes: tuple[tuple[str, Change], ...]


@dataclass(frozen=True)
class PersonaShown:
    text: str
    about: str
    holds: tuple[shown.AspectRow, ...]
    past: tuple[shown.AspectRow, ...]
    history: tuple[Told, ...]
    """The newest version first."""


def persona_shown(run: Run, reader: str) -> PersonaShown:
    """Fourteen small queries, however long the session. `reader`: whose name is "you"."""
    panel = selectors.panel(run)
    holds = panel.interests()
    past = [one for one in panel.aspects.values() if one.state != "active"]
    rows = Event.objects.filter(run=run, type__in=TYPES).order_by("seq")
    told = versions(rows.values_list("type", "at", "payload"))
    said = {row.key: row for row in Remark.objects.filter(run=run)}
    asked = {str(row.pk): row for row in Question.objects.filter(run=run)}
    return PersonaShown(
        text=panel.persona,
        about=panel.about,
        holds=tuple(_row(run, panel, one, place, len(holds)) for place, one in enumerate(holds)),
        past=tuple(_row(run, panel, one, 0, 0) for one in past),
        history=tuple(_told(one, reader, said, asked) for one in reversed(told)),
    )


def _row(run: Run, panel: Panel, view: AspectView, place: int, of: int) -> shown.AspectRow:
    covers = {path: panel.score(panel.nodes[path], view.no) for path in panel.coverage(view.no)[1]}
    return shown.aspect_row(run.pk, panel, view, covers, place=place, of=of)


def _told(one: Version, reader: str, said: Mapping[str, Remark], asked: Mapping[str, Question]) -> Told:
    why, quoted = _why(one, said, asked)
    changes = tuple((SAYS[change.kind], _without_words(change)) for change in one.changes)
    who = "you" if one.by and one.by == reader else one.by
    return Told(one.no, one.at, who, why, quoted, one.text, changes)


def _without_words(change: Change) -> Change:
    """What came from none of the person's words quotes none."""
    if change.kind != "added" or change.because != shown.USUAL:
        return change
    return replace(change, origin=f"{change.origin} from {shown.USUAL}", because="")


def _why(one: Version, said: Mapping[str, Remark], asked: Mapping[str, Question]) -> tuple[str, str]:
    """What it came of, and the words behind it."""
    if one.cause == START:
        return "Inferred from the question and the first search.", ""
    if one.cause == EDIT:
        return "A change by hand.", ""
    key = one.cause.removeprefix(UNDO)
    remark, question = said.get(key), asked.get(key[1:].partition(".")[0]) if key.startswith("q") else None
    words = _quoted(remark)
    if one.cause.startswith(UNDO):
        return "An answer was taken back, and what it had taught with it.", words
    if question:
        how = f": {answers.in_words(question)}" if question.answer and not (remark and remark.withdrawn) else ""
        return f"The answer to “{question.text}”{how}.", words
    return "A remark.", words


def _quoted(remark: Remark | None) -> str:
    return "; ".join(_parts(remark)) if remark else ""


def _parts(remark: Remark) -> Iterable[str]:
    yield from remark.added
    if remark.text:
        yield remark.text
