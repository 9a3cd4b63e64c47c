"""When to start a program again that died, and when to give up."""

from dataclasses import dataclass, replace

QUICK_S = 10.0
"""A program that lived shorter than this died quickly: most likely it will again."""
PATIENCE = 5
FIRST_DELAY_S = 0.5


@dataclass(frozen=True)
class Restarts:
    """How many quick deaths in a row there were."""

    quick_deaths: int = 0
    first_delay_s: float = FIRST_DELAY_S

    def after_death(self, lived_s: float) -> "Restarts":
        return replace(self, quick_deaths=self.quick_deaths + 1 if lived_s < QUICK_S else 0)

    @property
    def given_up(self) -> bool:
        return self.quick_deaths >= PATIENCE

    @property
    def delay_s(self) -> float:
        """Seconds to wait before the next start: at once after a long life, else doubling from the first delay."""
        return self.first_delay_s * 2 ** (self.quick_deaths - 1) if self.quick_deaths else 0.0
