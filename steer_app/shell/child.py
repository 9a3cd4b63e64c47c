"""One program under the supervisor: started, watched, its output shown line by line, stopped."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from steer_app.shell.domain.restarts import Restarts
from steer_app.shell.tether import tethered

NOT_WORTH_A_LINE = ("WARNING Memory overcommit must be enabled",)
"""Valkey's advice to administrators of big servers; ours holds a few megabytes."""


class Child:
    """A program in a session of its own, so that Ctrl-C reaches the supervisor only and stopping has an order."""

    def __init__(
        self,
        name: str,
        command: list[str],
        *,
        on_parent_death: signal.Signals,
        show: Callable[[str, str], None],
        restarts: Restarts = Restarts(),  # noqa: B008 - frozen
    ) -> None:
        self.name = name
        self.command = command
        self.on_parent_death = on_parent_death
        self.show = show
        self.restarts = restarts
        self.process: subprocess.Popen[str] | None = None
        self.started_at = 0.0
        self.start_again_at: float | None = None

    def start(self) -> None:
        self.started_at, self.start_again_at = time.monotonic(), None
        self.process = subprocess.Popen(  # noqa: S603 - our own command lines only
            tethered(self.command, self.on_parent_death),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            bufsize=1,
            start_new_session=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        self.pump = threading.Thread(target=self._show_lines, args=(self.process,), daemon=True)
        self.pump.start()

    def _show_lines(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout is not None
        with suppress(ValueError):  # closed while we read: it was stopped
            for line in process.stdout:
                if line.strip() and not any(part in line for part in NOT_WORTH_A_LINE):
                    self.show(self.name, line.rstrip())

    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def tend(self, now: float) -> bool:
        """Starts it again when it died and its delay is over. False when it died too often to go on."""
        if self.alive():
            return True
        if self.start_again_at is None:
            assert self.process is not None
            self.restarts = self.restarts.after_death(now - self.started_at)
            self.start_again_at = now + self.restarts.delay_s
            self.show("serve", f"{self.name} ended with status {self.process.returncode}.")
            return not self.restarts.given_up
        if now >= self.start_again_at:
            self.start()
        return True

    def signal(self, number: signal.Signals) -> None:
        """Sends a signal to the program and all that it started."""
        if self.process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, number)

    def wait(self, until: float) -> bool:
        """Whether it has ended by `until` (monotonic)."""
        if self.process is None:
            return True
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(max(0.0, until - time.monotonic()))
        return not self.alive()
