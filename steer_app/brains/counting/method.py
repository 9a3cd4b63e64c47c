"""The counting tree as a method of the run kernel. Its rows are the kernel's own: results of steps, and questions."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, Field

from steer_app.brains.counting import count, tree
from steer_app.brains.gateway import Gateway
from steer_app.runs.domain.events import Event
from steer_app.runs.domain.failures import BadAnswer, SteerRefused
from steer_app.runs.domain.method import Context
from steer_app.runs.domain.outcome import NOTHING, Ask, End, Outcome, StepSpec
from steer_app.runs.models import Question, Run, Steer, Step
from steer_app.runs.selectors import progress


@dataclass(frozen=True)
class NodeCounted(Event):
    type: ClassVar[str] = "node.counted"
    path: str
    number: int


@dataclass(frozen=True)
class NodeDecided(Event):
    type: ClassVar[str] = "node.decided"
    path: str
    kept: list[str]


@dataclass(frozen=True)
class TreeTotalled(Event):
    type: ClassVar[str] = "tree.totalled"
    total: int


class Params(BaseModel):
    depth: int = Field(2, ge=0, le=6)
    breadth: int = Field(3, ge=1, le=6)
    answers: Literal["person", "suggested"] = "person"
    answer_timeout_s: float | None = Field(None, gt=0)
    brain: str = "scripted"


class Counting:
    params = Params
    report_kinds = frozenset({"total"})

    def load(self, run: Run) -> tree.Tree:
        params = Params.model_validate(run.params)
        done = Step.objects.filter(run=run, status=Step.Status.DONE)
        results = dict(done.values_list("key", "result"))
        kept = {
            key.removeprefix("decide:"): tuple(result["kept"]) for key, result in results.items() if "kept" in result
        }
        for question in Question.objects.filter(run=run):
            path = question.key.removeprefix("keep:")
            kept.pop(path, None)
            if question.state in {"answered", "expired"}:
                kept[path] = _chosen(question)
        failed = Step.objects.filter(run=run, status=Step.Status.FAILED, kind="count").values_list("key", flat=True)
        return tree.Tree(
            params.depth,
            params.breadth,
            progress(run),
            {key.removeprefix("count:"): result["number"] for key, result in results.items() if "number" in result},
            kept,
            lost=frozenset(key.removeprefix("count:") for key in failed),
        )

    def plan_next(self, state: tree.Tree) -> list[StepSpec]:
        return tree.plan(state)

    def perform(self, step: Step, ctx: Context) -> Outcome:
        return getattr(self, f"_{step.kind}")(step, ctx, Params.model_validate(ctx.run.params))

    def _count(self, step: Step, ctx: Context, params: Params) -> Outcome:
        path = step.payload["path"]
        before = tree.sum_before(self.load(ctx.run), path.rpartition(".")[0]) if "." in path else 0
        number = Gateway(ctx, params.brain).answer(count, count.Request(path, before)).number
        return Outcome(events=(NodeCounted(path, number),), result={"number": number})

    def _decide(self, step: Step, ctx: Context, params: Params) -> Outcome:
        path = step.payload["path"]
        state = self.load(ctx.run)
        children = [f"{path}.{n}" for n in range(1, params.breadth + 1)]
        suggested = children[: 1 + tree.sum_before(state, path) % params.breadth]
        if state.numbers[path] < tree.ASK_FROM:
            return Outcome(events=(NodeDecided(path, suggested),), result={"kept": suggested})
        answer = {"kept": suggested} if params.answers == "suggested" else None
        options = [{"value": child, "suggested": child in suggested} for child in children]
        ask = Ask(
            f"keep:{path}",
            f"Which children of {path} shall be counted?",
            options,
            timeout_s=params.answer_timeout_s,
            answer=answer,
            answered_by="suggestion" if answer else "",
        )
        return Outcome(ask=ask, result={"asked": True})

    def _total(self, step: Step, ctx: Context, params: Params) -> Outcome:
        total = sum(self.load(ctx.run).numbers.values())
        return Outcome(events=(TreeTotalled(total),), end=End(), result={"total": total})

    def failed(self, run: Run, step: Step, reason: str) -> Outcome:
        return Outcome(end=End("failed", reason)) if step.kind in {"total", "decide"} else NOTHING

    def answered(self, run: Run, question: Question, answer: Mapping[str, Any]) -> Outcome:
        offered = {option["value"] for option in question.options}
        chosen = answer.get("kept")
        if not isinstance(chosen, list) or not set(chosen) <= offered:
            raise BadAnswer("Choose among the children that were offered.")
        return Outcome(events=(NodeDecided(question.key.removeprefix("keep:"), chosen),))

    def expired(self, run: Run, question: Question) -> Outcome:
        return Outcome(events=(NodeDecided(question.key.removeprefix("keep:"), list(_chosen(question))),))

    def steered(self, run: Run, steer: Steer) -> Outcome:
        raise SteerRefused("A counting tree cannot be steered.")


def _chosen(question: Question) -> tuple[str, ...]:
    if question.answer is not None:
        return tuple(question.answer["kept"])
    return tuple(option["value"] for option in question.options if option["suggested"])
