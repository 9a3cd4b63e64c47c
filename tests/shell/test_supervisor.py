"""Bus, web and worker: started together, restarted, given up, stopped together."""

import signal
import sys
import threading
from pathlib import Path

import pytest

from steer_app.shell import bus
from steer_app.shell.child import Child
from steer_app.shell.domain.restarts import Restarts
from steer_app.shell.supervisor import GaveUp, Supervisor


def _child(name: str, program: str, said: list[str]) -> Child:
    return Child(
        name,
        [sys.executable, "-c", program],
        on_parent_death=signal.SIGKILL,
        show=lambda who, line: said.append(f"{who}: {line}"),
        restarts=Restarts(first_delay_s=0),
    )


def _server(socket: Path, data: Path) -> Child:
    return Child("bus", bus.prepare(socket, data), on_parent_death=signal.SIGTERM, show=lambda _name, _line: None)


def _supervisor(*programs: Child, own_bus: Child | None = None, url: str = "unix:///nowhere", **options) -> Supervisor:
    return Supervisor(bus_url=url, own_bus=own_bus, programs=list(programs), **options)


SLEEPS = "import time; print('up', flush=True); time.sleep(600)"
STUBBORN = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); " + SLEEPS


def test_each_line_is_shown_under_its_programs_name():
    said: list[str] = []
    child = _child("web", "print('one'); print(); print('two')", said)
    child.start()
    child.process.wait()
    child.pump.join()
    assert said == ["web: one", "web: two"]


def test_told_to_stop_it_leaves_nothing_running():
    said: list[str] = []
    children = [_child("web", SLEEPS, said), _child("worker", SLEEPS, said)]
    supervisor = _supervisor(*children)

    def stop_when_both_are_up() -> None:
        if len(said) == 2:
            supervisor.stopping.set()

    supervisor.run(on_tick=stop_when_both_are_up)
    assert [child.alive() for child in children] == [False, False]


def test_what_ignores_the_polite_signal_is_killed():
    said: list[str] = []
    child = _child("worker", STUBBORN, said)
    supervisor = _supervisor(child, stop_s=0.2)
    supervisor.run(on_tick=lambda: supervisor.stopping.set() if said else None)
    assert child.process.returncode == -signal.SIGKILL


def test_a_program_that_died_is_started_again():
    said: list[str] = []
    child = _child("web", SLEEPS, said)
    supervisor = _supervisor(child)
    killed = threading.Event()

    def kill_once() -> None:
        if said and not killed.is_set():
            killed.set()
            child.signal(signal.SIGKILL)
        if said.count("web: up") == 2:
            supervisor.stopping.set()

    supervisor.run(on_tick=kill_once)
    assert "serve: web ended with status -9." in said


def test_five_quick_deaths_end_everything_with_the_programs_name():
    said: list[str] = []
    other, broken = _child("web", SLEEPS, said), _child("worker", "raise SystemExit(3)", said)
    with pytest.raises(GaveUp, match="worker ended 5 times in a row"):
        _supervisor(other, broken).run(on_tick=lambda: None)
    assert not other.alive()


def test_the_bus_answers_and_only_its_user_can_reach_it(tmp_path):
    socket = tmp_path / "run" / "bus.sock"
    url = f"unix://{socket}"
    supervisor = _supervisor(own_bus=_server(socket, tmp_path), url=url)

    def look() -> None:
        assert bus.answers(url)
        assert socket.parent.stat().st_mode & 0o777 == 0o700
        supervisor.stopping.set()

    supervisor.run(on_tick=look)
    assert not bus.answers(url)
    assert (tmp_path / "bus" / "appendonlydir").is_dir()


def test_a_bus_that_runs_already_is_used_and_left_alone(tmp_path):
    socket = tmp_path / "bus.sock"
    url = f"unix://{socket}"
    first, second = _server(socket, tmp_path), _server(socket, tmp_path)
    first.start()
    bus.wait_until_it_answers(url, first.alive)
    supervisor = _supervisor(own_bus=second, url=url)
    supervisor.run(on_tick=supervisor.stopping.set)
    assert second.process is None
    assert bus.answers(url)
    first.signal(signal.SIGKILL)
    first.process.wait()


def test_when_the_bus_of_another_product_ends_its_own_takes_over(tmp_path):
    socket = tmp_path / "bus.sock"
    url = f"unix://{socket}"
    first, second = _server(socket, tmp_path), _server(socket, tmp_path)
    first.start()
    bus.wait_until_it_answers(url, first.alive)
    supervisor = _supervisor(own_bus=second, url=url)
    ended = threading.Event()

    def end_the_other() -> None:
        if not ended.is_set():
            ended.set()
            first.signal(signal.SIGTERM)
            first.process.wait()
        elif second.alive():
            assert bus.answers(url)
            supervisor.stopping.set()

    supervisor.run(on_tick=end_the_other)
    assert second.process is not None
    assert not second.alive()


def test_a_bus_that_cannot_start_is_named(tmp_path):
    child = _child("bus", "raise SystemExit(1)", [])
    with pytest.raises(bus.BusUnavailable, match="did not start"):
        _supervisor(own_bus=child).run(on_tick=lambda: None)


def test_a_socket_path_that_is_too_long_says_what_to_set(tmp_path):
    with pytest.raises(bus.BusUnavailable, match="XDG_RUNTIME_DIR"):
        bus.prepare(tmp_path / ("x" * 120) / "bus.sock", tmp_path)
