"""A run survives its worker, its web process and its bus."""

import asyncio
import json
from collections.abc import Callable

import pytest

from tests.runs import killing
from tests.runs.product import Product
from tests.runs.sockets import Socket, cursor_in, events_in

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

START = """
from django.contrib.auth import get_user_model
from steer_app.runs.services import runs
owner = get_user_model().objects.create_user("owner", password="x")
run = runs.create(method_name="counting", owner=owner, title="Count",
                  params={"depth": 6, "breadth": 3, "answers": "suggested"})
runs.start(run_id=run.pk)
print(run.pk)
"""
QUICK = {"STEERLAB_LEASE_S": "2", "STEERLAB_SWEEP_S": "0.5", "STEERLAB_WORKER_THREADS": "4"}


def counted_tree(rows: killing.Rows, run_id: int):
    """All steps with their results, and all questions with their answers."""
    steps = rows.all("SELECT key, status, result FROM runs_step WHERE run_id = ? ORDER BY key", run_id)
    questions = rows.all("SELECT key, state, options, answer FROM runs_question WHERE run_id = ? ORDER BY key", run_id)
    return [
        *((step["key"], step["status"], json.loads(step["result"])) for step in steps),
        *((one["key"], one["state"], one["options"], one["answer"]) for one in questions),
    ]


def test_eight_kills_of_the_worker_change_nothing_and_no_finished_call_is_made_again(tmp_path):
    peace = killing.in_peace(tmp_path / "peace", START, counted_tree, **QUICK)
    moments = killing.spread(peace.last_seq, 8)
    ordeal = killing.killed(
        tmp_path / "war", START, counted_tree, after=moments, STEERLAB_SCRIPTED_DELAY_MS="70", **QUICK
    )
    assert len(ordeal.kills) == 8
    assert all(kill.claimed for kill in ordeal.kills)
    assert [kill.seq for kill in ordeal.kills] == sorted({kill.seq for kill in ordeal.kills}), (
        "each after another event"
    )
    assert ordeal.picture == peace.picture
    assert ordeal.outcome == peace.outcome == "complete"
    assert ordeal.made_again() == []


WITH_SESSION = (
    START
    + """
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
session = SessionStore()
session[SESSION_KEY], session[HASH_SESSION_KEY] = str(owner.pk), owner.get_session_auth_hash()
session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
session.save()
print(f"{settings.SESSION_COOKIE_NAME}={session.session_key}", run.pk)
"""
)


class Page:
    """What a browser does with its socket: take events, keep the cursor, connect again with it."""

    def __init__(self, product: Product, run_id: int, cookie: str) -> None:
        self.product, self.path, self.cookie = product, f"/ws/runs/{run_id}/", cookie
        self.events: list[int] = []
        self.cursor = 0
        self.connections = 0

    async def watch(self, last: int | None = None) -> None:
        while last is None or self.cursor < last:
            try:
                socket = await Socket.open(self.product.port, f"{self.path}?after={self.cursor}", self.cookie)
            except (ConnectionError, OSError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.1)
                continue
            self.connections += 1
            async for message in socket.messages():
                self.events += events_in(message)
                self.cursor = cursor_in(message) or self.cursor


async def test_killing_web_and_bus_loses_no_event_and_doubles_none(tmp_path):
    with Product(tmp_path, STEERLAB_SCRIPTED_DELAY_MS="100", **QUICK) as product:
        await asyncio.to_thread(product.start, "bus", "web", "worker")
        *_, cookie, printed = (await asyncio.to_thread(product.python, WITH_SESSION)).split()
        run_id = int(printed)
        rows = killing.Rows(product)
        pages = [Page(product, run_id, cookie) for _ in range(6)]
        watching = [asyncio.create_task(page.watch()) for page in pages]

        async def comes(condition: Callable[[dict], bool]) -> None:
            while not condition(rows.run(run_id)):
                await asyncio.sleep(0.05)

        lives = 1
        for name, seq in (("web", 10), ("bus", 30), ("web", 50), ("bus", 70)):
            await comes(lambda run, seq=seq: run["last_seq"] >= seq)
            while any(page.connections < lives for page in pages):
                await asyncio.sleep(0.02)  # a page that was not there loses nothing when its server is killed
            lives += name == "web"
            product.kill(name)
            await asyncio.sleep(1)
            await asyncio.to_thread(product.start, name)
        await comes(lambda run: run["status"] == "ended")
        last = rows.run(run_id)["last_seq"]
        while any(page.cursor < last for page in pages):
            await asyncio.sleep(0.05)
        for task in watching:
            task.cancel()
        assert rows.run(run_id)["outcome"] == "complete"
        for page in pages:
            assert page.events == list(range(1, last + 1))
            assert page.connections >= 3
