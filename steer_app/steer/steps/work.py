"""What every step of a session has at hand."""

from dataclasses import dataclass
from types import ModuleType
from typing import Any

from steer_app.brains.gateway import Gateway
from steer_app.runs.domain.method import Context
from steer_app.runs.models import Run
from steer_app.steer import selectors
from steer_app.steer.domain.place import ancestors
from steer_app.steer.domain.plan import REPORT
from steer_app.steer.models import Learning, Node, Session
from steer_app.steer.params import Params
from steer_app.steer.vectors import Vectors


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
        """The brain's answer to a skill's request.

        The report has a reserve of its own in the budget (kernel rule K7).
        """
        for_report = self.ctx.step.kind == REPORT
        return Gateway(self.ctx, self.params.brain, seed=self.params.seed, for_report=for_report).answer(skill, request)

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


def tags_of(nodes: list[Node]) -> tuple[str, ...]:
    """The tags of some nodes, each once, in the order they were first used."""
    return tuple(dict.fromkeys(tag for node in nodes for tag in node.tags))
