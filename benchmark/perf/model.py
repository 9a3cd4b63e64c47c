"""A session with a model behind a real socket: its wall, alone and on the whole product in a browser, what a call costs
beside the model's own time, what each fault costs, and what a limit of 40 calls a minute does."""

import json
import os
import time
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command

from benchmark.perf import browser
from benchmark.perf.rows import Row, median
from steer_app.brains import model_brain
from steer_app.runs.models import ModelCall, Run, Step
from steer_app.runs.services import runs
from steer_app.steer import written
from steer_app.steer.models import Node
from steer_app.steer.samples import FOLDER, WORKED
from steer_app.steer.services import research
from tests.model_server import FAULTS, ModelServer, Plan
from tests.runs.product import Product

DELAY_S = 0.2
BOUND_S = 2.8
LIMIT = 40
"""Calls a minute that the server allows in the last row."""
SEEDS = (1, 2, 3)
READ_S = 2.0
ENDED = """
document.addEventListener("DOMContentLoaded", () => {
  const look = () => { if (document.querySelector("#talk-now .ended")) window.ended ??= clock(); };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
});
"""
STARTED = """
from steer_app.runs.models import Run
print(Run.objects.get(pk=%d).started_at.timestamp() * 1000)
"""


@dataclass
class Session:
    run: Run
    wall_s: float
    server: ModelServer

    @property
    def lost_nodes(self) -> int:
        return Node.objects.filter(run=self.run, status="failed").count()

    @property
    def outcome(self) -> str:
        cited = written.latest(self.run) is not None
        return f"{self.run.outcome.replace('_', ' ')}{'' if cited else ', NO REPORT'}"


def run(folder: Path) -> list[Row]:
    call_command("migrate", verbosity=0)
    owner = get_user_model().objects.create_user("model-bench")
    collection = research.collection_of(owner=owner, folder=FOLDER).pk
    settings.MODEL, settings.MODEL_KIND, settings.MODEL_READ_S = "honest", "openai", READ_S
    _session(owner, collection, Plan(), depth=1)  # documents are read, LangChain and vectors are loaded
    healthy = [_session(owner, collection, Plan(delay_s=DELAY_S), seed=seed) for seed in SEEDS]
    rows = [_wall(healthy), _in_browser(folder), _calls(healthy[0]), _overhead(healthy)]
    base_s = median([one.wall_s for one in healthy])
    rows += [_fault(owner, collection, (name,), base_s) for name in FAULTS]
    rows.append(_fault(owner, collection, FAULTS, base_s))
    return [*rows, _limited(owner, collection, base_s)]


def _session(owner, collection: int, plan: Plan, *, depth: int = 2, seed: int = 0) -> Session:
    params = {"query": WORKED[0].query, "about": WORKED[0].about, "collections": [collection], "seed": seed}
    params |= {"depth": depth, "breadth": 3, "answers": "suggested", "brain": "model"}
    with ModelServer(plan) as server:
        settings.MODEL_URL = server.base_url
        model_brain._clients.clear()
        draft = research.draft(owner=owner, params=params, caps=runs.Caps())
        began = time.perf_counter()
        research.drive(run_id=draft.pk, on_event=lambda event: None, on_question=None)
        return Session(Run.objects.get(pk=draft.pk), time.perf_counter() - began, server)


def _wall(healthy: list[Session]) -> Row:
    wall = median([one.wall_s for one in healthy])
    nodes = median([Node.objects.filter(run=one.run, status="read").count() for one in healthy])
    return Row(
        f"session with a {DELAY_S * 1000:.0f} ms model, depth 2, breadth 3",
        f"{wall:.2f} s, {wall / BOUND_S:.2f} of the bound ({nodes:.0f} nodes read)",
        f"{BOUND_S} s",
    )


