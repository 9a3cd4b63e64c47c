"""What went wrong with a call, told apart by what to do about it. The libraries' own errors end here."""

import contextlib
import email.utils
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx

from steer_app.runs.masking import masked

AGAIN, SLOWER, LESS, NEVER, AWAY = "again", "slower", "less", "never", "away"
"""Try again; try again more slowly; ask without a parameter that the server does not know; this request will never be
answered; nobody is there, or nobody is let in."""


@dataclass(frozen=True)
class Fault:
    what_to_do: str
    reason: str
    """For people: no address beyond the host, no key, nothing of the answer's body but a short message."""
    retry_after_s: float | None = None
    parameter: str = ""


PARAMETERS = (
    "response_format",
    "temperature",
    "seed",
    "stream_options",
    "max_completion_tokens",
    "max_tokens",
    "format",
)
_LETS_NOBODY_IN = {401: "refuses the key", 403: "refuses the key", 404: "does not know the model or the address"}


def fault(error: Exception, host: str) -> Fault:
    """An exception of openai, anthropic, ollama or httpx, made sense of."""
    status, headers = _status(error), _headers(error)
    if isinstance(error, TimeoutError | httpx.TimeoutException) or "Timeout" in type(error).__name__:
        return Fault(AGAIN, f"{host} did not answer in time.")
    if status == 429 and "insufficient_quota" not in _message(error):
        return Fault(SLOWER, f"{host} allows no more calls for now.", _retry_after(headers))
    if status == 429:
        return Fault(AWAY, f"{host} says that the account has used up what it paid for.")
    if status in _LETS_NOBODY_IN:
        return Fault(AWAY, f"{host} {_LETS_NOBODY_IN[status]} (HTTP {status}).")
    if status in {400, 422}:
        message = masked(_message(error))
        unknown = next((name for name in PARAMETERS if name in message), "")
        if unknown:
            return Fault(LESS, f"{host} does not take {unknown}.", parameter=unknown)
        return Fault(NEVER, f"{host} refuses the request (HTTP {status}): {message[:200]}")
    if status is not None and (status >= 500 or status in {408, 409, 425}):
        return Fault(AGAIN, f"{host} failed (HTTP {status}).", _retry_after(headers))
    if status is not None:
        return Fault(NEVER, f"{host} refuses the request (HTTP {status}).")
    if isinstance(error, httpx.TransportError | ConnectionError) or "Connection" in type(error).__name__:
        return Fault(AGAIN, f"{host} cannot be reached.")
    return Fault(AGAIN, f"{host} answered in a way that cannot be read ({type(error).__name__}).")


def _status(error: Exception) -> int | None:
    status = getattr(error, "status_code", None)
    response = getattr(error, "response", None)
    return status if isinstance(status, int) else getattr(response, "status_code", None)


def _headers(error: Exception) -> Mapping[str, str]:
    return getattr(getattr(error, "response", None), "headers", None) or {}


def _message(error: Exception) -> str:
    body: Any = getattr(error, "body", None)
    if isinstance(body, dict):
        inner = body.get("error", body)
        body = inner.get("message", inner) if isinstance(inner, dict) else inner
        code = inner.get("code", "") if isinstance(inner, dict) else ""
        return f"{body} {code or ''}".strip()
    return str(body or error)


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds from Retry-After, as a number or as a date, or from the milliseconds that some servers send."""
    with contextlib.suppress(ValueError, TypeError):
        if headers.get("retry-after-ms"):
            return max(0.0, float(headers["retry-after-ms"]) / 1000)
    told = headers.get("retry-after") or headers.get("Retry-After")
    if not told:
        return None
    with contextlib.suppress(ValueError):
        return max(0.0, float(told))
    with contextlib.suppress(ValueError, TypeError):
        return max(0.0, email.utils.parsedate_to_datetime(told).timestamp() - time.time())
    return None
