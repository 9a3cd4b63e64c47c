"""Children that parse, started when first needed, used again, replaced when they die."""

import contextlib
import os
import subprocess
import sys
import threading
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from steer_app.sources.domain.blocks import Parsed, unpacked
from steer_app.sources.domain.statuses import Refused, Status
from steer_app.sources.parsing import frames

_ROOT = Path(__file__).resolve().parents[3]
_ENVIRONMENT = {"PYTHONDONTWRITEBYTECODE": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONUTF8": "1"}


def parse(path: Path, name: str) -> Parsed:
    """The file's text, read in a child process within settings.PARSE_SECONDS and PARSE_MEMORY_MB. Raises Refused."""
    return _pool(settings.PARSE_SECONDS, settings.PARSE_MEMORY_MB).parse(path, name)


@lru_cache(maxsize=1)
def _pool(seconds: float, memory_mb: int) -> "Pool":
    return Pool(size=max(2, os.cpu_count() or 2), seconds=seconds, memory_mb=memory_mb)


class Pool:
    """At most `size` children at work; callers beyond that wait. Safe for threads."""

    def __init__(self, *, size: int, seconds: float, memory_mb: int):
        self._seconds, self._memory_mb = seconds, memory_mb
        self._places = threading.BoundedSemaphore(size)
        self._idle: list[_Child] = []
        self._lock = threading.Lock()

    def parse(self, path: Path, name: str) -> Parsed:
        """Raises Refused."""
        with self._places:
            child = self._take()
            answer, payloads = self._answer(child, path, name)
            if answer.get("status") in (Status.CORRUPT, Status.TOO_LARGE) and not child.is_fresh and not child.is_alive:
                # It ended at this file, but files before it may have worn it out: a new one decides.
                answer, payloads = self._answer(self._started(), path, name)
        if "status" in answer:
            raise Refused(Status(answer["status"]), answer["reason"])
        fields = answer["parsed"]
        fields["blocks"] = unpacked(fields["blocks"])
        fields["attached"] = list(zip(fields["attached"], payloads, strict=True))
        return Parsed(**fields)

    def close(self) -> None:
        with self._lock:
            children, self._idle = self._idle, []
        for child in children:
            child.kill()

    def _answer(self, child: "_Child", path: Path, name: str) -> tuple[dict, list[bytes]]:
        try:
            answer, payloads = child.do(path, name, self._seconds)
        except TimeoutError:
            child.kill()
            return _refusal(Status.TIMED_OUT, f"Reading it takes longer than {self._seconds:g} seconds."), []
        except (EOFError, OSError):
            child.kill()
            return _refusal(Status.CORRUPT, "The file makes its reader crash."), []
        if answer.get("status") == Status.TOO_LARGE:
            child.kill()
        else:
            self._give_back(child)
        return answer, payloads

    def _take(self) -> "_Child":
        with self._lock:
            while self._idle:
                child = self._idle.pop()
                if child.is_alive:
                    child.is_fresh = False
                    return child
                child.kill()
        return self._started()

    def _started(self) -> "_Child":
        return _Child(self._memory_mb, self._seconds)

    def _give_back(self, child: "_Child") -> None:
        with self._lock:
            self._idle.append(child)


class _Child:
    def __init__(self, memory_mb: int, seconds: float):
        self.is_fresh = True
        self._process = subprocess.Popen(  # noqa: S603 (our own module, our own arguments)
            [sys.executable, "-m", "steer_app.sources.parsing.child", str(memory_mb), str(seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=_ROOT,
            env=_ENVIRONMENT,
            start_new_session=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._jobs, self._answers = self._process.stdin, self._process.stdout

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def do(self, path: Path, name: str, seconds: float) -> tuple[dict, list[bytes]]:
        """One job. Raises TimeoutError (it was killed at the limit), EOFError or OSError (it died by itself)."""
        late = threading.Event()

        def bite() -> None:
            late.set()
            self._process.kill()

        # Reading a pipe cannot be timed out portably, but killing the child closes the pipe and ends the read.
        watchdog = threading.Timer(seconds, bite)
        watchdog.daemon = True
        watchdog.start()
        try:
            frames.write(self._jobs, {"path": str(path.resolve()), "name": name})
            return frames.read(self._answers)
        except (EOFError, OSError):
            if late.is_set():
                raise TimeoutError from None
            raise
        finally:
            watchdog.cancel()

    def kill(self) -> None:
        self._process.kill()
        for stream in (self._jobs, self._answers):
            with contextlib.suppress(OSError):
                stream.close()
        self._process.wait()


def _refusal(status: Status, reason: str) -> dict:
    return {"status": status, "reason": reason}
