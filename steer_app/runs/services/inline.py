"""Drive a run inside this process: the same kernel, a pool of threads, no bus and no worker (K17)."""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from django.conf import settings
from django.db import connection, transaction

from steer_app.runs import selectors
from steer_app.runs.boot import is_dead, this_boot
from steer_app.runs.domain.failures import Conflict
from steer_app.runs.models import Event, Question, Run, Step
from steer_app.runs.services import claims, dispatch, journal, steps, sweeps
from steer_app.runs.turns import take_short_turns

PAUSED_LOOK_S = 0.2

OnEvent = Callable[[Event], None]
OnQuestion = Callable[[Question], None]


def take_over(run_id: int) -> Run:
    """Make this process the driver of a run, freeing what its last driver had claimed.

    Raises Conflict while that one still lives.
    """
    with transaction.atomic():
        run = journal.lock(run_id)
        if run.executor == Run.Executor.INLINE and run.boot not in {"", this_boot()} and not is_dead(run.boot):
            raise Conflict("Another process is working on this run; stop that one first.")
        if run.executor != Run.Executor.INLINE and run.status not in {"draft", "ended"}:
            raise Conflict("The workers are doing this run.")
        if run.status != "ended":
            run.executor, run.boot = Run.Executor.INLINE, this_boot()
            run.save(update_fields=["executor", "boot"])
        abandoned = list(Step.objects.filter(run=run, status=Step.Status.CLAIMED).exclude(boot=this_boot()))
    for step in abandoned:
        sweeps.give_up(step)
    return run


def run_to_end(
    run_id: int, *, threads: int = 8, on_event: OnEvent | None = None, on_question: OnQuestion | None = None
) -> Run:
    """Do the run's steps until it has ended, or waits for a person whom nobody here can ask.

    threads: 0 does one step after another in this very thread. on_event sees each event once, in order;
    on_question is called with an open question when there is nothing else to do, and answers it.
    While somebody has paused the run, it waits.
    """
    take_over(run_id)
    dispatch.woken(run_id)
    told = 0
    try:
        with _pool(threads) as pool:
            while True:
                told = _tell(run_id, told, on_event)
                run = Run.objects.get(pk=run_id)
                if run.status in {"draft", "ended"}:
                    break
                if run.status == "paused":
                    sweeps.sweep(run_id)
                    time.sleep(PAUSED_LOOK_S)
                    continue
                if pool.take(run_id) and not (on_question and pool.busy and selectors.waits_beside(run)):
                    continue
                question = selectors.open_question(run_id)
                if question and on_question:
                    on_question(question)
                elif question and not pool.busy and question.expires_at is None:
                    break
                elif not question and not pool.busy and run.status == "waiting":
                    break  # for a word of a person that no question asks for
    finally:
        dispatch.forget(run_id)
    _tell(run_id, told, on_event)
    return Run.objects.get(pk=run_id)


def _tell(run_id: int, seen: int, on_event: OnEvent | None) -> int:
    if on_event is None:
        return seen
    for event in selectors.events_after(run_id, seen):
        on_event(event)
        seen = event.seq
    return seen


def _ready(run_id: int) -> list[int]:
    ready = Step.objects.filter(claims.DUE, run_id=run_id, status=Step.Status.READY)
    return list(ready.order_by("pk").values_list("pk", flat=True))


class _InThisThread:
    """No threads at all: for tests, and for debugging."""

    busy = False

    def __enter__(self) -> "_InThisThread":
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def take(self, run_id: int) -> bool:
        """Do the first ready step; without one, let time do its work. True if there was one."""
        ready = _ready(run_id)
        if ready:
            steps.perform(ready[0], with_heartbeat=False)
            return True
        if selectors.open_question(run_id) is None:
            time.sleep(0.01)
        sweeps.sweep(run_id)
        return False


class _Threads:
    """A pool that never holds more steps than it has threads, so that late comers are not claimed too early."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="inline")
        self._at_work: dict[int, Future[None]] = {}
        self._swept = time.monotonic()

    def __enter__(self) -> "_Threads":
        take_short_turns()
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(wait=True)

    @property
    def busy(self) -> bool:
        return bool(self._at_work)

    def take(self, run_id: int) -> bool:
        """Start what is ready and wait for news. True if anything was or is at work."""
        woken = dispatch.woken(run_id)
        woken.clear()
        self._at_work = {key: future for key, future in self._at_work.items() if not future.done()}
        for step_id in _ready(run_id):
            if step_id not in self._at_work and len(self._at_work) < self._threads:
                self._at_work[step_id] = self._pool.submit(self._do, run_id, step_id)
        if time.monotonic() - self._swept > settings.SWEEP_S:
            self._swept = time.monotonic()
            sweeps.sweep(run_id)
        woken.wait(0.2 if self.busy else 0.02)
        return self.busy

    def _do(self, run_id: int, step_id: int) -> None:
        try:
            steps.perform(step_id)
        finally:
            connection.close()
            dispatch.woken(run_id).set()


def _pool(threads: int) -> _InThisThread | _Threads:
    return _Threads(threads) if threads else _InThisThread()
