"""A brain for tests and demonstrations: each skill's double, deterministic, as slow as it is told to be."""

import random
import time
from importlib import import_module
from types import ModuleType
from typing import Any

from django.conf import settings

from steer_app.brains.callee_log import note_finished
from steer_app.brains.registry import PlainBrain, Talk
from steer_app.runs.domain.canonical import seed_of
from steer_app.runs.services.calls import Made


class ScriptedBrain(PlainBrain):
    """Calls `scripted.answer(request, rng)` of the skill, with an rng seeded by the run's seed and the request."""

    name = "scripted"
    model = ""

    def fingerprint(self, skill: ModuleType) -> str:
        return "scripted"

    def make(self, skill: ModuleType, request: Any, talk: Talk) -> Made:
        """The double's answer after settings.SCRIPTED_DELAY_MS, and up to SCRIPTED_JITTER_MS more.

        Once it is made, a line goes to settings.CALL_LOG: the callee's own count of the calls it finished.
        """
        script = import_module(f"{skill.__name__}.scripted")
        delay_ms = settings.SCRIPTED_DELAY_MS + random.uniform(0, settings.SCRIPTED_JITTER_MS)
        if delay_ms:
            time.sleep(delay_ms / 1000)
        answer = script.answer(request, random.Random(seed_of(talk.seed, skill.NAME, request)))
        note_finished(skill, request)
        return Made(answer.model_dump_json())