def _in_browser(folder: Path) -> Row:
    """From the session's start to its end on the screen of a page that watched it, on bus, web and one worker."""
    name = f"the same on the whole product, in Chromium, {len(SEEDS)} sessions"
    if not browser.CHROMIUM:
        return Row(name, "not measured: no chromium on this machine")
    from playwright.sync_api import sync_playwright

    with ModelServer(Plan(delay_s=DELAY_S)) as server:
        own = {"STEERLAB_MODEL": "honest", "STEERLAB_MODEL_KIND": "openai", "STEERLAB_MODEL_URL": server.base_url}
        own["STEERLAB_EMBEDDER"] = os.environ.get("STEERLAB_EMBEDDER", "minilm")
        with Product(folder / "model-browser", **own) as product, sync_playwright() as playwright:
            product.manage("collectstatic", "--noinput", "-v0")
            product.start("bus")
            cookie = json.loads(product.python(browser.SHELF).splitlines()[-1])
            product.start("web", "worker")
            chromium = playwright.chromium.launch(executable_path=browser.CHROMIUM, args=list(browser.FLAGS))
            context = chromium.new_context(base_url=f"http://{product.address}")
            context.add_cookies([{**cookie, "domain": "127.0.0.1", "path": "/"}])
            context.add_init_script(browser.CLOCK + ENDED)
            walls = [_watched(product, context, seed) for seed in (0, *SEEDS)][1:]  # the first finds the worker cold
            chromium.close()
    wall = median(walls)
    return Row(name, f"{wall:.2f} s, {wall / BOUND_S:.2f} of the bound, most {max(walls):.2f} s", f"{BOUND_S} s")


def _watched(product: Product, context, seed: int) -> float:
    size = {"depth": 2, "breadth": 3, "seed": seed, "brain": "model"}
    run_id = int(product.python(browser.DRAFT.format(query=WORKED[0].query, size=size)))
    page = context.new_page()
    page.goto(f"/runs/{run_id}/", wait_until="networkidle")
    product.python(browser.START % run_id)
    page.wait_for_selector("#talk-now .ended", timeout=300_000)
    began = json.loads(product.python(STARTED % run_id))
    ended = page.evaluate("window.ended")
    page.close()
    return (ended - began) / 1000


def _calls(one: Session) -> Row:
    made = ModelCall.objects.filter(run=one.run).count()
    repeats = sum(count - 1 for count in one.server.finished.values())
    return Row("its calls", f"{made} made, {repeats} repeated, {one.server.peak} in flight at the most", "0 repeated")


def _overhead(healthy: list[Session]) -> Row:
    """From the call's row to its answer in it, less what the server took."""
    times = [
        (call.ended_at - call.created_at).total_seconds() * 1000 - DELAY_S * 1000
        for one in healthy
        for call in ModelCall.objects.filter(run=one.run, state="done")
    ]
    return Row("a call, beside the model's own time", f"{median(times):.0f} ms")


def _fault(owner, collection: int, faults: tuple[str, ...], base_s: float) -> Row:
    plans = [Plan(faults, 0.2, seed, delay_s=DELAY_S, hang_s=READ_S + 1) for seed in SEEDS]
    done = [_session(owner, collection, plan) for plan in plans]
    met = sum(sum(one.server.met.values()) for one in done)
    ends = ", ".join(sorted({one.outcome for one in done}))
    lost = sum(one.lost_nodes for one in done)
    failed = Step.objects.filter(run__in=[one.run for one in done], status="failed").count()
    extra = median([one.wall_s for one in done]) - base_s
    name = faults[0] if len(faults) == 1 else "all mixed"
    return Row(
        f"fault {name} at 20 %, {len(done)} runs",
        f"{ends}; {extra:+.1f} s, {lost} nodes and {failed} steps lost, {met} faults met",
    )


def _limited(owner, collection: int, base_s: float) -> Row:
    one = _session(owner, collection, Plan(delay_s=DELAY_S, per_minute=LIMIT))
    calls, refused = ModelCall.objects.filter(run=one.run).count(), one.server.met["429"]
    ideal = max(0.0, (calls - LIMIT) / LIMIT * 60)
    return Row(
        f"429 above {LIMIT} calls a minute",
        f"{one.outcome}; {one.wall_s:.0f} s for {calls} calls ({ideal:.0f} s at the limit's own speed), "
        f"{refused} refused, {one.lost_nodes} nodes lost",
    )
