"""The command lines of the three programs, the same in development and in production."""

import os
import sys
from pathlib import Path

from django.conf import settings


def web() -> list[str]:
    command = [sys.executable, "-m", "steer_app.shell.daphne", "-v", "0", "-b", settings.HOST, "-p", str(settings.PORT)]
    if settings.HTTPS:
        command.append("--proxy-headers")
    return [*command, "--no-server-name", "steer_app.asgi:application"]


def worker() -> list[str]:
    command = [sys.executable, "-m", "celery", "--quiet", "-A", "steer_app", "worker", "--loglevel", "WARNING"]
    threads = ["-P", "threads", "-c", str(settings.WORKER_THREADS)]
    return [*command, *threads, "--without-gossip", "--without-mingle", "--without-heartbeat"]


def bus(binary: Path, socket: Path, folder: Path) -> list[str]:
    """A Valkey server that only this user can reach and that keeps what it was given (to within a second)."""
    options = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(folder),
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
        "maxmemory-policy": "noeviction",
        "loglevel": "warning",
    }
    return [str(binary), *(part for name, value in options.items() for part in (f"--{name}", value))]


def become(command: list[str]) -> None:
    """This process becomes the program, so that a service manager's signals reach it."""
    os.execv(command[0], command)  # noqa: S606 - no shell is wanted
