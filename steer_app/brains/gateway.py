"""The one way to a brain: each question asked once in a run, within the budget, while it is still wanted (K6, K7)."""

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from types import ModuleType
from typing import Any

from steer_app.brains.registry import Brain, Talk, brain
from steer_app.brains.wire import Unusable
from steer_app.runs.domain.canonical import digest
from steer_app.runs.domain.failures import BudgetRefused, Permanent
from steer_app.runs.domain.method import Context
from steer_app.runs.services import calls

MOST_REASKS = 2
"""Times that a model is told what was wrong with its answer and asked again."""
OFFLINE = "offline"


class Gateway:
    """A step's access to the run's brain, and to the offline one, which costs nothing and always answers.

    for_report: what was set aside for the report may be spent.
    """

    def __init__(self, ctx: Context, brain_name: str, *, seed: int = 0, for_report: bool = False) -> None:
        self._ctx = ctx
        self._brain = brain(brain_name)
        self._seed = seed
        self._for_report = for_report

    @property
    def brain(self) -> Brain:
        return self._brain

    def answer(self, skill: ModuleType, request: Any, *, show: Callable[[str], None] | None = None) -> Any:
        """The brain's answer, a `skill.Answer`. Raises Cancelled, BudgetRefused, Retryable, Permanent, Unavailable.

        For a report the offline brain answers what the run's own cannot: a report is never lost to one bad answer.
        """
        if self._for_report:
            return self.answer_or_say(skill, request, show=show)[0]
        return self._answer(self._brain, skill, request, show)

    def answer_or_say(
        self, skill: ModuleType, request: Any, *, show: Callable[[str], None] | None = None
    ) -> tuple[Any, str]:
        """The brain's answer, or the offline brain's with the reason why it had to answer."""
        try:
            return self._answer(self._brain, skill, request, show), ""
        except (Permanent, BudgetRefused) as failure:
            return self.offline(skill, request), failure.reason

    def offline(self, skill: ModuleType, request: Any) -> Any:
        """The offline brain's answer: for what must be written when the run's own brain cannot write it."""
        return self._answer(brain(OFFLINE), skill, request, None)

    def _answer(self, who: Brain, skill: ModuleType, request: Any, show: Callable[[str], None] | None) -> Any:
        """Ask, and ask again with what was wrong, each time as a call of its own. Raises Permanent after the last."""
        asked, notice = who.fitted(skill, request)
        tries: tuple[tuple[str, str], ...] = ()
        while True:
            make = partial(who.make, skill, asked, Talk(self._seed, tries, self._ctx.check, show))
            raw = calls.once(self._plan(who, skill, asked, tries, notice), make, self._ctx.check)
            try:
                return who.read(skill, asked, raw)
            except Unusable as error:
                if len(tries) == MOST_REASKS:
                    raise Permanent(f"The model's answers could not be used, the last because: {error}") from None
                tries = (*tries, (raw, str(error)))

    def _plan(self, who: Brain, skill: ModuleType, request: Any, tries: tuple, notice: str) -> calls.Planned:
        fingerprint, written = who.fingerprint(skill), asdict(request)
        told = (tries,) if tries else ()
        return calls.Planned(
            run_id=self._ctx.run.pk,
            hash=digest(skill.NAME, fingerprint, who.name, who.model, self._seed, written, *told),
            skill=skill.NAME,
            brain=who.name,
            step_key=self._ctx.step.key,
            model=who.model,
            fingerprint=fingerprint,
            request={**written, **({"asked_again": [list(one) for one in tries]} if tries else {})},
            most_tokens=who.most_tokens(skill, request),
            most_microusd=who.most_microusd(skill, request),
            price=who.price,
            messages=who.messages(skill, request, tries),
            for_report=self._for_report,
            notice=notice,
        )
