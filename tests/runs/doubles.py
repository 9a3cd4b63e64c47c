"""Methods and callees for tests: small enough that what they do can be seen from here."""

from collections.abc import Callable
from typing import Any, ClassVar

from pydantic import BaseModel

from steer_app.runs.domain.outcome import NOTHING, Outcome, StepSpec
from steer_app.runs.selectors import progress


class NoParams(BaseModel):
    """None."""


class Scripted:
    """A method whose every reaction is set by the test: `Scripted.script["perform"] = lambda step, ctx: ...`.

    Its steps are those in `script["steps"]`, planned from the start; the report is `report:1`, once they are over.
    """

    params = NoParams
    report_kinds = frozenset({"report"})
    script: ClassVar[dict[str, Any]] = {}

    def load(self, run: Any) -> Any:
        return progress(run)

    def plan_next(self, state: Any) -> list[StepSpec]:
        if planned := self.script.get("plan_next"):
            return planned(state)
        steps = [StepSpec(key.partition(":")[0], key) for key in self.script.get("steps", ("work:1",))]
        working = {key for key in state.open if not key.startswith("report")}
        if state.closed:
            return [] if state.claimed - {"report:1"} else [StepSpec("report", "report:1")]
        over = not working and not state.open_question and all(spec.key in state.keys for spec in steps)
        return [StepSpec("report", "report:1")] if over else steps

    def perform(self, step: Any, ctx: Any) -> Outcome:
        return self._react("perform", NOTHING, step, ctx)

    def failed(self, run: Any, step: Any, reason: str) -> Outcome:
        return self._react("failed", NOTHING, run, step, reason)

    def answered(self, run: Any, question: Any, answer: Any) -> Outcome:
        return self._react("answered", NOTHING, run, question, answer)

    def expired(self, run: Any, question: Any) -> Outcome:
        return self._react("expired", NOTHING, run, question)

    def steered(self, run: Any, steer: Any) -> Outcome:
        return self._react("steered", NOTHING, run, steer)

    def _react(self, name: str, default: Outcome, *args: Any) -> Outcome:
        reaction: Callable[..., Outcome] | None = self.script.get(name)
        return reaction(*args) if reaction else default
