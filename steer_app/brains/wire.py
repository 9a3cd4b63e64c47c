"""What a chat model is asked to write for a skill, and how that becomes the skill's answer.

A skill may have a module `wire.py` with `Wire` (pydantic) and `read(request, wire) -> Answer`, for what a model cannot
write itself: it copies words well and counts their offsets badly. Without one the answer itself is the wire. `read`
raises ValueError with a sentence for the model when what it wrote cannot be used.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from pydantic import BaseModel, ValidationError

from steer_app.brains.domain.reading import Unreadable, value

MOST_COMPLAINTS = 6


class Unusable(ValueError):
    """The answer cannot be used; the message says why, in words that a model can mend it by."""


@dataclass(frozen=True)
class Wire:
    shape: type[BaseModel]
    read: Callable[[Any, Any], BaseModel]


def of(skill: ModuleType) -> Wire:
    if find_spec(f"{skill.__name__}.wire"):
        module = import_module(f"{skill.__name__}.wire")
        return Wire(module.Wire, module.read)
    return Wire(skill.Answer, lambda request, wire: wire)


def read(skill: ModuleType, request: Any, text: str) -> BaseModel:
    """The skill's answer in a model's text. Raises Unusable."""
    wire = of(skill)
    try:
        return wire.read(request, wire.shape.model_validate(value(text)))
    except Unreadable as error:
        raise Unusable(str(error)) from None
    except ValidationError as error:
        raise Unusable(_complaints(error)) from None
    except ValueError as error:
        raise Unusable(str(error)) from None


def _complaints(error: ValidationError) -> str:
    """Where the shape is wrong, without the values: they are the model's own and may be long."""
    found = [f"{'.'.join(map(str, one['loc'])) or 'the object'}: {one['msg']}" for one in error.errors()]
    more = f" (and {len(found) - MOST_COMPLAINTS} more)" if len(found) > MOST_COMPLAINTS else ""
    return f"The object does not have the shape asked for. {'; '.join(found[:MOST_COMPLAINTS])}{more}."
