"""Nothing outlives the process that started it, not even after kill -9."""

import os
import signal
import subprocess
import sys

import pytest

from steer_app.shell import tether
from tests.live import ROOT, until

PARENT = """
import signal, subprocess, sys, time
from steer_app.shell import tether
sleeper = [sys.executable, "-c", "import os, time; print(os.getpid(), flush=True); time.sleep(600)"]
command = tether.tethered(sleeper, signal.SIGKILL)
if sys.argv[1] == "watch":
    start = f"import signal, sys; from steer_app.shell import tether; sys.exit(tether.watch({sleeper!r}, "
    command = [sys.executable, "-c", start + f"{__import__('os').getpid()}, signal.SIGTERM))"]
subprocess.Popen(command, start_new_session=True)
time.sleep(600)
"""


def _exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{pid}/stat") as stat:
        return stat.read().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("way", ["kernel", "watch"])
def test_a_command_ends_with_a_parent_that_was_killed(way):
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, way], cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    sleeper = int(parent.stdout.readline())
    assert _exists(sleeper)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    assert until(lambda: not _exists(sleeper))


def test_a_watched_command_passes_its_status_on():
    assert tether.watch([sys.executable, "-c", "raise SystemExit(7)"], os.getppid(), signal.SIGTERM) == 7
