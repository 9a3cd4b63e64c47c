"""SteER as a method of the kernel: four verbs and four reactions, each said in its own module."""

from collections.abc import Callable, Mapping
from typing import Any

from steer_app.runs.domain.method import Context
from steer_app.runs.domain.outcome import End, Outcome, StepSpec
from steer_app.runs.models import Question, Run, Step
from steer_app.runs.models import Steer as SteerRow
from steer_app.runs.services.changes import Update
from steer_app.steer import answers, page, selectors, steers, told, undo
from steer_app.steer.domain import plan
from steer_app.steer.domain.events import NodeMoved
from steer_app.steer.domain.plan import State
from steer_app.steer.models import Node
from steer_app.steer.page import SessionPage
from steer_app.steer.params import Params
from steer_app.steer.steps import ahead, decide, measure, persona, read, report, said, scout, start, triage
from steer_app.steer.steps.work import Work

STEPS: dict[str, Callable[[Work, str], Outcome]] = {
    plan.START: start.perform,
    plan.TRIAGE: triage.perform,
    plan.PERSONA: said.perform,
    plan.READ: read.perform,
    plan.AHEAD: ahead.perform,
    plan.MEASURE: measure.perform,
    plan.SCOUT: scout.perform,
    plan.DECIDE: decide.perform,
    plan.REPORT: report.perform,
}

STEP_WORDS = {
    plan.START: "sets the session up",
    plan.TRIAGE: "sees whether one sentence settles the question",
    plan.PERSONA: "takes in who it is for, and what was said",
    plan.READ: "reads a node's passages",
    plan.AHEAD: "reads a node while a question waits",
    plan.MEASURE: "sees how far a new interest is covered",
    plan.SCOUT: "looks for ways on from a node",
    plan.DECIDE: "weighs whether to ask or to go on",
    plan.REPORT: "writes the report",
}


class Steer:
    """Steerable deep research (arXiv 2605.24266), as `docs/` describes it."""

    params = Params
    report_kinds = frozenset({plan.REPORT})
    beside_questions = frozenset({plan.AHEAD})
    step_words = STEP_WORDS
    page = SessionPage
    page_template = "steer/session.html"
    typed_fields = ("added", "remark", "typed")
    told = staticmethod(told.line)

    def load(self, run: Run) -> State:
        return selectors.state(run)

    def plan_next(self, state: State) -> list[StepSpec]:
        return plan.plan_next(state)

    def perform(self, step: Step, ctx: Context) -> Outcome:
        return STEPS[step.kind](Work.of(ctx), plan.place_of(step.key))

    def waits(self, state: State) -> bool:
        return plan.waits(state)

    def failed(self, run: Run, step: Step, reason: str) -> Outcome:
        """One failed step never ends its siblings: the node is failed or a leaf, and what waited goes on."""
        place = plan.place_of(step.key)
        if step.kind in {plan.START, plan.REPORT}:
            return Outcome(end=End("failed", reason))
        if step.kind == plan.AHEAD:
            return Outcome()
        if step.kind == plan.MEASURE:
            return Outcome(changes=(Update("steer.Aspect", {"measured": False}, {"measured": True}),))
        if step.kind == plan.TRIAGE:
            return triage.in_depth(reason)
        if step.kind == plan.PERSONA:
            unknown = place == plan.START
            return persona.first_without_brain(run) if unknown else said.without_taking_in(run, place, reason)
        node = Node.objects.get(run=run, path=place)
        status = Node.Status.FAILED if step.kind == plan.READ else node.status
        note = reason if step.kind == plan.READ else f"What may follow from it could not be worked out: {reason}"
        values = {"status": status, "note": note, "decided": True}
        return Outcome(
            changes=(Update("steer.Node", {"path": place}, values),), events=(NodeMoved(place, str(status), note),)
        )

    def answered(self, run: Run, question: Question, answer: Mapping[str, Any]) -> Outcome:
        return answers.answered(run, question, answer)

    def in_the_way(self, run: Run, question: Question) -> str:
        return undo.in_the_way(run, question)

    def taken_back(self, run: Run, question: Question) -> tuple[Outcome, float | None]:
        return undo.taken_back(run, question)

    def answer_in_words(self, question: Question) -> str:
        return answers.in_words(question)

    def read_answer(self, question: Question, form: Any) -> dict[str, Any]:
        return answers.from_form(form)

    def page_context(self, run: Run, asked: Mapping[str, str]) -> dict[str, Any]:
        return page.around(run, asked)

    def expired(self, run: Run, question: Question) -> Outcome:
        return answers.expired(run, question)

    def steered(self, run: Run, steer: SteerRow) -> Outcome:
        return steers.steered(run, steer)
