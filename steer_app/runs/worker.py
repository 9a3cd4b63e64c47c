"""What a worker does beside its steps: frees the claims of the dead, sweeps, and notices that it is stuck itself."""

import logging
import os
import random
import threading

from celery import signals
from django.conf import settings
from django.db import connection

from steer_app.runs.services import claims, sweeps
from steer_app.runs.turns import take_short_turns

log = logging.getLogger(__name__)

STUCK = 75
"""The exit code of a worker that gave itself up (EX_TEMPFAIL): the supervisor starts another."""
LONGEST_CALL_S = 300
LONGEST_SWEEP_S = 3
"""What a worker that stops waits for a sweep in progress; the next one does it again."""


class Sweeper:
    """A thread that sweeps every few seconds until it is told to stop; no error ends it."""

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="sweeper", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(LONGEST_SWEEP_S)

    def _run(self) -> None:
        self._guarded(sweeps.free_dead_claims)
        while not self._stop.is_set():
            self._guarded(sweeps.sweep)
            leave_if_stuck()
            self._stop.wait(settings.SWEEP_S * random.uniform(0.8, 1.2))
        connection.close()

    def _guarded(self, work) -> None:
        try:
            work()
        except Exception:
            log.exception("the sweep stumbled; it goes on")
            connection.close()


def leave_if_stuck() -> None:
    """End the process if every thread has been silent for a lease longer than the longest call may take.

    Threads cannot be stopped. Whoever replaces this worker frees its claims at once.
    """
    silent_s = claims.heartbeat.silent_for(settings.WORKER_THREADS)
    if silent_s > settings.LEASE_S + LONGEST_CALL_S:
        log.error("all %s threads have been stuck for %.0f s; this worker ends", settings.WORKER_THREADS, silent_s)
        os._exit(STUCK)


_sweepers: list[Sweeper] = []


@signals.worker_ready.connect
def _begin(**_: object) -> None:
    take_short_turns()
    sweeper = Sweeper()
    _sweepers.append(sweeper)
    sweeper.start()


@signals.worker_shutting_down.connect
def _hand_back(**_: object) -> None:
    """Told to stop: steps at work hand themselves back at their next check instead of being waited for."""
    claims.stopping.set()


@signals.worker_shutdown.connect
def _end(**_: object) -> None:
    while _sweepers:
        _sweepers.pop().stop()
