"""Who is doing a step: claims by compare-and-set, leases kept by a thread of its own (K5)."""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.conf import settings
from django.db import connection
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Now

from steer_app.runs.boot import this_boot
from steer_app.runs.domain.states import ALIVE
from steer_app.runs.models import Run, Step

log = logging.getLogger(__name__)

DUE = Q(not_before=None) | Q(not_before__lte=Now())
"""A step that failed for a moment waits a little; a second message for it does not let it in earlier."""

stopping = threading.Event()
"""Set when this worker is told to stop: no step is begun, and one at work hands itself back at its next check."""


def claim(step_id: int) -> Step | None:
    """Take a ready step of a live run for this process; None if somebody else was quicker or it is not wanted.

    The condition on the step stands on the updated row itself: inside a subquery PostgreSQL would not look at it
    again after waiting for a rival's commit, and both would win.
    """
    won = (
        Step.objects.filter(DUE, pk=step_id, status=Step.Status.READY)
        .filter(Exists(Run.objects.filter(pk=OuterRef("run_id"), status__in=ALIVE)))
        .update(
            status=Step.Status.CLAIMED,
            epoch=F("epoch") + 1,
            lease_until=Now() + timedelta(seconds=settings.LEASE_S),
            boot=this_boot(),
            claimed_at=Now(),
            not_before=None,
        )
    )
    # Under the run's lock it may have been forgotten since (changes.ForgetSteps): then there is nothing to do.
    return Step.objects.select_related("run").filter(pk=step_id).first() if won else None


class Heartbeat:
    """Renews the leases of all steps this process holds, at a third of the lease."""

    def __init__(self) -> None:
        self._held: dict[tuple[int, int], float] = {}
        self._lock = threading.Condition()
        self._thread: threading.Thread | None = None

    @contextmanager
    def holding(self, step: Step) -> Iterator[None]:
        """Keep `step`'s lease while the block runs."""
        with self._lock:
            self._held[step.pk, step.epoch] = time.monotonic()
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._beat, name="heartbeat", daemon=True)
                self._thread.start()
        try:
            yield
        finally:
            with self._lock:
                self._held.pop((step.pk, step.epoch), None)
                self._lock.notify_all()

    def touch(self, step: Step) -> None:
        """The step shows that it is getting on."""
        with self._lock:
            if (step.pk, step.epoch) in self._held:
                self._held[step.pk, step.epoch] = time.monotonic()

    def silent_for(self, threads: int) -> float:
        """Seconds since any of the steps showed life, if they occupy all of `threads`; else 0."""
        with self._lock:
            signs = list(self._held.values())
        return time.monotonic() - max(signs) if len(signs) >= threads else 0.0

    def _beat(self) -> None:
        """Beat until nothing is held; the next step to be held starts another thread."""
        try:
            while held := self._held_after(settings.LEASE_S / 3):
                self._renew(held)
        finally:
            connection.close()

    def _held_after(self, pause_s: float) -> list[tuple[int, int]]:
        with self._lock:
            self._lock.wait_for(lambda: not self._held, timeout=pause_s)
            if not self._held:
                self._thread = None
            return sorted(self._held)

    def _renew(self, held: list[tuple[int, int]]) -> None:
        try:
            for step_id, epoch in held:
                Step.objects.filter(pk=step_id, epoch=epoch, status=Step.Status.CLAIMED).update(
                    lease_until=Now() + timedelta(seconds=settings.LEASE_S)
                )
        except Exception:
            log.exception("the heartbeat missed a beat")
            connection.close()


heartbeat = Heartbeat()
