"""The whole product, started as a person starts it."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.error import HTTPError

import pytest

from tests.live import LiveProduct, free_port, until

pytestmark = pytest.mark.slow


@pytest.fixture
def product(tmp_path):
    product = LiveProduct(tmp_path)
    yield product
    if hasattr(product, "process"):
        product.stop(signal.SIGTERM)


def _processes_of(product: LiveProduct) -> list[str]:
    """The command lines of all processes on the product's data: told by their environment, or, as the bus writes its
    title over that, by the socket in its title."""
    mark, found = str(product.data).encode(), []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes()
            if command and mark in command + (folder / "environ").read_bytes():
                found.append(command.replace(b"\0", b" ").decode())
        except OSError:
            continue
    return found


def test_it_starts_signs_the_owner_in_once_and_stops_without_a_trace(product):
    product.start()
    me = product.visitor()
    assert "Sign in" in me.open(product.base_url).read().decode()
    assert "New session" in me.open(product.link).read().decode()
    with pytest.raises(HTTPError, match="403"):
        product.visitor().open(product.link)
    assert len(_processes_of(product)) >= 4
    assert product.stop(signal.SIGINT) == 0
    assert _processes_of(product) == []


def test_killed_outright_it_leaves_nothing_and_starts_again(product):
    product.start()
    product.stop(signal.SIGKILL)
    assert until(lambda: _processes_of(product) == [])
    again = LiveProduct(product.data, port=product.port).start()
    assert again.stop(signal.SIGTERM) == 0


def test_each_start_has_a_new_link_and_the_old_one_ends(product):
    old = product.start().link
    product.stop()
    again = LiveProduct(product.data, port=product.port).start()
    try:
        assert again.link != old
        with pytest.raises(HTTPError, match="403"):
            again.visitor().open(old)
    finally:
        again.stop()


def test_a_web_process_that_was_killed_comes_back(product):
    product.start()
    web = next(line for line in Path("/proc").glob("[0-9]*/cmdline") if _is_web(line, product))
    os.kill(int(web.parent.name), signal.SIGKILL)
    product.wait_for("web ended with status -9.")
    assert until(lambda: _answers(product.port), timeout_s=30)


def _is_web(cmdline: Path, product: LiveProduct) -> bool:
    try:
        return b"daphne" in (line := cmdline.read_bytes()) and str(product.port).encode() in line
    except OSError:
        return False


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def test_a_taken_port_is_said_in_a_sentence(product):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        product.port = taken.getsockname()[1]
        done = _serve(product)
    assert done.returncode == 1
    assert f"Port {product.port}" in done.stderr
    assert f"STEERLAB_PORT={product.port + 1}" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_bus_that_does_not_answer_is_said_in_a_sentence(product):
    product.settings["STEERLAB_BUS_URL"] = f"redis://:sesame@127.0.0.1:{free_port()}/0"
    done = _serve(product)
    assert done.returncode == 1
    assert "STEERLAB_BUS_URL" in done.stderr
    assert "sesame" not in done.stderr
    assert "Traceback" not in done.stderr


def test_a_database_that_cannot_be_reached_is_said_in_a_sentence(product):
    product.settings["STEERLAB_DATABASE_URL"] = f"postgresql://me:sesame@127.0.0.1:{free_port()}/steer"
    done = _serve(product)
    assert done.returncode == 1
    assert re.search("database cannot be reached", done.stderr)
    assert "sesame" not in done.stderr
    assert "Traceback" not in done.stderr


def _serve(product: LiveProduct) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "manage.py", "serve"],
        cwd=Path(__file__).parents[2], env=product.environment, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
