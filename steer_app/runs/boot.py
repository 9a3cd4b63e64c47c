"""Which process this is, and whether another one on this host still lives."""

import os
import socket
from pathlib import Path


def this_boot() -> str:
    """`host|pid|start`: unlike a bare pid it is never used twice."""
    pid = os.getpid()
    return f"{_host()}|{pid}|{_started(pid)}"


def is_dead(boot: str) -> bool:
    """True if `boot` was on this host and its process is gone. Of other hosts nothing is known: False."""
    host, _, rest = boot.partition("|")
    pid, _, start = rest.partition("|")
    if host != _host() or not pid.isdigit():
        return False
    return _started(int(pid)) != start


def _host() -> str:
    """Where a pid means something: the host, and on Linux the namespace, as containers may share a host's name."""
    try:
        return f"{socket.gethostname()}/{os.stat('/proc/self/ns/pid').st_ino}"
    except OSError:
        return socket.gethostname()


def _started(pid: int) -> str:
    """The process's start in clock ticks since the system's own; "" if there is none such or it is a zombie."""
    if not Path("/proc").is_dir():
        return _started_elsewhere(pid)
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if fields[0] == "Z" else fields[19]


def _started_elsewhere(pid: int) -> str:
    """Without /proc only existence can be told."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return ""
    except PermissionError:
        pass
    return "alive"
