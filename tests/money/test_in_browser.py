"""The trace and the price list in a real browser, on the real product: filters by keyboard, a call that is opened, a
price that is added and corrected; axe finds nothing, light or dark, and both fit 320 px."""

import json
import subprocess
import sys

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.live import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ROWS = """
import django; django.setup()
from django.contrib.auth import get_user_model
from steer_app.runs.models import Budget, ModelCall, Run, Step
owner = get_user_model().objects.filter(role="admin").order_by("pk").first()
run = Run.objects.create(owner=owner, method="steer", title="Are pumps loud?", status="ended", outcome="complete")
Budget.objects.create(run=run)
for number in range(120):
    Step.objects.create(run=run, kind="read", key=f"read:0.{number}", status="done", epoch=1)
Step.objects.create(run=run, kind="scout", key="scout:0.7", status="failed", epoch=1, reason="nobody answered")
for number, state in enumerate(("done", "failed")):
    ModelCall.objects.create(
        run=run, hash=f"{number}", skill="learn", brain="model:mine", model="m-1", state=state, step_key="read:0.7",
        attempts=2, tokens_in=900, microusd=None, error="the server was away", answer='{"n": 1}',
        messages=[["system", "Do one step."], ["human", "How loud is a pump? " * 40]])
print(run.pk)
"""


@pytest.fixture(scope="module")
def traced(live_product):
    """The number of a run of rows, in the product's own data."""
    command = [sys.executable, "-c", ROWS]
    environment = {**live_product.environment, "DJANGO_SETTINGS_MODULE": "steer_app.settings"}
    made = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)
    assert made.returncode == 0, made.stderr
    return json.loads(made.stdout.splitlines()[-1])


@pytest.fixture
def page(chromium, live_product, owners_cookies):
    context = chromium.new_context(
        base_url=live_product.base_url, storage_state=owners_cookies, viewport={"width": 1280, "height": 800}
    )
    page = context.new_page()
    page.complaints = []
    page.on("console", lambda said: page.complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    yield page
    context.close()
    assert page.complaints == []


def is_fine(page) -> None:
    """Accessible in light and dark, and no wider than a small phone."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page).response["violations"]
        assert not found, [(one["id"], [node["html"][:160] for node in one["nodes"]]) for one in found]
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    page.set_viewport_size({"width": 1280, "height": 800})


def test_the_trace_is_filtered_paged_and_opened_by_keyboard(page, traced):
    page.goto(f"/runs/{traced}/trace/")
    expect(page.get_by_text("1 to 100 of 123")).to_be_visible()
    page.get_by_role("link", name="Later").press("Enter")
    expect(page.get_by_text("101 to 123 of 123")).to_be_visible()
    page.get_by_label("Show").select_option(label="Calls only")
    page.get_by_label("Node").fill("0.7")
    page.get_by_label("Node").press("Enter")
    expect(page.locator("#trace-sum")).to_contain_text("2 calls")
    expect(page.locator("#trace-sum")).to_contain_text("cost unknown")
    assert "kind=call" in page.url
    assert "node=0.7" in page.url
    page.get_by_label("Outcome").select_option(label="Failed, or not made")
    page.get_by_role("button", name="Filter").press("Enter")
    expect(page.locator("#trace-sum")).to_contain_text("1 call")
    page.locator(".trace summary").first.press("Enter")
    expect(page.get_by_role("heading", name="The prompt, as it was sent")).to_be_visible()
    expect(page.get_by_text("the server was away").last).to_be_visible()
    is_fine(page)
    with page.expect_download() as got:
        page.get_by_role("link", name="Download as JSON Lines").click()
    (line,) = got.value.path().read_text().splitlines()
    assert json.loads(line)["outcome"] == "failed"


def test_a_price_is_added_corrected_and_deleted(page):
    page.goto("/models/")
    page.get_by_role("link", name="Prices").click()
    page.get_by_role("link", name="Add a price").click()
    page.get_by_label("Model").fill("m-1")
    page.get_by_label("Tokens in, a million").fill("0.25")
    page.get_by_label("Tokens out, a million").fill("2")
    is_fine(page)
    page.get_by_role("button", name="Save").press("Enter")
    expect(page.get_by_role("cell", name="$0.25")).to_be_visible()
    is_fine(page)
    page.get_by_role("link", name="Correct the price of m-1").press("Enter")
    page.get_by_label("Tokens in, a million").fill("0.3")
    page.get_by_role("button", name="Save").press("Enter")
    expect(page.get_by_role("cell", name="$0.30")).to_be_visible()
    page.get_by_role("button", name="Delete the price of m-1").press("Enter")
    expect(page.get_by_text("is gone")).to_be_visible()
    expect(page.get_by_role("cell", name="$0.30")).to_have_count(0)
