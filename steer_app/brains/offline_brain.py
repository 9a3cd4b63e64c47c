"""The brain without a model: each skill's own offline answer, with the language tools."""

from types import ModuleType
from typing import Any

from pydantic import BaseModel

from steer_app.brains import skill as skills
from steer_app.brains.offline.tools import Tools


class OfflineBrain:
    name = "offline"
    model = "none"
    notice = "No language model took part: this brain picks and orders the sources' own sentences and writes none."

    def __init__(self) -> None:
        self._tools = Tools()

    def answer(self, skill: ModuleType, request: Any) -> BaseModel:
        """The same request gives the same answer, whatever was asked before."""
        return skills.offline(skill)(request, self._tools)
