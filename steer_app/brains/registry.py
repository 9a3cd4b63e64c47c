"""The table of brains: a name in settings.BRAINS, imported when first asked for."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any, Protocol, cast

from django.conf import settings
from django.utils.module_loading import import_string

from steer_app.runs.services.calls import Made


def _wanted() -> None:
    """The call is still wanted."""


@dataclass(frozen=True)
class Talk:
    """What goes with a request when it is put to a brain."""

    seed: int = 0
    """The run's, for brains that draw lots."""
    tries: tuple[tuple[str, str], ...] = ()
    """What the brain answered so far, each with the reason why it could not be used."""
    check: Callable[[], None] = _wanted
    """Asked while a call goes on; raises Cancelled when nobody wants the answer any more."""
    show: Callable[[str], None] | None = None
    """Given the text so far, as it comes."""


class Brain(Protocol):
    """Who answers. A *skill* is a package with NAME, Request, Answer, prompt.md, offline.py and scripted.py."""

    name: str
    model: str
    weighs_sentences: bool
    """Whether it goes by the vectors of single sentences, so that others who want them pay nothing more."""
    writes_sections: bool
    """Whether it writes a report section by section (skills `section` and `summary`), or whole (`report`)."""

    def fingerprint(self, skill: ModuleType) -> str:
        """Of all that the answer depends on beside the request: the prompt, or the code's own version."""

    def fitted(self, skill: ModuleType, request: Any) -> tuple[Any, str]:
        """The request as the brain can take it in, and a notice of what was shortened; empty if nothing was."""

    def most_tokens(self, skill: ModuleType, request: Any) -> int:
        """What a call may cost at most; 0 for a brain that costs nothing."""

    def most_microusd(self, skill: ModuleType, request: Any) -> int | None:
        """The same in money; None if nobody knows what its tokens cost."""

    @property
    def price(self) -> int | None:
        """The row of the price list that calls are made at now, if there is one."""

    def messages(self, skill: ModuleType, request: Any, tries: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
        """(role, text) of what is sent; empty for a brain that is handed the request itself."""

    def make(self, skill: ModuleType, request: Any, talk: Talk) -> Made:
        """Answer once: `Made.answer` is raw text. Raises Retryable, Permanent, Unavailable, Cancelled."""

    def read(self, skill: ModuleType, request: Any, raw: str) -> Any:
        """The skill.Answer in the raw text. Raises wire.Unusable with what to mend."""


class PlainBrain:
    """What holds for every brain that is no model: its answers are typed from the start, and cost nothing."""

    weighs_sentences = False
    writes_sections = False
    price: int | None = None

    def fitted(self, skill: ModuleType, request: Any) -> tuple[Any, str]:
        return request, ""

    def most_tokens(self, skill: ModuleType, request: Any) -> int:
        return 0

    def most_microusd(self, skill: ModuleType, request: Any) -> int | None:
        return 0

    def messages(self, skill: ModuleType, request: Any, tries: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
        return []

    def read(self, skill: ModuleType, request: Any, raw: str) -> Any:
        return skill.Answer.model_validate_json(raw)


def brain(name: str) -> Brain:
    """The brain of a name: `offline`, or `model:NAME` for the model that is set up under NAME (`model` alone: the one
    marked as the default). Raises LookupError naming the known ones, or saying what is missing."""
    kind, _, which = name.partition(":")
    if kind not in settings.BRAINS or (which and kind != MODEL):
        raise LookupError(f"There is no brain {name!r}; known are {', '.join(sorted(settings.BRAINS))}.")
    return cast(Brain, _class(kind)(which)) if kind == MODEL else plain(kind)


MODEL = "model"


@cache
def plain(kind: str) -> Brain:
    """The one instance of a brain that needs no setting up."""
    return cast(Brain, _class(kind)())


def _class(kind: str) -> Any:
    return import_string(settings.BRAINS[kind].replace(":", "."))
