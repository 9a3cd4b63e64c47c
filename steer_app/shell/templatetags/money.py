"""Tags of the pages of models and prices."""

from collections.abc import Mapping
from decimal import Decimal

from django import template

from steer_app.brains.domain.price import Rates

register = template.Library()


@register.filter
def usd(rate: Decimal | None) -> str:
    """A rate in dollars with the places it needs, two at least: $0.25, $0.0075."""
    if rate is None:
        return "–"
    whole = f"{rate.normalize():f}"
    places = len(whole.partition(".")[2])
    return f"${rate:,.{max(2, places)}f}"


@register.filter
def of_model(rates: Mapping[str, Rates], model: str) -> Rates | None:
    return rates.get(model)
