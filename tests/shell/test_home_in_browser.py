"""What only a browser can tell of the home and the new session: keyboard, focus, and a list that lives."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]

RUNS = """
from django.contrib.auth import get_user_model
from django.utils import timezone
from steer_app.runs.models import Question, Run
from steer_app.sources.services import collections
owner = get_user_model().objects.get(role="admin")
for title in ("Sheep on hills", "Goats on hills", "Cows in valleys"):
    Run.objects.create(owner=owner, method="counting", title=title, status="ended", outcome="complete",
                       ended_at=timezone.now())
run = Run.objects.create(owner=owner, method="counting", title="Needs an answer", status="waiting")
Question.objects.create(run=run, key="q", text="Which of these?")
collections.create(owner=owner, name="Hills")
"""
ANOTHER = """
from django.contrib.auth import get_user_model
from steer_app.runs.services import runs
owner = get_user_model().objects.get(role="admin")
runs.start(run_id=runs.create(method_name="counting", owner=owner, title="{}", params={{}}).pk)
"""


@pytest.fixture(scope="module")
def state(chromium, live_product):
    context = chromium.new_context()
    context.new_page().goto(live_product.fresh_link())
    live_product.manage("shell", "-c", RUNS)
    cookies = context.storage_state()
    context.close()
    return cookies


@pytest.fixture
def page(chromium, live_product, state):
    context = chromium.new_context(base_url=live_product.base_url, storage_state=state)
    page = context.new_page()
    page.complaints = []
    page.on("console", lambda said: page.complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    yield page
    assert page.complaints == []
    context.close()


def _menu(page, title):
    return page.locator("li.session", has_text=title).locator("summary")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/?q=hills", "/?archived=1", "/sessions/new/"])
def test_it_is_accessible_and_fits_320_pixels(page, path, scheme):
    page.emulate_media(color_scheme=scheme)
    page.goto(path)
    if path == "/":
        _menu(page, "Sheep on hills").click()
        expect(page.get_by_role("button", name="Rename")).to_be_visible()
    assert Axe().run(page).response["violations"] == []
    page.set_viewport_size({"width": 320, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_run_is_renamed_and_archived_by_keyboard_alone(page):
    page.goto("/")
    menu = _menu(page, "Goats on hills")
    menu.focus()
    page.keyboard.press("Enter")
    title = page.get_by_label("Title", exact=True)
    expect(title).to_be_visible()
    page.keyboard.press("Escape")
    expect(title).to_be_hidden()
    expect(menu).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(title).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.type("Geese on hills")
    page.keyboard.press("Enter")
    expect(_menu(page, "Geese on hills")).to_be_focused()
    page.keyboard.press("Enter")
    archive = page.get_by_role("button", name="Archive", exact=True)
    expect(archive).to_be_visible()
    while not archive.evaluate("button => button === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Geese on hills")).to_have_count(0)
    expect(page.get_by_role("status").filter(has_text="“Geese on hills” is archived.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="Geese on hills")).to_be_visible()


def test_while_a_menu_is_open_the_list_stands_still_and_then_shows_what_came(page, live_product):
    page.goto("/")
    _menu(page, "Sheep on hills").click()
    title = page.get_by_label("Title", exact=True)
    title.fill("Half typed")
    live_product.manage("shell", "-c", ANOTHER.format("Came meanwhile"))
    page.wait_for_timeout(3000)  # longer than the hub's own polling
    expect(title).to_have_value("Half typed")
    expect(page.get_by_role("link", name="Came meanwhile")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Came meanwhile")).to_be_visible()
    expect(_menu(page, "Sheep on hills")).to_be_focused()
    expect(page.locator(".rowmenu[open]")).to_have_count(0)


def test_a_search_narrows_as_one_types_and_no_news_overwrites_it(page, live_product):
    page.goto("/")
    page.get_by_role("searchbox").press_sequentially("valleys")
    expect(page.get_by_role("heading", name="Found: “valleys”")).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?q=valleys"))
    live_product.manage("shell", "-c", ANOTHER.format("Not searched for"))
    page.wait_for_timeout(3000)
    expect(page.get_by_role("link", name="Cows in valleys")).to_be_visible()
    expect(page.get_by_role("link", name="Not searched for")).to_be_hidden()
    page.get_by_role("searchbox").fill("")
    expect(page.get_by_role("link", name="Not searched for")).to_be_visible()
    expect(page.get_by_role("searchbox")).to_be_focused()


def test_the_estimate_and_the_words_follow_what_is_chosen(page):
    page.goto("/sessions/new/")
    expect(page.locator("#estimate")).to_contain_text("up to about 40")
    page.get_by_label("Depth").fill("1")
    expect(page.locator("#estimate")).to_contain_text("up to about 4")
    often = page.get_by_label("How often may it ask?")
    often.press("Home")
    expect(page.locator("#asking-words")).to_contain_text("five times or more")
    assert "five times or more" in (often.get_attribute("aria-valuetext") or "")
