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
