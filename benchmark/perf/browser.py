"""What a person waits for in a real browser: the first node after Start, an event on its way to the page, a page.

Chromium of the distribution under Playwright, on the product's own processes; all clocks are this machine's. The
embedder is the product's own, or the one that STEERLAB_EMBEDDER names.
"""

import json
import os
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from benchmark.perf.rows import Row, median, percentile
from tests.runs.product import Product, until

CHROMIUM = next((path for path in ("/usr/bin/chromium", "/usr/bin/chromium-browser") if Path(path).exists()), "")
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync",
         "--disable-component-update")  # fmt: skip
STARTS, LOADS, EVENTS, SIZE = 5, 5, 100, {"depth": 3, "breadth": 3}
QUERY = "Should Mill Street become car-free, and what would it do to a small shop?"

SHELF = """
import json
from django.contrib.auth import get_user_model
from steer_app.runs.services import inline, runs
from steer_app.sources.services import collections, documents
from steer_app.steer import samples
from tests.story import rows
owner = get_user_model().objects.create_user("ada", password="x", role="admin")
shelf = collections.create(owner=owner, name="Mill Street")
for path in samples.documents():
    with path.open("rb") as stream:
        documents.add_upload(collection_id=shelf.pk, name=path.name, stream=stream)
params = {"collection_id": shelf.pk}
reading = runs.create(method_name="ingest", owner=owner, title="", params=params, executor="inline")
runs.start(run_id=reading.pk)
inline.run_to_end(reading.pk, threads=2)
print(json.dumps(rows.cookie(owner)))
"""
DRAFT = """
from django.contrib.auth import get_user_model
from steer_app.runs.services import runs
from steer_app.sources.models import Collection
params = {{"query": {query!r}, "collections": [Collection.objects.get().pk], "answers": "suggested", **{size!r}}}
print(runs.create(method_name="steer", owner=get_user_model().objects.get(), title={query!r}, params=params).pk)
"""
START = "from steer_app.runs.services import runs; runs.start(run_id=%d)"
TOLD = """
import json
from steer_app.runs.models import Event
events = Event.objects.filter(run=%d, type__in=["node.added", "node.read"]).order_by("seq")
print(json.dumps([(event.type, event.payload["path"], event.at.isoformat()) for event in events]))
"""

# Both sides in milliseconds since 1970: a page's own clock starts at zero.
CLOCK = "window.clock = () => performance.timeOrigin + performance.now();"
SUBMITTED = """
document.addEventListener("submit", () => sessionStorage.setItem("submitted", clock()), true);
"""
FIRST_NODE = """
document.addEventListener("DOMContentLoaded", () => {
  const look = () => {
    if (window.firstNode || !document.querySelector("#tree .node")) return;
    window.firstNode = -1;
    requestAnimationFrame(() => requestAnimationFrame(() => { window.firstNode = clock(); }));  // drawn
  };
  new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true });
  look();
});
"""
ARRIVALS = """
document.addEventListener("DOMContentLoaded", () => {
  window.arrived = {};  // "node.added 0.1" -> when the page first showed it
  const look = () => {
    for (const card of document.querySelectorAll("#tree .node")) {
      const path = card.id.slice("node-".length).replaceAll("-", ".");
      window.arrived[`node.added ${path}`] ??= clock();
      if (card.classList.contains("read")) window.arrived[`node.read ${path}`] ??= clock();
    }
  };
  new MutationObserver(look).observe(document.getElementById("tree"), { childList: true, subtree: true });
});
"""
"""A read node's card says so in its classes; a changed card takes the place of the one before."""
IDLE = """
document.addEventListener("DOMContentLoaded", () => requestIdleCallback(() => { window.idleAt = performance.now(); }));
"""
WHEN_READY = """() => new Promise((resolve) => {
  const look = () => window.idleAt
    ? resolve(Math.max(window.idleAt, performance.getEntriesByType("navigation")[0].domInteractive))
    : setTimeout(look, 10);
  look();
})"""


