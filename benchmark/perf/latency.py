"""From an event's recording in one process to its arrival at real sockets, through the bus, the hub and Daphne."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from time import time

from benchmark.perf.rows import Row, percentile
from tests.runs.product import ROOT, Product
from tests.runs.sockets import Socket

SOCKETS = (1, 20, 100)
RUNS, EVENTS, EVERY_S = 10, 20, 0.2
SENT = re.compile(r"sent at (\d+\.\d+)")

PEOPLE = """
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore
from steer_app.runs.models import Run
from steer_app.runs.services import runs
owner = get_user_model().objects.create_user("owner", password="x")
ids = []
for _ in range(%d):
    run = runs.create(method_name="counting", owner=owner, title="", params={})
    Run.objects.filter(pk=run.pk).update(status="running")
    ids.append(run.pk)
session = SessionStore()
session[SESSION_KEY], session[HASH_SESSION_KEY] = str(owner.pk), owner.get_session_auth_hash()
session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
session.save()
print(f"{settings.SESSION_COOKIE_NAME}={session.session_key}", *ids)
"""
RECORDER = """
import sys, time, django
django.setup()
from django.db import transaction
from steer_app.runs.domain.events import SteerReceived
from steer_app.runs.services import journal
ids = [int(word) for word in sys.argv[1:]]
pause = %f / len(ids)
for _ in range(%d):
    for run_id in ids:
        with transaction.atomic():
            run = journal.lock(run_id)
            journal.record(run, [SteerReceived(0, "bench", f"sent at {time.time():.6f}")])
        time.sleep(pause)
"""


def run(folder: Path) -> list[Row]:
    with Product(folder / "latency") as product:
        product.start("bus", "web")
        cookie, *ids = product.python(PEOPLE % RUNS).split()
        rows = []
        for number in SOCKETS:
            delays = asyncio.run(_measure(product, cookie, ids, number))
            figures = f"p50 {percentile(delays, 50):.0f} ms, p95 {percentile(delays, 95):.0f} ms"
            rows.append(
                Row(f"event, worker to socket: {number} socket{'s' * (number > 1)}, {RUNS} runs x 5/s", figures)
            )
        return rows


async def _measure(product: Product, cookie: str, ids: list[str], number: int) -> list[float]:
    """Milliseconds of every event at every socket that watches its run."""
    delays: list[float] = []

    async def listen(socket: Socket) -> None:
        async for message in socket.messages():
            now = time()
            delays.extend((now - float(sent)) * 1000 for sent in SENT.findall(message))

    sockets = []
    for place in range(number):
        # A cursor beyond the journal: only what comes from now on.
        path = f"/ws/runs/{ids[place % len(ids)]}/?after={10**9}"
        sockets.append(await Socket.open(product.port, path, cookie))
    listening = [asyncio.create_task(listen(socket)) for socket in sockets]
    await asyncio.sleep(2)  # the first panels are not what is measured
    command = [sys.executable, "-c", RECORDER % (EVERY_S, EVENTS), *ids]
    environment = {**product.environment, "DJANGO_SETTINGS_MODULE": "steer_app.settings"}
    recorder = await asyncio.to_thread(subprocess.run, command, cwd=ROOT, env=environment, check=False)
    assert recorder.returncode == 0, "the recorder failed"
    await asyncio.sleep(1)
    for socket in sockets:
        await socket.leave()
    for task in listening:
        task.cancel()
    expected = EVENTS * sum(1 + (number - 1 - place) // len(ids) for place in range(min(number, len(ids))))
    assert len(delays) == expected, f"{len(delays)} of {expected} events arrived"
    return delays
