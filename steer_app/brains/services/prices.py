"""The price list: a row can be corrected until the first call was made at it, and then stays for ever."""

from collections.abc import Mapping
from typing import Any

from steer_app.brains import selectors
from steer_app.brains.models import Price
from steer_app.runs.domain.failures import Conflict


def add(*, values: Mapping[str, Any]) -> Price:
    """A price from a day on. What was called before it was known keeps the cost that it has."""
    return Price.objects.create(**values)


def correct(*, price_id: int, values: Mapping[str, Any]) -> Price:
    """Change a row that no call was made at. Raises Conflict, Price.DoesNotExist."""
    row = _unused(price_id)
    for name, value in values.items():
        setattr(row, name, value)
    row.save()
    return row


def remove(*, price_id: int) -> None:
    """Take a row away that no call was made at. Raises Conflict, Price.DoesNotExist."""
    _unused(price_id).delete()


def _unused(price_id: int) -> Price:
    """A call names its price before it is made (runs.services.calls), so one in flight counts as well."""
    row = Price.objects.get(pk=price_id)
    calls = selectors.calls_at(row.pk)
    if calls:
        made = "a call was" if calls == 1 else f"{calls} calls were"
        raise Conflict(f"This row stays as it is: {made} made at it. Add one that is valid from a later day.")
    return row
