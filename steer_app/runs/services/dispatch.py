"""Hand ready steps to whoever performs them: the workers over the bus, or the loop of an inline run."""

import logging
import threading
from collections import defaultdict
from collections.abc import Sequence

from steer_app.runs.models import Run

log = logging.getLogger(__name__)

_inline: defaultdict[int, threading.Event] = defaultdict(threading.Event)


def woken(run_id: int) -> threading.Event:
    """Set when the inline run `run_id` has something to do."""
    return _inline[run_id]


def forget(run_id: int) -> None:
    _inline.pop(run_id, None)


def send(executor: str, run_id: int, step_ids: Sequence[int]) -> None:
    """Announce ready steps; after commit only. What is lost here the sweep announces again (K5)."""
    if executor == Run.Executor.INLINE:
        if run_id in _inline:
            _inline[run_id].set()
        return
    from steer_app.runs.tasks import perform_step  # tasks import the services, which import this

    for step_id in step_ids:
        try:
            perform_step.delay(step_id)
        except Exception:  # any fault of the bus: kombu's, redis's, the socket's
            log.warning("the bus did not take step %s; the sweep will", step_id)
            return
