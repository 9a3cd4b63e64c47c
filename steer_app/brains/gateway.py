"""The one way to a brain: each question asked once in a run, within the budget, while it is still wanted (K6, K7)."""

from dataclasses import asdict
from types import ModuleType
from typing import Any

from steer_app.brains.registry import Brain, brain
from steer_app.runs.domain.canonical import digest
from steer_app.runs.domain.failures import BudgetRefused
from steer_app.runs.domain.method import Context
from steer_app.runs.services import calls


class Gateway:
    """A step's access to the run's brain. When even what was set aside for the report is gone, the offline brain,
    which costs nothing, writes it."""

    def __init__(self, ctx: Context, brain_name: str, *, seed: int = 0, for_report: bool = False) -> None:
        self._ctx = ctx
        self._brain = brain(brain_name)
        self._seed = seed
        self._for_report = for_report

    def answer(self, skill: ModuleType, request: Any) -> Any:
        """The brain's answer, a `skill.Answer`. Raises Cancelled, BudgetRefused, Retryable, Permanent."""
        try:
            raw = self._ask(self._brain, skill, request)
        except BudgetRefused:
            if not self._for_report:
                raise
            raw = self._ask(brain("offline"), skill, request)
        return skill.Answer.model_validate_json(raw)

    def _ask(self, who: Brain, skill: ModuleType, request: Any) -> str:
        return calls.once(
            self._plan(who, skill, request), lambda: who.make(skill, request, self._seed), self._ctx.check
        )

    def _plan(self, who: Brain, skill: ModuleType, request: Any) -> calls.Planned:
        fingerprint, written = who.fingerprint(skill), asdict(request)
        return calls.Planned(
            run_id=self._ctx.run.pk,
            hash=digest(skill.NAME, fingerprint, who.name, who.model, self._seed, written),
            skill=skill.NAME,
            brain=who.name,
            step_key=self._ctx.step.key,
            model=who.model,
            fingerprint=fingerprint,
            request=written,
            most_tokens=who.most_tokens(skill, request),
            for_report=self._for_report,
        )
