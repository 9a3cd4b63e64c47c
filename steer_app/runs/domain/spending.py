"""What was spent, in words. A price that nobody knows is never shown as nothing."""

from collections.abc import Iterable
from dataclasses import dataclass

CENT = 10_000
"""Millionths of a dollar."""
LEAST = 100
"""Below a hundredth of a cent a price has no digits worth reading."""


@dataclass(frozen=True)
class Spent:
    tokens: int = 0
    microusd: int = 0
    """As far as prices were known."""
    unpriced_tokens: int = 0
    """Those of `tokens` whose price nobody knew."""

    @property
    def is_known(self) -> bool:
        return not self.unpriced_tokens

    @property
    def usd(self) -> float | None:
        """None unless all of it is known."""
        return self.microusd / 1_000_000 if self.is_known else None

    @property
    def money(self) -> str:
        """ "$0.42", "unknown", or "at least $0.42" where a part is unknown; "" if it took no tokens."""
        if not self.tokens and not self.microusd:
            return ""
        if self.is_known:
            return dollars(self.microusd)
        return f"at least {dollars(self.microusd)}" if self.microusd else "unknown"


COLUMNS = ("tokens_in", "tokens_out", "microusd", "in_doubt_tokens", "in_doubt_microusd")
"""Of a call's row, in the order that `of_call` takes them."""


def of_call(tokens_in: int, tokens_out: int, microusd: int | None, doubt: int, doubt_microusd: int | None) -> Spent:
    """What a call took with its attempts that were lost in flight, which are charged at their reservation (K7)."""
    own = tokens_in + tokens_out
    unpriced = (own if microusd is None else 0) + (doubt if doubt_microusd is None else 0)
    return Spent(own + doubt, (microusd or 0) + (doubt_microusd or 0), unpriced)


def total(parts: Iterable[Spent]) -> Spent:
    tokens = microusd = unpriced = 0
    for one in parts:
        tokens, microusd, unpriced = tokens + one.tokens, microusd + one.microusd, unpriced + one.unpriced_tokens
    return Spent(tokens, microusd, unpriced)


def dollars(microusd: int) -> str:
    """Millionths of a dollar as a price: to the cent, and below a cent to the hundredth of one.

    >>> [dollars(n) for n in (0, 40, 4_200, 420_000, 1_234_560_000)]
    ['$0', 'under $0.0001', '$0.0042', '$0.42', '$1,234.56']
    """
    if microusd == 0:
        return "$0"
    if microusd < LEAST:
        return "under $0.0001"
    return f"${microusd / 1e6:,.2f}" if microusd >= CENT else f"${microusd / 1e6:.4f}"


def duration(seconds: float) -> str:
    """>>> [duration(n) for n in (1, 45, 60, 90, 7200)]
    ['1 second', '45 seconds', '1 minute', '1.5 minutes', '2 hours']
    """
    for unit, size in (("hour", 3600), ("minute", 60), ("second", 1)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}{'' if seconds == size else 's'}"
    return f"{seconds:.3g} seconds"
