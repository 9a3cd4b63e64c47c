"""Typed reading of environment variables; a wrong value stops the start with a sentence that names it."""

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, default).strip()


def number(name: str, default: float, *, least: float, most: float) -> float:
    """A number between `least` and `most`. Raises ImproperlyConfigured naming the variable."""
    raw = text(name)
    if not raw:
        return default
    try:
        value = float(raw)
    except ValueError:
        value = float("nan")
    if not least <= value <= most:
        raise ImproperlyConfigured(f"{name} must be a number from {least:g} to {most:g}, not {raw!r}.")
    return value


def whole(name: str, default: int, *, least: int, most: int) -> int:
    """A whole number between `least` and `most`. Raises ImproperlyConfigured naming the variable."""
    value = number(name, default, least=least, most=most)
    if value != int(value):
        raise ImproperlyConfigured(f"{name} must be a whole number, not {text(name)!r}.")
    return int(value)


def choice(name: str, default: str, options: tuple[str, ...]) -> str:
    """One of `options`. Raises ImproperlyConfigured naming the variable."""
    value = text(name, default) or default
    if value not in options:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(options)}, not {value!r}.")
    return value


def flag(name: str, default: bool) -> bool:
    """yes/no, true/false, on/off, 1/0. Raises ImproperlyConfigured naming the variable."""
    raw = text(name).lower()
    if not raw:
        return default
    if raw in {"1", "yes", "true", "on"}:
        return True
    if raw in {"0", "no", "false", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} must be yes or no, not {raw!r}.")


def listing(name: str, default: tuple[str, ...] = ()) -> list[str]:
    raw = text(name)
    return [part.strip() for part in raw.split(",") if part.strip()] if raw else list(default)


def folder(name: str, default: Path) -> Path:
    raw = text(name)
    return Path(raw).expanduser().resolve() if raw else default
