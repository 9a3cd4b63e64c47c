"""The one way to a brain: each question asked once in a run, within the budget, while it is still wanted (K6, K7)."""

from dataclasses import asdict
from types import ModuleType
from typing import Any

from steer_app.brains.registry import brain
from steer_app.runs.domain.canonical import digest
from steer_app.runs.domain.method import Context
from steer_app.runs.services import calls


class Gateway:
    """A step's access to the run's brain."""

    def __init__(self, ctx: Context, brain_name: str, *, for_report: bool = False) -> None:
        self._ctx = ctx
        self._brain = brain(brain_name)
        self._for_report = for_report

    def answer(self, skill: ModuleType, request: Any) -> Any:
        """The brain's answer, a `skill.Answer`. Raises Cancelled, BudgetRefused, Retryable, Permanent."""
        planned = self._plan(skill, request)
        raw = calls.once(planned, lambda: self._brain.make(skill, request), self._ctx.check)
        return skill.Answer.model_validate_json(raw)

    def _plan(self, skill: ModuleType, request: Any) -> calls.Planned:
        fingerprint = self._brain.fingerprint(skill)
        return calls.Planned(
            run_id=self._ctx.run.pk,
            hash=digest(skill.NAME, fingerprint, self._brain.name, self._brain.model, request),
            skill=skill.NAME,
            brain=self._brain.name,
            step_key=self._ctx.step.key,
            model=self._brain.model,
            fingerprint=fingerprint,
            request=asdict(request),
            most_tokens=self._brain.most_tokens(skill, request),
            for_report=self._for_report,
        )
