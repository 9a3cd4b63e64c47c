"""Typed reading of environment variables; a wrong value stops the start with a sentence that names it."""

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

KNOWN: set[str] = set()
"""Every name asked for so far; once the settings are loaded, all there are."""


def text(name: str, default: str = "") -> str:
    KNOWN.add(name)
    return os.environ.get(name, default).strip()


def url(name: str, default: str = "", *, schemes: tuple[str, ...]) -> str:
    """An address with one of `schemes`. Raises ImproperlyConfigured naming the variable, never showing a password."""
    value = text(name)
    if not value:
        return default
    scheme, mark, rest = value.partition("://")
    if scheme not in schemes or not mark or not rest:
        begins = " or ".join(f"{scheme}://" for scheme in schemes)
        raise ImproperlyConfigured(f"{name} must be an address that begins with {begins}.")
    return value


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
    """A folder that exists and can be written, made when missing. Raises ImproperlyConfigured naming the variable."""
    raw = text(name)
    path = Path(raw).expanduser().resolve() if raw else default
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"{name} must be a folder that can be made: {path} ({error.strerror}).") from None
    if not os.access(path, os.W_OK | os.X_OK):
        raise ImproperlyConfigured(f"{name} must be a folder that can be written, and {path} cannot.")
    return path


def unknown(prefix: str) -> list[str]:
    """Names that are set, begin with `prefix` and were asked for by nobody: most often a slip of the pen."""
    return sorted(name for name in os.environ if name.startswith(prefix) and name not in KNOWN)
