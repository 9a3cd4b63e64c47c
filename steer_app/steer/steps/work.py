"""What every step of a session has at hand."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import Any, TypeVar

from django.db import connection

from steer_app.brains.domain.reading import prose
from steer_app.brains.gateway import Gateway
from steer_app.brains.registry import Brain, brain
from steer_app.runs.domain.method import Context
from steer_app.runs.models import Run
from steer_app.runs.services.writing import Writer
from steer_app.steer import selectors
from steer_app.steer.domain.place import ancestors
from steer_app.steer.domain.plan import REPORT
from steer_app.steer.models import Learning, Node, Session
from steer_app.steer.params import Params
from steer_app.steer.vectors import Vectors

T = TypeVar("T")
AT_ONCE = 4
"""Calls of one step in flight at a time."""


@dataclass(frozen=True)
class Work:
    run: Run
    ctx: Context
    params: Params
    vectors: Vectors

    @classmethod
    def of(cls, ctx: Context) -> "Work":
        return cls(ctx.run, ctx, selectors.params(ctx.run), Vectors())

    def ask(self, skill: ModuleType, request: Any) -> Any:
        """The brain's answer to a skill's request. Raises Cancelled, BudgetRefused, Retryable, Permanent, Unavailable;
        in a report neither BudgetRefused nor Permanent, for there the offline brain helps out."""
        return self._gateway.answer(skill, request)

    def ask_or_say(self, skill: ModuleType, request: Any) -> tuple[Any, str]:
        """The brain's answer, or the offline brain's with the reason why it had to answer."""
        return self._gateway.answer_or_say(skill, request)

    def write(self, skill: ModuleType, request: Any, part: str, heading: str = "") -> tuple[Any, str]:
        """As `ask_or_say`, and people see the text while it is written."""
        writer = Writer(self.run.pk, part, heading)
        try:
            return self._gateway.answer_or_say(skill, request, show=lambda text: writer.show(prose(text)))
        finally:
            writer.done()

    def side_by_side(self, ask: Callable[..., T], *each: Sequence[Any]) -> list[T]:
        """`ask` with one of each sequence at a time, for requests that know nothing of each other, in their order."""
        with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="beside") as pool:
            return list(pool.map(partial(_aside, ask), *each))

    @property
    def brain(self) -> Brain:
        return brain(self.params.brain)

    @property
    def _gateway(self) -> Gateway:
        """The report has a reserve of its own in the budget (kernel rule K7)."""
        for_report = self.ctx.step.kind == REPORT
        return Gateway(self.ctx, self.params.brain, seed=self.params.seed, for_report=for_report)

    def session(self) -> Session:
        return Session.objects.get(run=self.run)

    def node(self, path: str) -> Node:
        return Node.objects.get(run=self.run, path=path)

    def line(self, path: str) -> list[Node]:
        """The nodes above `path`, from the root down."""
        rows = {node.path: node for node in Node.objects.filter(run=self.run, path__in=ancestors(path)).defer("hits")}
        return [rows[above] for above in ancestors(path) if above in rows]

    def claims(self, paths: list[str]) -> tuple[str, ...]:
        return tuple(row.claim for row in self.learnings(paths))

    def learnings(self, paths: list[str]) -> list[Learning]:
        return selectors.learnings(self.run, paths)


def _aside(ask: Callable[..., T], *args: Any) -> T:
    """In a thread of its own, with a connection of its own."""
    try:
        return ask(*args)
    finally:
        connection.close()


def tags_of(nodes: list[Node]) -> tuple[str, ...]:
    """The tags of some nodes, each once, in the order they were first used."""
    return tuple(dict.fromkeys(tag for node in nodes for tag in node.tags))
