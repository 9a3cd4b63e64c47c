"""What a run's live page is made from: something that reads what is new and renders what that changes."""

from dataclasses import dataclass
from typing import Protocol

from steer_app.runs import parts
from steer_app.runs.methods import method
from steer_app.runs.models import Run
from steer_app.runs.sheets import Gone, Part, Sheet


@dataclass(frozen=True)
class Painted:
    """One rendering: how far the journal had been read, whether the run has ended, and what may have changed."""

    seq: int
    ended: bool
    changes: tuple[Part | Gone, ...]


class Page(Protocol):
    """One run's page, kept while somebody watches. It is used by one thread at a time."""

    logged: bool
    """Whether the journal's lines are shown on it."""

    def paint(self) -> Painted:
        """Read what is new and render what it changes; the first time, everything. Raises Run.DoesNotExist.

        Of a page that raised anything nothing is known: a new one takes its place.
        """


class PlainPage:
    """The page of a method that has none of its own: few parts, all of them rendered each time."""

    logged = True

    def __init__(self, run_id: int) -> None:
        self._run_id = run_id

    def paint(self) -> Painted:
        seq, painted, ended = parts.of_run(self._run_id)
        return Painted(seq, ended, tuple(painted))


class HomePage:
    """The list of a person's runs."""

    logged = False

    def __init__(self, user_id: int) -> None:
        self._user_id = user_id

    def paint(self) -> Painted:
        return Painted(0, False, (parts.of_home(self._user_id),))


def page_of(run_id: int) -> Page:
    """The page of a run, as its method has it. Raises Run.DoesNotExist."""
    name = Run.objects.values_list("method", flat=True).get(pk=run_id)
    own = getattr(method(name), "page", None)
    return own(run_id) if own else PlainPage(run_id)


def opened(run_id: int) -> tuple[Sheet, int]:
    """What a page that is opened now shows, and how far the journal had been read for it. Raises Run.DoesNotExist."""
    painted, sheet = page_of(run_id).paint(), Sheet()
    sheet.apply(painted.changes)
    return sheet, painted.seq
