"""The shape of a method: what a run does, told to the kernel by four verbs and four reactions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from pydantic import BaseModel

from steer_app.runs.domain.outcome import Outcome, StepSpec


class Context(Protocol):
    """What `perform` is given beside its step."""

    run: Any
    step: Any
    late: bool
    """True on the third try of a guarded step: the run's lock is held, nothing can move (K10)."""

    def cancelled(self) -> bool: ...

    def check(self) -> None:
        """Raise Cancelled if the step is no longer wanted; called before each call (K13)."""


class Method(Protocol):
    params: type[BaseModel]
    report_kinds: frozenset[str]
    """Step kinds that write the result: while one is open the run's status is `reporting`, and closing a run
    (stop, write now, budget) leaves them alone."""

    def load(self, run: Any) -> Any:
        """One frozen dataclass of ids, states and keys: no texts, no vectors."""

    def plan_next(self, state: Any) -> Iterable[StepSpec]:
        """The steps that can be done now; pure and total. A key that exists already is not taken twice."""

    def perform(self, step: Any, ctx: Context) -> Outcome:
        """Do one step: read rows, make calls, write no row of the run."""

    def failed(self, run: Any, step: Any, reason: str) -> Outcome:
        """The step failed for good: what that means for the method's rows."""

    def answered(self, run: Any, question: Any, answer: Mapping[str, Any]) -> Outcome:
        """Apply an answer. Raises BadAnswer."""

    def expired(self, run: Any, question: Any) -> Outcome:
        """Nobody answered in time."""

    def steered(self, run: Any, steer: Any) -> Outcome:
        """Apply a steer. Raises SteerRefused."""


class Reopening(Protocol):
    """What a method may add so that an answer can be taken back; without it answers stand."""

    def in_the_way(self, run: Any, question: Any) -> str:
        """Why this answered question cannot be opened again, in a sentence; "" if it can."""

    def taken_back(self, run: Any, question: Any) -> tuple[Outcome, float | None]:
        """All that the answer changed, put back; and the seconds the question may wait, or None for ever."""

    def answer_in_words(self, question: Any) -> str:
        """What an answered question's answer said, for whoever came too late: "kept 2 directions"."""


class Background(Protocol):
    """What a method adds whose runs serve something else: lists of a person's work show them apart, and the plain page
    leads to what they serve and keeps its figures folded."""

    is_background: bool

    def serves(self, run: Any) -> tuple[str, str]:
        """What the run serves, as a link: its words and its address; ("", "") when it is gone."""


class Speculating(Protocol):
    """What a method may add that does something while a question waits, in case it is wanted."""

    beside_questions: frozenset[str]
    """Kinds of steps that nobody has to wait for before they are asked."""


class Waiting(Protocol):
    """What a method may add that waits for a person without asking one of the kernel's questions."""

    def waits(self, state: Any) -> bool:
        """Whether a run with no step to do and no open question waits for somebody's word, and so is not stuck (K4)."""


class InWords(Protocol):
    """What a method may add so that the trace says what its steps are for."""

    step_words: Mapping[str, str]
    """By kind of step."""


class LivePage(Protocol):
    """What a method may add to the live page of its runs; without `page` its runs have the plain one.

    Templates see no request: one rendering serves the page and every socket. Buttons outside of their form name it
    (`form="run-form"`, which carries the token) and say `hx-post` with `hx-swap="none"`.
    """

    page: Any
    """`page(run_id)` makes what renders the parts (runs.pages.Page)."""
    page_template: str
    """Rendered with `run`, `sheet` (runs.sheets), `seq`, `cursor` and `message`, and what `page_context` gives."""

    def page_context(self, run: Any, asked: Mapping[str, str]) -> Mapping[str, Any]:
        """What else the template needs; `asked` is the address's query."""

    def told(self, kind: str, payload: Mapping[str, Any]) -> str:
        """One of the method's own events in words, "" for one that it does not put into words."""

    def read_answer(self, question: Any, form: Any) -> Mapping[str, Any]:
        """The answer in a posted form (a QueryDict). Without it: {"kept": the ticked options' values}."""

    typed_fields: tuple[str, ...]
    """Names of the form's fields that hold a person's own words: they are given back when an answer is refused."""
