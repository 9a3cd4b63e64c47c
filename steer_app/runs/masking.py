"""Secrets are shown to nobody: not on pages, not in files to take away, not in logs.

Two things are masked: every secret that this process has had in its hands or that the product stores, to the letter;
and whatever looks like one, for a person may paste a key into a question and a server may repeat it in an error.
"""

import logging
import re
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

MASK = "[secret]"
SHORTEST = 8
"""A shorter value is no secret worth the name, and would tear holes into ordinary words."""

_LOOKS = re.compile(
    r"\b(?:sk|pk|rk)[-_](?:[A-Za-z]+[-_])*[A-Za-z0-9_-]{16,}"
    r"|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}"
    r"|\bxox[abeoprs]-[A-Za-z0-9-]{10,}|\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bAIza[\w-]{30,}"
    r"|\b(?:hf|gsk|xai|r8)_[A-Za-z0-9]{20,}"
    r"|\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)",
    re.DOTALL,
)
_NAMED = re.compile(
    r"(?P<name>\b(?:authorization|x-api-key|api[-_ ]?key|access[-_]?token|client[-_]?secret)\b[\"']?\s*[:=]\s*[\"']?"
    r"(?:bearer\s+|basic\s+)?|\bbearer\s+)(?P<value>[\w.~+/=-]{12,})",
    re.I,
)
_IN_ADDRESS = re.compile(r"(?P<before>\b[a-z][a-z0-9+.-]*://[^\s/:@]*:)[^\s/@]+(?=@)", re.I)

_SIGNS: tuple[str, ...] = (
    "sk-",
    "sk_",
    "pk-",
    "pk_",
    "rk-",
    "rk_",
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "ghr_",
    "github_pat_",
)
_SIGNS += ("glpat-", "xox", "AKIA", "ASIA", "AIza", "hf_", "gsk_", "xai_", "r8_", "eyJ", "PRIVATE KEY")
_NAMES: tuple[str, ...] = ("authorization", "api-key", "api_key", "api key", "apikey", "bearer")
_NAMES += ("access-token", "access_token", "accesstoken", "client-secret", "client_secret", "clientsecret")
"""Without one of these a pattern finds nothing: looking for them first is many times faster, and a trace is long."""

_known: set[str] = set()


def remember(secret: str) -> None:
    """From now on this process masks it wherever it shows text."""
    if len(secret) >= SHORTEST:
        _known.add(secret)


def remember_stored() -> None:
    """Remember every secret that the product stores: asked of those named in settings.SECRET_HOLDERS."""
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        remember(secret)
    for place in settings.SECRET_HOLDERS.values():
        for secret in import_string(place.replace(":", "."))():
            remember(secret)


def masked(text: str) -> str:
    for secret in sorted(_known, key=len, reverse=True):
        text = text.replace(secret, MASK)
    if any(sign in text for sign in _SIGNS):
        text = _LOOKS.sub(MASK, text)
    small = text.lower()
    if any(name in small for name in _NAMES):
        text = _NAMED.sub(lambda match: match["name"] + MASK, text)
    if "://" in text and "@" in text:
        text = _IN_ADDRESS.sub(lambda match: match["before"] + MASK, text)
    return text


def deep(value: Any) -> Any:
    """The same value with every text in it masked."""
    if isinstance(value, str):
        return masked(value)
    if isinstance(value, Mapping):
        return {name: deep(one) for name, one in value.items()}
    return [deep(one) for one in value] if isinstance(value, list | tuple) else value


class MaskingFormatter(logging.Formatter):
    """Lines of the log, tracebacks included, without secrets."""

    def __init__(self) -> None:
        super().__init__("%(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return masked(super().format(record))
