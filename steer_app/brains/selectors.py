"""Which models there are. A model may also be set up by environment variables: it is called `environment`."""

from dataclasses import replace

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
    wanted = name or _default(rows)
    found = next((row for row in rows if row.name == wanted), None)
    if found:
        return of_row(found)
    if name:
        known = ", ".join(row.name for row in rows) or "none"
        raise NoModel(f"There is no model {name!r}; known: {known}.")
    raise NoModel(
        "No model is set up. An admin does it on the page Models, or set STEERLAB_MODEL and STEERLAB_MODEL_URL."
    )


def described() -> tuple[list[Endpoint], str]:
    """All models that can be chosen, without their keys, and the name of the default one; "" if there is none."""
    given = from_environment()
    rows = list(Connection.objects.all())
    models = [_described(row) for row in rows]
    return ([given, *models], ENVIRONMENT) if given else (models, _default(rows))


def _default(rows: list[Connection]) -> str:
    """The one that is marked, or the only one."""
    marked = [row.name for row in rows if row.is_default] or ([rows[0].name] if len(rows) == 1 else [])
    return marked[0] if marked else ""


def of_row(row: Connection) -> Endpoint:
    """Raises secret.KeyLost."""
    return replace(_described(row), key=decrypted(row.key))


def _described(row: Connection) -> Endpoint:
    return Endpoint(**{name: getattr(row, name) for name in _SHARED})


def from_environment() -> Endpoint | None:
    if not settings.MODEL:
        return None
    return Endpoint(
        name=ENVIRONMENT, kind=settings.MODEL_KIND, model=settings.MODEL, base_url=settings.MODEL_URL,
        key=settings.MODEL_KEY, context_tokens=settings.MODEL_CONTEXT_TOKENS,
        answer_tokens=settings.MODEL_ANSWER_TOKENS, read_s=settings.MODEL_READ_S,
    )  # fmt: skip
