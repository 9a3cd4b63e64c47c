"""A steer in mid-run, from its POST to what a real socket shows of it: received, and applied.

The product's own bus, web and worker; the session waits at its first question, the worker reads what is added. A
direction is applied with its receipt; free text is taken in by a step of its own and counts at once.
"""

import asyncio
import http.client
import json
import re
import secrets
from pathlib import Path
from time import perf_counter
from urllib.parse import urlencode

from benchmark.perf.browser import SHELF
from benchmark.perf.rows import Row, percentile
from tests.runs.product import Product, until
from tests.runs.sockets import Socket

TOWNS = (
    "Aarhus", "Bergen", "Bilbao", "Bologna", "Bremen", "Bristol", "Bruges", "Cadiz", "Chester", "Cork", "Delft",
    "Dijon", "Exeter", "Ghent", "Girona", "Graz", "Groningen", "Kassel", "Krakow", "Leeds", "Leuven", "Lille",
    "Linz", "Lucca", "Lund", "Malmo", "Nancy", "Nantes", "Odense", "Oulu", "Padua", "Poitiers", "Porto", "Rennes",
    "Salzburg", "Seville", "Siena", "Tartu", "Turku", "Utrecht",
)  # fmt: skip
STEERS = len(TOWNS)
LONGEST_S = 20.0
SESSION = """
from django.contrib.auth import get_user_model
from steer_app.runs.services import runs
from steer_app.sources.models import Collection
params = {"query": "Should Mill Street become car-free?", "collections": [Collection.objects.get().pk], "c0": 0.0}
run = runs.create(method_name="steer", owner=get_user_model().objects.get(), title="steered", params=params)
print(runs.start(run_id=run.pk).pk)
"""
WAITING = "from steer_app.runs.models import Run; print(Run.objects.get(pk=%s).status)"
AT_ONCE = "from steer_app.steer.models import Session; Session.objects.update(at_once=True)"


def run(folder: Path) -> list[Row]:
    with Product(folder / "steers") as product:
        cookie = json.loads(product.python(SHELF).splitlines()[-1])
        product.start("bus", "web", "worker")
        run_id = product.python(SESSION).splitlines()[-1]
        until(lambda: product.python(WAITING % run_id).strip() == "waiting", 60, "the session's first question")
        product.python(AT_ONCE)
        rows = []
        for kind, name in (("add", "a direction"), ("say", "free text (offline brain)")):
            received, applied = asyncio.run(_measured(product, cookie, run_id, kind))
            for what, times in (("received", received), ("applied", applied)):
                figures = f"p50 {percentile(times, 50):.0f} ms, p95 {percentile(times, 95):.0f} ms ({len(times)})"
                rows.append(Row(f"steer to “{what}” on the page: {name}", figures))
        return rows


async def _measured(
    product: Product, cookie: dict[str, str], run_id: str, kind: str
) -> tuple[list[float], list[float]]:
    """Milliseconds from the POST to the turn with its receipt, and to the turn that says what came of it."""
    session = f"{cookie['name']}={cookie['value']}"
    socket = await Socket.open(product.port, f"/ws/runs/{run_id}/?after={10**9}", session)
    heard = aiter(socket.messages())
    await anext(heard)  # the page as it is
    received, applied = [], []
    for number in range(STEERS):
        words = f"{TOWNS[number]}{' station' if kind == 'add' else ''}"
        text = f"How did {words} do it?" if kind == "add" else f"look into {words}"
        began = perf_counter()
        posted = asyncio.create_task(asyncio.to_thread(_post, product.port, session, run_id, kind, text))
        seen = await asyncio.wait_for(_seen(heard, words, began), LONGEST_S)
        assert await posted == 200
        received.append(seen[0])
        applied.append(seen[1])
    await socket.leave()
    return received, applied


async def _seen(heard, words: str, began: float) -> tuple[float, float]:
    first = 0.0
    turn = re.compile(rf'<p>[^<]*{words}[^<]*</p>.*?class="state (\w+)"', re.DOTALL)
    async for message in heard:
        if found := turn.search(message):
            now = (perf_counter() - began) * 1000
            first = first or now
            if found[1] == "applied":
                return first, now
            assert found[1] == "received", f"“{words}” was refused"
    raise AssertionError("the socket was closed")


def _post(port: int, session: str, run_id: str, kind: str, text: str) -> int:
    token = secrets.token_hex(16)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LONGEST_S)
    form = {"kind": kind, "text": text, "under": "0", "csrfmiddlewaretoken": token}
    headers = {
        "Cookie": f"{session}; steerlab_csrf_{port}={token}",
        "Content-Type": "application/x-www-form-urlencoded",
        "HX-Request": "true",
    }
    connection.request("POST", f"/sessions/{run_id}/steer/", urlencode(form), headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status
