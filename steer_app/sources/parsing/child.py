"""The process that parses foreign bytes, one job at a time, until its input closes.

It may be killed at any moment. It holds no secret (its environment is empty), writes no file, opens no connection, and
takes no more memory than it was given.
"""

import ctypes
import os
import resource
import signal
import sys
from dataclasses import asdict
from pathlib import Path

from steer_app.sources.domain.blocks import packed
from steer_app.sources.domain.statuses import Refused, Status
from steer_app.sources.parsing import frames
from steer_app.sources.parsing.kinds import parse

IDLE_S = 60
_NEW_USER, _NEW_NETWORK = 0x10000000, 0x40000000


def main(memory_mb: int, seconds: float) -> None:
    jobs, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _confine(memory_mb)
    while True:
        # Unused for a while, or orphaned in the middle of a job: the alarm's default is to end the process.
        signal.setitimer(signal.ITIMER_REAL, IDLE_S)
        try:
            job, _ = frames.read(jobs)
        except EOFError:
            return
        signal.setitimer(signal.ITIMER_REAL, seconds + 5)
        try:
            answer, payloads = _answer(Path(job["path"]), job["name"])
        except MemoryError:
            answer, payloads = _refusal(Status.TOO_LARGE, f"Reading it takes more than {memory_mb} MB of memory."), []
            frames.write(answers, answer)
            return
        frames.write(answers, answer, payloads)


def _answer(path: Path, name: str) -> tuple[dict, list[bytes]]:
    try:
        parsed = parse(path, name)
    except Refused as refusal:
        return _refusal(refusal.status, refusal.reason), []
    except (MemoryError, RecursionError) as error:
        raise MemoryError from error
    except Exception as error:
        sys.stderr.write(f"{name}: {type(error).__name__}: {error}\n"[:500])
        return _refusal(Status.CORRUPT, "The file is damaged; its reader gave up on it."), []
    fields = asdict(parsed) | {"blocks": packed(parsed.blocks), "attached": [name for name, _ in parsed.attached]}
    return {"parsed": fields}, [content for _, content in parsed.attached]


def _refusal(status: Status, reason: str) -> dict:
    return {"status": status.value, "reason": reason}


def _confine(memory_mb: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (memory_mb * 2**20,) * 2)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        # Its own network, with nothing in it, where the system lets an ordinary user have one.
        ctypes.CDLL(None, use_errno=True).unshare(_NEW_USER | _NEW_NETWORK)
    sys.addaudithook(_refuse_connections)


def _refuse_connections(event: str, arguments: tuple) -> None:
    if event.startswith(("socket.", "subprocess.", "os.exec", "os.system", "os.posix_spawn")):
        raise PermissionError(f"{event} is not allowed where foreign bytes are parsed")


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