def run(folder: Path) -> list[Row]:
    if not CHROMIUM:
        return [Row("a real browser", "not measured: no chromium on this machine")]
    from playwright.sync_api import sync_playwright

    embedder = os.environ.get("STEERLAB_EMBEDDER", "minilm")
    with Product(folder / "browser", STEERLAB_EMBEDDER=embedder) as product, sync_playwright() as playwright:
        product.manage("collectstatic", "--noinput", "-v0")
        product.start("bus")
        cookie = json.loads(product.python(SHELF).splitlines()[-1])
        product.start("web", "worker")
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))

        def opened(*scripts: str):
            context = chromium.new_context(
                base_url=f"http://{product.address}", viewport={"width": 1440, "height": 900}
            )
            context.add_cookies([{**cookie, "domain": "127.0.0.1", "path": "/"}])
            for script in (CLOCK, *scripts):
                context.add_init_script(script)
            return context.new_page()

        rows = [*_first_nodes(opened, embedder)]
        ended, arrivals = _arrivals(product, opened)
        rows.append(arrivals)
        addresses = {"home": "/", "live session": f"/runs/{ended}/", "report": f"/sessions/{ended}/report/"}
        rows += [row for name, path in addresses.items() for row in _page(opened, name, path)]
        chromium.close()
        return rows


def _first_nodes(opened, embedder: str) -> list[Row]:
    """From pressing Start to the first node on the screen. The first one finds the worker cold."""
    waits = []
    page = opened(SUBMITTED, FIRST_NODE)
    for _ in range(STARTS + 1):
        page.goto("/sessions/new/")
        page.get_by_label("Your question").fill(QUERY)
        page.get_by_role("checkbox", name="Mill Street").check()
        page.get_by_label("Depth").fill("1")
        page.get_by_label("Decide by itself").check()
        page.get_by_role("button", name="Start", exact=True).click()
        until(lambda: page.evaluate("window.firstNode > 0"), 120, "the first node")  # the policy allows it no eval
        waits.append(page.evaluate("window.firstNode - Number(sessionStorage.getItem('submitted'))"))
        page.wait_for_selector("#talk-now .ended", timeout=300_000)
    page.context.close()
    cold, *warm = waits
    figures = (
        f"median {median(warm) / 1000:.2f} s, most {max(warm) / 1000:.2f} s; worker just started {cold / 1000:.2f} s"
    )
    return [Row(f"submit to first node on screen, {STARTS} sessions, {embedder}", figures)]


def _arrivals(product: Product, opened) -> tuple[int, Row]:
    """An ended session, and how long its events took from the journal's own `at` to the page that watched it."""
    delays: list[float] = []
    while len(delays) < EVENTS:
        run = int(product.python(DRAFT.format(query=QUERY, size=SIZE)))
        page = opened(ARRIVALS)
        page.goto(f"/runs/{run}/", wait_until="networkidle")
        product.python(START % run)
        page.wait_for_selector("#talk-now .ended", timeout=600_000)
        told = json.loads(product.python(TOLD % run))
        arrived = until(lambda page=page: page.evaluate("window.arrived"), 5, "what arrived")
        missed = [(kind, path) for kind, path, _ in told if f"{kind} {path}" not in arrived]
        assert not missed, f"the page never showed {missed}"
        delays += [arrived[f"{kind} {path}"] - _ms(at) for kind, path, at in told]
        page.context.close()
    figures = f"p50 {percentile(delays, 50):.0f} ms, p95 {percentile(delays, 95):.0f} ms, most {max(delays):.0f} ms"
    return run, Row(f"event to DOM, live session in Chromium, {len(delays)} events", figures)


def _ms(at: str) -> float:
    return datetime.fromisoformat(at).timestamp() * 1000


def _page(opened, name: str, path: str) -> Sequence[Row]:
    """Weight at a first visit and at a later one, and when the page can be used."""
    firsts, laters = [], []
    for _ in range(LOADS):
        page = opened(IDLE)
        firsts.append(_load(page, path))
        laters.append(_load(page, path))
        page.context.close()
    (weight, requests, _), (later, later_requests, _) = firsts[0], laters[0]
    ready = [median([load[2] for load in loads]) for loads in (firsts, laters)]
    figures = f"{weight / 1024:.0f} kB in {requests} requests, again {later / 1024:.0f} kB in {later_requests}"
    return [
        Row(f"page weight: {name}", figures),
        Row(f"time to interactive: {name}", f"{ready[0]:.0f} ms, again {ready[1]:.0f} ms (medians of {LOADS})"),
    ]


def _load(page, path: str) -> tuple[int, int, float]:
    """(bytes transferred, requests that went to the server, milliseconds until interactive and idle)."""
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    weight: dict[str, int] = {}
    cached = set()
    network.on("Network.requestServedFromCache", lambda told: cached.add(told["requestId"]))
    network.on(
        "Network.loadingFinished", lambda told: weight.update({told["requestId"]: int(told["encodedDataLength"])})
    )
    page.goto(path, wait_until="networkidle")
    ready = page.evaluate(WHEN_READY)
    network.detach()
    sent = {request: size for request, size in weight.items() if request not in cached and size}
    return sum(sent.values()), len(sent), ready
