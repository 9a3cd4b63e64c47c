"""A real PostgreSQL of one's own, from the distribution's programs: up once a session, gone with it."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
UNPRIVILEGED = "postgres"
"""initdb refuses to run as root; the distribution's package brings this user."""


def programs() -> Path | None:
    """The folder of the newest initdb and pg_ctl, or None."""
    folders = Path("/usr/lib/postgresql").glob("*/bin")
    found = [folder for folder in folders if (folder / "initdb").exists() and (folder / "pg_ctl").exists()]
    return max(found, key=lambda folder: int(folder.parent.name), default=None)


@contextmanager
def server() -> Iterator[str]:
    """The address of a database on a server of our own. Nothing of it survives: it does not even sync to disk."""
    binaries = programs()
    assert binaries is not None, "PostgreSQL is not installed here"
    who = {"user": UNPRIVILEGED, "group": UNPRIVILEGED} if os.geteuid() == 0 else {}
    folder = Path(tempfile.mkdtemp(prefix="slpg"))
    try:
        if who:
            shutil.chown(folder, **who)
        cluster, port = folder / "cluster", _free_port()

        def run(program: str, *words: str) -> None:
            command = [str(binaries / program), "-D", str(cluster), *words]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, **who)
            assert done.returncode == 0, done.stdout + done.stderr

        run("initdb", "-U", "steerlab", "-A", "trust", "-E", "UTF8", "--locale", "C", "--no-sync")
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off -c full_page_writes=off"
        run("pg_ctl", "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield f"postgresql://steerlab@127.0.0.1:{port}/postgres"
        finally:
            run("pg_ctl", "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A database's address for STEERLAB_DATABASE_URL. Skips where PostgreSQL is not installed."""
    if programs() is None:
        pytest.skip("PostgreSQL is not installed (Debian: postgresql)")
    with server() as url:
        yield url


def pass_on_postgres(url: str, *tests: str) -> None:
    """Run the tests under `tests` that are marked `both_databases` once more, on PostgreSQL. Raises AssertionError
    with what they said if one fails or none is found."""
    command = [sys.executable, "-m", "pytest", "-q", "-m", "both_databases", *tests]
    environment = {**os.environ, "STEERLAB_DATABASE_URL": url}
    environment.pop("STEERLAB_DATA", None)
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
