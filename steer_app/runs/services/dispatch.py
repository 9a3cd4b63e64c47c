"""Hand ready steps to whoever performs them: the workers over the bus, or the loop of an inline run."""

import logging
import threading
from collections import defaultdict
from collections.abc import Sequence

from steer_app.runs import bus
from steer_app.runs.models import Run, Step

log = logging.getLogger(__name__)

_inline: defaultdict[int, threading.Event] = defaultdict(threading.Event)


def woken(run_id: int) -> threading.Event:
    """Set when the inline run `run_id` has something to do."""
    return _inline[run_id]


def forget(run_id: int) -> None:
    _inline.pop(run_id, None)


def send(executor: str, run_id: int, step_ids: Sequence[int]) -> bool:
    """Announce ready steps; after commit only. False if the bus did not take them all: those left are marked as not
    announced, and the sweep sends them as soon as it can (K5)."""
    if executor == Run.Executor.INLINE:
        if run_id in _inline:
            _inline[run_id].set()
        return True
    for number, step_id in enumerate(step_ids):
        if not _deliver(step_id):
            log.warning("the bus did not take step %s; the sweep sends it again", step_id)
            for untold in step_ids[number:]:  # one by one: the run's lock is not held, and two rows could deadlock
                Step.objects.filter(pk=untold, status=Step.Status.READY).update(enqueued_at=None)
            return False
    return True


def _deliver(step_id: int) -> bool:
    from steer_app.runs.tasks import perform_step  # tasks import the services, which import this

    if bus.is_resting():
        return False
    try:
        perform_step.delay(step_id)
    except Exception:  # any fault of the bus: kombu's, redis's, the socket's
        bus.rest()
        return False
    return True
