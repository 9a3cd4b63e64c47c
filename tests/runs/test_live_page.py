"""The live page in a real browser: moves, the socket, and a connection that is lost and comes back."""

import time
from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect, sync_playwright

from tests.runs.product import Product

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
START = """
from django.contrib.auth import get_user_model
from steer_app.accounts.services import links
from steer_app.runs.services import runs
ada = get_user_model().objects.create_user("ada", role="researcher")
run = runs.create(method_name="counting", owner=ada, title="Count where it pays",
                  params={"depth": 3, "breadth": 3, "answers": "person"})
runs.start(run_id=run.pk)
print(run.pk, links.create(ada))
"""


@pytest.fixture(scope="module")
def product(tmp_path_factory):
    environment = {"STEERLAB_SCRIPTED_DELAY_MS": "50", "STEERLAB_LEASE_S": "2", "STEERLAB_SWEEP_S": "0.5"}
    with Product(tmp_path_factory.mktemp("live"), **environment) as product:
        product.manage("collectstatic", "--noinput", "-v0")
        product.start("bus", "web", "worker")
        yield product


@pytest.fixture
def page():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        yield browser.new_page(viewport={"width": 1300, "height": 900})
        browser.close()


def test_a_run_is_answered_paused_and_watched_through_a_lost_connection(product, page):
    run_id, token = product.python(START).split()
    problems: list[str] = []
    sockets: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda said: problems.append(said.text) if "Content Security Policy" in said.text else None)
    page.on("websocket", lambda socket: sockets.append(socket.url))
    page.goto(f"http://{product.address}/sign-in/link/?token={token}")
    page.goto(f"http://{product.address}/runs/{run_id}/")

    # A part that says the same is left alone: what the person ticks stays while the run goes on.
    question = page.locator(".ask")
    expect(question).to_be_visible(timeout=20_000)
    unticked = question.locator("input[type=checkbox]:not(:checked)").first
    value = unticked.get_attribute("value") or ""
    unticked.check()
    page.wait_for_timeout(3000)  # two rounds of the hub's own polling
    expect(question.locator(f'input[value="{value}"]')).to_be_checked()

    # The web process dies: the page says how old it is, and the run goes on without it.
    product.kill("web")
    expect(page.locator("#run-age")).to_contain_text("Last update", timeout=10_000)
    product.start("web")
    expect(page.locator("#run-age")).to_be_hidden(timeout=40_000)
    assert f"?after={page.locator('#run-cursor').get_attribute('data-seq')}" in sockets[-1]
    expect(question.locator(f'input[value="{value}"]')).to_be_checked()

    # An answer given here arrives, and each event is shown once.
    question.locator("button.primary").click()
    expect(page.locator("#run-events")).to_contain_text("answered by ada", timeout=20_000)
    complete = page.locator("#run-head").get_by_text("Complete")
    patience = time.monotonic() + 120
    while not complete.count() and time.monotonic() < patience:
        with suppress(PlaywrightTimeout):  # the question may be gone by now
            question.locator("button.primary").click(timeout=1000)
        page.wait_for_timeout(500)
    expect(complete).to_be_visible()
    lines = page.eval_on_selector_all("#run-events li", "lines => lines.map(line => Number(line.id.split('-')[1]))")
    assert lines == list(range(len(lines), 0, -1))

    # Without the socket a reload shows the same.
    shown = page.locator("#run-steps").inner_text()
    page.reload()
    assert page.locator("#run-steps").inner_text() == shown
    assert problems == []
