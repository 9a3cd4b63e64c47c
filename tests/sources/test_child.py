"""Foreign bytes cannot hurt: the child that reads them is held, killed and replaced."""

import os
import signal
import sys
import textwrap

import pytest

from steer_app.sources.domain.statuses import Refused, Status
from steer_app.sources.parsing import pool
from tests.sources import files


@pytest.fixture
def children():
    made = pool.Pool(size=2, seconds=20, memory_mb=700)
    yield made
    made.close()


@pytest.fixture
def stored(tmp_path):
    def store(name: str, content: bytes):
        path = tmp_path / name
        path.write_bytes(content)
        return path

    return store


def idle_pids(children) -> list[int]:
    return [child.pid for child in children._idle]


def test_a_child_reads_many_files(children, stored):
    page, text = stored("a.html", files.PAGE.encode()), stored("b.txt", b"Some words.")
    assert children.parse(page, "a.html").title == "Chapter 3. Valves"
    first = idle_pids(children)
    assert children.parse(text, "b.txt").text == "Some words."
    assert idle_pids(children) == first
    assert len(first) == 1


def test_attached_bytes_come_back_whole(children, stored):
    content = bytes(range(256)) * 1000
    parsed = children.parse(stored("m.eml", files.mail(attachment=("x.bin", content))), "m.eml")
    assert parsed.attached == [("x.bin", content)]


def test_a_bomb_of_entities_dies_quietly(children, stored):
    with pytest.raises(Refused) as refused:
        children.parse(stored("bomb.docx", files.xml_bomb()), "bomb.docx")
    assert refused.value.status in {Status.CORRUPT, Status.TOO_LARGE, Status.EMPTY}
    assert children.parse(stored("b.txt", b"Still here."), "b.txt").text == "Still here."


def test_a_file_beyond_its_memory_is_too_large(stored):
    small = pool.Pool(size=1, seconds=20, memory_mb=300)
    with pytest.raises(Refused) as refused:
        small.parse(stored("big.txt", b"word and word. " * 12_000_000), "big.txt")
    assert refused.value.status is Status.TOO_LARGE
    assert small.parse(stored("b.txt", b"Still here."), "b.txt").text == "Still here."
    small.close()


def test_a_file_beyond_its_time_is_marked_and_its_child_killed(stored):
    hasty = pool.Pool(size=1, seconds=0.3, memory_mb=1024)
    with pytest.raises(Refused) as refused:
        hasty.parse(stored("slow.txt", b"a\n\n" * 9_000_000), "slow.txt")
    assert refused.value.status is Status.TIMED_OUT
    assert idle_pids(hasty) == []


def test_a_killed_child_is_replaced(children, stored):
    text = stored("b.txt", b"Some words.")
    children.parse(text, "b.txt")
    (pid,) = idle_pids(children)
    os.kill(pid, signal.SIGKILL)
    assert children.parse(text, "b.txt").text == "Some words."
    assert idle_pids(children) != [pid]


def test_a_child_has_no_secret_no_network_and_no_pen(tmp_path):
    """Run as the child runs, after its confinement."""
    import subprocess

    attempt = textwrap.dedent(
        f"""
        import os, socket
        from steer_app.sources.parsing.child import _confine
        _confine(512)
        def outcome(deed):
            try:
                deed()
            except (OSError, PermissionError):
                return "refused"
            return "done"
        def write():
            with open({str(tmp_path / "x")!r}, "w") as file:
                file.write("x")
        print(outcome(lambda: socket.create_connection(("127.0.0.1", 9), 1)), outcome(write),
              outcome(lambda: os.system("true")), sorted(k for k in os.environ if k.startswith("STEERLAB")))
        """
    )
    done = subprocess.run(
        [sys.executable, "-c", attempt],
        env=pool._ENVIRONMENT,
        cwd=pool._ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["refused", "refused", "refused", "[]"]


def test_the_child_needs_no_django():
    import subprocess

    probe = "import sys, steer_app.sources.parsing.child; print('django' in sys.modules, 'torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", probe], cwd=pool._ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
