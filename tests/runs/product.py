"""The product's own programs, started for a test: bus, web and worker, each to be killed and started at will."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from steer_app.shell import bus, programs

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def until(condition: Callable[[], Any], timeout_s: float, what: object) -> Any:
    """Wait for `condition` to be true and return it. Raises AssertionError naming `what`."""
    end = time.monotonic() + timeout_s
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.02)
    raise AssertionError(f"{what}: not within {timeout_s:g} s")


class Product:
    """A data folder with its programs. Use as a context manager: nothing is left running."""

    def __init__(self, data: Path, **environment: str) -> None:
        self.data = data
        self.port = free_port()
        self.log = data / "programs.log"
        self._runtime = tempfile.TemporaryDirectory(prefix="slt")
        self._socket = Path(self._runtime.name) / "bus.sock"
        self.environment = {
            **os.environ,
            "STEERLAB_DATA": str(data),
            "STEERLAB_PORT": str(self.port),
            "STEERLAB_BUS_URL": f"unix://{self._socket}",
            "STEERLAB_EMBEDDER": "hashed",
            "OMP_NUM_THREADS": "1",
            **environment,
        }
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> "Product":
        self.data.mkdir(parents=True, exist_ok=True)
        self.manage("migrate", "-v0")
        return self

    def __exit__(self, *_: object) -> None:
        for name in list(self.running):
            self.kill(name)
        self._runtime.cleanup()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def bus_url(self) -> str:
        return self.environment["STEERLAB_BUS_URL"]

    def manage(self, *words: str) -> None:
        self._run([sys.executable, "manage.py", *words])

    def python(self, code: str) -> str:
        """The output of a piece of Python with Django set up, in a process of its own on this data."""
        return self._run([sys.executable, "-c", f"import django; django.setup()\n{code}"])

    def start(self, *names: str) -> None:
        for name in names:
            command = self._command(name)
            with self.log.open("ab") as log:
                self.running[name] = subprocess.Popen(
                    command, cwd=ROOT, env=self._environment(), stdout=log, stderr=log, start_new_session=True
                )
            if name == "bus":
                until(lambda: bus.answers(self.bus_url), 10, "the bus")
            if name == "web":
                until(self._web_answers, 30, "the web process")

    def kill(self, name: str, number: int = signal.SIGKILL) -> None:
        """Kill a program and all it started, as kill -9 and nothing gentler."""
        process = self.running.pop(name)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        process.wait(10)

    def _command(self, name: str) -> list[str]:
        if name == "bus":
            folder = self.data / "bus"
            folder.mkdir(exist_ok=True)
            return programs.bus(bus.binary(), self._socket, folder)
        return [sys.executable, "manage.py", name]

    def _environment(self) -> dict[str, str]:
        return {**self.environment, "DJANGO_SETTINGS_MODULE": "steer_app.settings"}

    def _run(self, command: list[str]) -> str:
        done = subprocess.run(command, cwd=ROOT, env=self._environment(), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[-4000:]
        return done.stdout

    def _web_answers(self) -> bool:
        with socket.socket() as probe:
            probe.settimeout(1)
            return probe.connect_ex(("127.0.0.1", self.port)) == 0
