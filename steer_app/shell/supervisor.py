"""Keeps bus, web and worker running together, and ends them together."""

import signal
import threading
import time
from collections.abc import Callable

from steer_app.shell import bus
from steer_app.shell.child import Child

LOOK_EVERY_S = 0.2
STOP_S = 4.0


class GaveUp(Exception):
    """A program died five times in a row within seconds; the message names it."""


class Supervisor:
    """Starts the bus first and stops it last: the others cannot work without it."""

    def __init__(self, *, bus_url: str, own_bus: Child | None, programs: list[Child], stop_s: float = STOP_S) -> None:
        self.bus_url = bus_url
        self.own_bus = own_bus
        self.programs = programs
        self.stop_s = stop_s
        self.stopping = threading.Event()

    def stop_on_signals(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda _number, _frame: self.stopping.set())

    def run(self, *, on_tick: Callable[[], None]) -> None:
        """Runs until told to stop. Raises GaveUp or bus.BusUnavailable; nothing is left running in any case."""
        try:
            self._start_bus()
            for program in self.programs:
                program.start()
            while not self.stopping.wait(LOOK_EVERY_S):
                self._tend()
                on_tick()
        finally:
            self._stop()

    def _start_bus(self) -> None:
        """Starts our bus, unless one answers: that of another product on the same data, which two must not write."""
        if self.own_bus is not None and not bus.answers(self.bus_url):
            self.own_bus.start()
            bus.wait_until_it_answers(self.bus_url, self.own_bus.alive)

    def _tend(self) -> None:
        if self.own_bus is not None and self.own_bus.process is None:
            self._start_bus()  # the other product has ended, and its bus with it
        started = [child for child in (self.own_bus, *self.programs) if child is not None and child.process is not None]
        for child in started:
            if not child.tend(time.monotonic()):
                raise GaveUp(f"{child.name} ended {child.restarts.quick_deaths} times in a row; what it said is above.")

    def _stop(self) -> None:
        """TERM, a wait, KILL: first web and worker, then the bus they talk to."""
        for group in (self.programs, [self.own_bus] if self.own_bus is not None else []):
            for child in group:
                child.signal(signal.SIGTERM)
            until = time.monotonic() + self.stop_s
            for child in group:
                child.wait(until)
                child.signal(signal.SIGKILL)  # also for what the program started and left behind
                child.wait(time.monotonic() + 1)
