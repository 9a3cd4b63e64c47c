"""Which models there are. A model may also be set up by environment variables: it is called `environment`."""

from django.conf import settings

from steer_app.brains.domain.endpoint import Endpoint
from steer_app.brains.models import Connection
from steer_app.brains.secret import decrypted

ENVIRONMENT = "environment"
_SHARED = (
    "name", "kind", "model", "base_url", "context_tokens", "answer_tokens", "structure", "temperature", "per_minute",
    "usd_per_million_in", "usd_per_million_out", "read_s", "total_s",
)  # fmt: skip


class NoModel(LookupError):
    """There is no such model; the message says what there is and how to set one up."""


def endpoint(name: str = "") -> Endpoint:
    """The model of a name, or the default one: the environment's first, then the one that is marked, then the only one.

    Raises NoModel, secret.KeyLost.
    """
    given = from_environment()
    if given and name in {"", ENVIRONMENT}:
        return given
    rows = list(Connection.objects.all())
    marked = [row for row in rows if row.is_default] or (rows if len(rows) == 1 else [])
    found = [row for row in rows if row.name == name] if name else marked
    if found:
        return of_row(found[0])
    if name:
        known = ", ".join(row.name for row in rows) or "none"
        raise NoModel(f"There is no model {name!r}; known: {known}.")
    raise NoModel(
        "No model is set up. An admin does it on the page Models, or set STEERLAB_MODEL and STEERLAB_MODEL_URL."
    )


def of_row(row: Connection) -> Endpoint:
    """Raises secret.KeyLost."""
    return Endpoint(key=decrypted(row.key), **{name: getattr(row, name) for name in _SHARED})


def from_environment() -> Endpoint | None:
    if not settings.MODEL:
        return None
    return Endpoint(
        name=ENVIRONMENT, kind=settings.MODEL_KIND, model=settings.MODEL, base_url=settings.MODEL_URL,
        key=settings.MODEL_KEY, context_tokens=settings.MODEL_CONTEXT_TOKENS, read_s=settings.MODEL_READ_S,
    )  # fmt: skip


def names() -> list[str]:
    """Of all models that can be chosen, the default first."""
    rows = [row.name for row in Connection.objects.all()]
    return [ENVIRONMENT, *rows] if settings.MODEL else rows
