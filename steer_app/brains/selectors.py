"""Which models there are, and what they cost.

A model may also be set up by environment variables: it is called `environment`.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime

from django.conf import settings
from django.db.models import Count, Min

from steer_app.brains.domain.endpoint import Endpoint
from steer_app.brains.domain.price import Rates
from steer_app.brains.models import Connection, Price
from steer_app.brains.secret import KeyLost, decrypted
from steer_app.runs import masking
from steer_app.runs.models import ModelCall

ENVIRONMENT = "environment"
_SHARED = (
    "name", "kind", "model", "base_url", "context_tokens", "answer_tokens", "structure", "temperature", "per_minute",
    "read_s", "total_s",
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
    masking.remember(settings.MODEL_KEY)
    return Endpoint(
        name=ENVIRONMENT, kind=settings.MODEL_KIND, model=settings.MODEL, base_url=settings.MODEL_URL,
        key=settings.MODEL_KEY, context_tokens=settings.MODEL_CONTEXT_TOKENS,
        answer_tokens=settings.MODEL_ANSWER_TOKENS, read_s=settings.MODEL_READ_S,
    )  # fmt: skip


def secrets() -> list[str]:
    """Every key that a model is asked with, for whoever masks them (runs.masking). One query."""
    keys = [settings.MODEL_KEY]
    for stored in Connection.objects.exclude(key="").values_list("key", flat=True):
        with suppress(KeyLost):
            keys.append(decrypted(stored))
    return [key for key in keys if key]


def rates(model: str, day: date) -> Rates | None:
    """What the model's tokens cost on a day; None if nobody knows. One query."""
    return rates_of([model], day).get(model)


def rates_of(models: Iterable[str], day: date) -> dict[str, Rates]:
    """The same for several models, without those of unknown price. One query."""
    rows = Price.objects.filter(model__in=set(models), valid_from__lte=day).order_by("valid_from")
    return {row.model: Rates(row.pk, row.usd_in, row.usd_cached, row.usd_out) for row in rows}


@dataclass(frozen=True)
class Listed:
    """A row of the price list as the page shows it."""

    row: Price
    calls: int
    """Made at it; it can be changed and taken away while there are none."""
    since: datetime | None
    """When the first of them was made."""
    is_valid: bool
    """It is the one that holds today."""


def price_list(day: date) -> list[Listed]:
    """All prices, models in order, the latest first. Two queries."""
    rows = list(Price.objects.all())
    used = ModelCall.objects.exclude(price=None).order_by().values("price")
    calls = {one["price"]: one for one in used.annotate(number=Count("pk"), since=Min("created_at"))}
    newest: dict[str, int] = {}
    for row in rows:
        if row.valid_from <= day:
            newest.setdefault(row.model, row.pk)
    return [
        Listed(row, found.get("number", 0), found.get("since"), newest.get(row.model) == row.pk)
        for row in rows
        for found in [calls.get(row.pk, {})]
    ]


def calls_at(price_id: int) -> int:
    return ModelCall.objects.filter(price=price_id).count()
