"""Runs a command that cannot outlive the process that asked for it, however that one ends (kill -9 included).

`python -m steer_app.shell.tether SIGNAL PARENT COMMAND…`: on Linux the kernel sends SIGNAL when the parent dies, and
this process becomes the command. Elsewhere it stays and watches the parent. A program of its own, because code between
fork and exec in a process with threads (`preexec_fn`) can hang. Imports nothing of Django: it starts in 20 ms.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time

PR_SET_PDEATHSIG = 1
WATCH_EVERY_S = 0.5


def tethered(command: list[str], on_parent_death: signal.Signals) -> list[str]:
    """`command` as it must be started, from the main thread: Linux watches the thread that started it."""
    here = [sys.executable, "-m", "steer_app.shell.tether"]
    return [*here, on_parent_death.name, str(os.getpid()), *command]


def become(command: list[str], parent: int, on_parent_death: signal.Signals) -> None:
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, on_parent_death)
    if os.getppid() != parent:  # it died before the kernel was told
        return
    os.execvp(command[0], command)  # noqa: S606 - no shell is wanted


def watch(command: list[str], parent: int, on_parent_death: signal.Signals) -> int:
    """Runs `command` as a child and ends it with the parent. Returns its exit status."""
    child = subprocess.Popen(command)  # noqa: S603 - our own command lines only
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda received, _frame: child.send_signal(received))
    while child.poll() is None:
        if os.getppid() != parent:
            child.send_signal(on_parent_death)
            return child.wait()
        time.sleep(WATCH_EVERY_S)
    return child.returncode


def main(arguments: list[str]) -> int:
    name, parent, *command = arguments
    if sys.platform == "linux":
        become(command, int(parent), signal.Signals[name])
        return 1
    return watch(command, int(parent), signal.Signals[name])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
