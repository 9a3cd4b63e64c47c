"""Skills: what an app may ask a brain, and how each kind of brain finds its part.

A skill is a package that declares NAME, Request (a frozen dataclass) and Answer (pydantic). Beside them lie
`offline.py` with answer(request, tools), `scripted.py` with answer(request, rng), and `prompt.md`.
"""

import dataclasses
import hashlib
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from string import Template
from types import ModuleType
from typing import Any

from pydantic import BaseModel

FENCE = "<<<<<<<< untrusted source text"
FENCE_END = ">>>>>>>> end of untrusted source text"


class PromptError(ValueError):
    """A prompt names a value that the request lacks, or leaves one of its values out."""


def offline(skill: ModuleType) -> Callable[..., BaseModel]:
    """The skill's own answer(request, tools)."""
    return import_module(f"{skill.__name__}.offline").answer


def prompt(skill: ModuleType) -> str:
    return Path(str(skill.__file__)).with_name("prompt.md").read_text()


def prompt_fingerprint(skill: ModuleType) -> str:
    """The first 16 hex digits of the prompt's SHA-256: recorded with each call."""
    return hashlib.sha256(prompt(skill).encode()).hexdigest()[:16]


def render(skill: ModuleType, request: Any) -> str:
    """The skill's prompt with every field of the request in its `$name`; PromptError if a name or a value is left."""
    template = Template(prompt(skill))
    values = {field.name: _shown(getattr(request, field.name)) for field in dataclasses.fields(request)}
    wanted, given = set(template.get_identifiers()), set(values)
    if not template.is_valid():
        raise PromptError(f"The prompt of '{skill.NAME}' has a $ that opens no name.")
    if wanted != given:
        missing, unused = ", ".join(sorted(wanted - given)), ", ".join(sorted(given - wanted))
        raise PromptError(f"The prompt of '{skill.NAME}': missing values [{missing}], unused values [{unused}].")
    return template.substitute(values)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return "\n".join(f"{number}. {_item(item)}" for number, item in enumerate(value, 1)) or "(none)"
    return _item(value) or "(none)"


def _item(value: Any) -> str:
    """One entry of a numbered list. Text of a source is fenced, so that it is never read as an instruction."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        if {"passage", "text"} <= set(fields):
            return _source(fields)
        return "; ".join(f"{name}: {_nested(part)}" for name, part in fields.items())
    if isinstance(value, tuple | list):
        return _nested(value)
    return str(value)


def _nested(value: Any) -> str:
    if value and isinstance(value, tuple | list) and all(isinstance(one, int | float) for one in value):
        return ", ".join(map(str, value))
    if isinstance(value, tuple | list):
        return "".join(f"\n   {number}) {_item(item)}" for number, item in enumerate(value, 1)) or "(none)"
    return _item(value)


def _source(fields: dict[str, Any]) -> str:
    text = fields["text"].replace("<<<<<<<<", "< < <").replace(">>>>>>>>", "> > >")
    head = (
        f"passage {fields['passage']} of document {fields['document']}, starts at {fields['start']}: {fields['title']}"
    )
    return f"{head}\n{FENCE}\n{text}\n{FENCE_END}"
