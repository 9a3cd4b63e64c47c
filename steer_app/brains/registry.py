"""The table of brains: a name in settings.BRAINS, imported when first asked for."""

from functools import cache
from types import ModuleType
from typing import Any, Protocol, cast

from django.conf import settings
from django.utils.module_loading import import_string

from steer_app.runs.services.calls import Made


class Brain(Protocol):
    """Who answers. A *skill* is a package with NAME, Request, Answer, prompt.md, offline.py and scripted.py."""

    name: str
    model: str
    weighs_sentences: bool
    """Whether it goes by the vectors of single sentences, so that others who want them pay nothing more."""

    def fingerprint(self, skill: ModuleType) -> str:
        """Of all that the answer depends on beside the request: the prompt, or the code's own version."""

    def most_tokens(self, skill: ModuleType, request: Any) -> int:
        """What a call may cost at most; 0 for a brain that costs nothing."""

    def make(self, skill: ModuleType, request: Any, seed: int) -> Made:
        """Answer: `Made.answer` is the JSON of a skill.Answer. `seed` is the run's, for brains that draw lots."""


@cache
def brain(name: str) -> Brain:
    """The one instance of a brain. Raises LookupError naming the known ones."""
    if name not in settings.BRAINS:
        raise LookupError(f"There is no brain {name!r}; known are {', '.join(sorted(settings.BRAINS))}.")
    return cast(Brain, import_string(settings.BRAINS[name].replace(":", "."))())
