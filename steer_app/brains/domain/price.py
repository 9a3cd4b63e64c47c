"""What tokens cost: rates of a million tokens in dollars, and so in millionths of a dollar each."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal


@dataclass(frozen=True)
class Rates:
    """One row of the price list."""

    price: int
    """The row's id."""
    usd_in: Decimal
    usd_cached: Decimal | None
    """None: as any other token in."""
    usd_out: Decimal

    def microusd(self, tokens_in: int, tokens_out: int, cached: int = 0) -> int:
        """What a call cost, in millionths of a dollar; `cached` are those of `tokens_in` that came out of a cache.

        >>> Rates(1, Decimal("0.25"), Decimal("0.025"), Decimal("2")).microusd(1000, 100, cached=400)
        360
        """
        cached = min(cached, tokens_in)
        cheaper = self.usd_in if self.usd_cached is None else self.usd_cached
        whole = (tokens_in - cached) * self.usd_in + cached * cheaper + tokens_out * self.usd_out
        return int(whole.quantize(Decimal(1), rounding=ROUND_HALF_UP))
