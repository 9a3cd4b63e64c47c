"""What every method's state holds of the kernel's own rows."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """Keys of a run's steps by status, and what the person and the budget have said."""

    ready: frozenset[str] = frozenset()
    claimed: frozenset[str] = frozenset()
    parked: frozenset[str] = frozenset()
    done: frozenset[str] = frozenset()
    failed: frozenset[str] = frozenset()
    cancelled: frozenset[str] = frozenset()
    closed: str = ""
    """budget, stopped or wrote now: only the report is still planned."""
    open_question: str = ""
    """The open question's key."""

    @property
    def keys(self) -> frozenset[str]:
        return self.open | self.done | self.failed | self.cancelled

    @property
    def open(self) -> frozenset[str]:
        return self.ready | self.claimed | self.parked
