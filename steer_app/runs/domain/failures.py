"""How a step, an answer or a steer can be turned down. Whatever else `perform` raises fails its step for good."""


class Failure(Exception):
    """`reason` is a sentence for the person who reads the run; `attempts`, how often somebody was asked in vain."""

    def __init__(self, reason: str, attempts: int = 1) -> None:
        super().__init__(reason)
        self.reason, self.attempts = reason, attempts


class Retryable(Failure):
    """Something outside was not there for a moment; the step is tried again, three times in all."""


class Permanent(Failure):
    """Trying again would change nothing."""


class Unavailable(Failure):
    """Whoever answers is away, or turns everything down: the run waits, says why, and loses nothing."""


class Cancelled(Failure):
    """The step is no longer wanted: its branch was pruned or the run was closed."""

    def __init__(self, reason: str = "no longer wanted") -> None:
        super().__init__(reason)


class HandedBack(Failure):
    """This worker is told to stop; the step is left to another one, and nothing is counted against it."""

    def __init__(self, reason: str = "the worker stops") -> None:
        super().__init__(reason)


class BudgetRefused(Failure):
    """The next call would pass the cap; the whole run goes on to its report (K7)."""


class BadAnswer(Failure):
    """The answer cannot be applied as it is."""


class SteerRefused(Failure):
    """The steer cannot be applied, and why; `because` is the reason's name in the method's closed list."""

    def __init__(self, reason: str, because: str = "", since: str = "") -> None:
        super().__init__(reason)
        self.because = because
        self.since = since
        """What had changed since the state it was written against."""


class Conflict(Failure):
    """Somebody or something else was quicker, or the move is illegal in this state. Edges answer 409."""
