"""The table of methods: a name in settings.METHODS, imported when first asked for."""

from functools import cache
from typing import cast

from django.conf import settings
from django.utils.module_loading import import_string

from steer_app.runs.domain.method import Method


@cache
def method(name: str) -> Method:
    """The one instance of a method. Raises LookupError naming the known ones."""
    if name not in settings.METHODS:
        raise LookupError(f"There is no method {name!r}; known are {', '.join(sorted(settings.METHODS))}.")
    return cast(Method, import_string(settings.METHODS[name].replace(":", "."))())


@cache
def background() -> frozenset[str]:
    """Names of the methods whose runs serve others (`is_background`): lists of a person's work show them apart."""
    return frozenset(name for name in settings.METHODS if getattr(method(name), "is_background", False))
