"""The real product for a test: bus, web and worker as a person starts them, on a free port, with data of its own."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import pytest

ROOT = Path(__file__).resolve().parent.parent
START_S = 120


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@dataclass
class LiveProduct:
    """`manage.py serve`, running. `log` grows with what it says."""

    data: Path
    settings: dict[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    log: list[str] = field(default_factory=list)

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        """For commands on the same data: `subprocess.run([sys.executable, "manage.py", …], env=…, cwd=live.ROOT)`."""
        ours = {
            "STEERLAB_DATA": str(self.data),
            "STEERLAB_PORT": str(self.port),
            "STEERLAB_EMBEDDER": "hashed",
            "STEERLAB_SAMPLES": "no",
            "XDG_RUNTIME_DIR": str(self.data),
        }
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("STEERLAB_")}
        return {**inherited, **ours, **self.settings}

    def manage(self, *arguments: str) -> str:
        """Runs a management command on the product's data and returns what it printed."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT, env=self.environment, capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def start(self) -> "LiveProduct":
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve"],
            cwd=ROOT, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            start_new_session=True,
        )  # fmt: skip
        self._said = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()
        self.link = self.wait_for("/sign-in/link/?token=").strip()
        return self

    def _read(self) -> None:
        for line in self.process.stdout:
            with self._said:
                self.log.append(line.rstrip("\n"))
                self._said.notify_all()
        with self._said:
            self.log.append("(ended)")
            self._said.notify_all()

    def wait_for(self, text: str, timeout_s: float = START_S) -> str:
        """The first line of the log that holds `text`. Fails with the log when it ends or takes too long."""
        with self._said:
            self._said.wait_for(lambda: any(text in line for line in self.log) or "(ended)" in self.log, timeout_s)
            for line in self.log:
                if text in line:
                    return line
        pytest.fail(f"{text!r} did not come. The log:\n" + "\n".join(self.log))

    def stop(self, number: signal.Signals = signal.SIGINT) -> int:
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(20)

    def fresh_link(self) -> str:
        """A link that signs the owner in; each works once, and making one ends the one before."""
        return self.manage("link")

    def visitor(self) -> OpenerDirector:
        """Opens addresses of the product as somebody who is not signed in; keeps its cookies."""
        return build_opener(HTTPCookieProcessor(CookieJar()))

    def owner(self) -> OpenerDirector:
        """Opens addresses of the product as its owner."""
        opener = self.visitor()
        opener.open(self.fresh_link(), timeout=20).close()
        return opener


@pytest.fixture(scope="session")
def live_product():
    """One running product for all tests that only use it; a test that breaks it starts a `LiveProduct` of its own."""
    with tempfile.TemporaryDirectory(prefix="steerlab-live-") as folder:
        product = LiveProduct(Path(folder))
        try:
            yield product.start()
        finally:
            product.stop()


@pytest.fixture(scope="module")
def chromium():
    """Headless Chromium of the distribution, under Playwright. Its synchronous interface keeps an event loop in this
    thread, so: for a module at a time, and for modules without asynchronous tests."""
    from playwright.sync_api import sync_playwright

    path = next((path for path in ("/usr/bin/chromium", "/usr/bin/chromium-browser") if Path(path).exists()), None)
    if path is None:
        pytest.skip("no chromium on this machine")
    flags = ("no-sandbox disable-gpu disable-quic no-first-run disable-background-networking "
             "disable-component-update disable-sync")  # fmt: skip
    # Django takes that loop for one of ours, and refuses the database.
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[f"--{flag}" for flag in flags.split()])
        yield browser
        browser.close()
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture(scope="module")
def owners_cookies(chromium, live_product):
    """The storage of a browser in which the owner is signed in."""
    context = chromium.new_context()
    context.new_page().goto(live_product.fresh_link())
    cookies = context.storage_state()
    context.close()
    return cookies


def until(condition, timeout_s: float = 10.0, every_s: float = 0.02) -> bool:
    """Whether `condition()` came true in time; for what other processes do, which gives no event to wait on."""
    end = time.monotonic() + timeout_s
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(every_s)
    return bool(condition())
