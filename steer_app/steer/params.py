"""What a session is started with; ranges as in the table of the design ("The session")."""

from typing import Literal

from django.conf import settings
from pydantic import BaseModel, ConfigDict, Field, field_validator


class Params(BaseModel):
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    query: str = Field(min_length=3, max_length=2000)
    about: str = Field(default="", max_length=2000)
    """One sentence about the person, in their words."""
    collections: list[int] = Field(min_length=1)
    depth: int = Field(default=3, ge=1, le=6)
    """Levels below the root."""
    breadth: int = Field(default=3, ge=1, le=6)
    """Children kept at each frontier node."""
    c0: float = Field(default=0.7, ge=0, le=1)
    """Base pause cost: 0 asks often, 1 rarely."""
    tol: float = Field(default=3, ge=1, le=20)
    """Tolerance budget: about how many questions the person will answer."""
    lambda_exp: float = Field(default=0.5, ge=0, le=1)
    lambda_info: float = Field(default=0.5, ge=0, le=1)
    epsilon: float = Field(default=0.4, ge=0, le=1)
    """Scale of the exploration bonus; why 0.4: docs/decisions/010-exploration-bonus.md."""
    align_gain: Literal["joined", "paper"] = "joined"
    seed: int = Field(default=0, ge=0)
    brain: str = "offline"
    """A name in settings.BRAINS."""
    answers: Literal["person", "suggested", "never"] = "person"
    """Who answers: a person; what was marked beforehand; or nobody, and the session goes on with everything."""
    answer_timeout_s: float | None = Field(default=None, gt=0)
    """How long a question waits before the session goes on by itself; None waits for ever."""
    speculate: bool = False
    """While a question waits, read the one candidate that is surest to be kept."""
    direct: bool = False
    """Answer at once, without a tree, where one sentence of the sources settles the question (skill `triage`).

    Off here, so that a session is the paper's unless somebody says otherwise, and what sessions are measured with
    does not change; the form for a new session and the command have it on."""

    @field_validator("brain")
    @classmethod
    def brain_is_known(cls, name: str) -> str:
        if name.partition(":")[0] not in settings.BRAINS:
            raise ValueError(f"there is no brain {name!r}; known are {', '.join(sorted(settings.BRAINS))}")
        return name
