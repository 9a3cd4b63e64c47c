"""A report, a node and a decision in a real browser: a number opens the very words, by mouse and by keyboard alone."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]

WRITE = """
from django.contrib.auth import get_user_model
from tests.steer import reading
run = reading.written(get_user_model().objects.get(role="admin"), 24)
reading.decision(run)
doubt = [{"text": "It is seven.", "cite": 9, "reason": "the passage does not name seven"}]
learned = run.learnings.order_by("pk")
lines = [(row.text, [no]) for no, row in enumerate(learned, 1)]
made = reading.report_of(run, lines, version=2, unsupported=doubt)
made.content["sections"][0]["paragraphs"][0]["sentences"].append(
    {"text": "It is seven.", "cites": [9], "kind": "claim"}
)
made.save()
print(run.pk)
"""


@pytest.fixture(scope="module")
def session(live_product) -> str:
    """The address of a session with a report of 24 passages."""
    return f"/sessions/{live_product.manage('shell', '-v', '0', '-c', WRITE).split()[-1]}"


@pytest.fixture(scope="module")
def cookies(chromium, live_product):
    context = chromium.new_context()
    context.new_page().goto(live_product.fresh_link())
    state = context.storage_state()
    context.close()
    return state


@pytest.fixture
def page(chromium, live_product, cookies):
    """Signed in as the owner. Whatever its console complains about, or asks of another host, fails the test."""
    context = chromium.new_context(base_url=live_product.base_url, storage_state=cookies)
    page = context.new_page()
    complaints = []
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda asked: complaints.append(asked.url) if live_product.base_url not in asked.url else None)
    yield page
    assert complaints == []
    context.close()


def focused(page) -> str:
    return page.evaluate("document.activeElement.id")


def test_a_number_opens_the_very_words_beside_the_text_and_the_document_at_them(page, session):
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{session}/report/")
    page.locator("#cite-14").click()
    expect(page.locator("#passage mark")).to_have_text("Finding number 13 says 91 of a hundred.")
    expect(page.locator("#cite-14")).to_have_attribute("aria-current", "true")
    expect(page.locator("#passage-said")).to_have_text(re.compile("^Source 14 is open: About "))
    assert page.url.endswith("/report/")
    page.get_by_role("link", name="Open the document here").click()
    expect(page.locator("#here")).to_have_text("Finding number 13 says 91 of a hundred.")
    expect(page.locator("#here")).to_be_in_viewport()
    page.get_by_role("link", name="Back to the report").click()
    expect(page.locator("#passage mark")).to_have_text("Finding number 13 says 91 of a hundred.")


def test_by_keyboard_alone(page, session):
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{session}/report/", wait_until="networkidle")
    page.locator("#cite-3").focus()
    at = page.evaluate("scrollY")
    page.keyboard.press("Enter")
    expect(page.locator("#passage mark")).to_have_text("Finding number 2 says 14 of a hundred.")
    expect(page.locator("#passage-title")).to_be_focused()
    assert page.evaluate("scrollY") == at
    page.keyboard.press("n")
    expect(page.locator("#passage mark")).to_have_text("Finding number 3 says 21 of a hundred.")
    expect(page.locator("#cite-4")).to_have_attribute("aria-current", "true")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#passage mark")).to_have_text("Finding number 2 says 14 of a hundred.")
    page.keyboard.press("Escape")
    expect(page.locator("#passage mark")).to_have_count(0)
    assert focused(page) == "cite-3"


def test_on_a_narrow_screen_the_passage_comes_over_the_text_without_losing_the_place(page, session):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{session}/report/")
    page.locator("#cite-20").scroll_into_view_if_needed()
    at = page.evaluate("scrollY")
    page.locator("#cite-20").click()
    expect(page.locator("#passage-sheet")).to_be_visible()
    expect(page.locator("#passage-sheet mark")).to_have_text("Finding number 19 says 133 of a hundred.")
    assert Axe().run(page).response["violations"] == []
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#passage-sheet")).to_be_hidden()
    assert page.evaluate("scrollY") == at
    assert focused(page) == "cite-20"


@pytest.mark.parametrize("width", [1440, 360])
def test_the_drawer_takes_focus_and_gives_it_back(page, session, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{session}/report/")
    opener = page.locator("#section-1 a.open-node")
    opener.click()
    expect(page.locator("#drawer-head")).to_be_focused()
    assert page.url.endswith("/report/")
    page.locator("#drawer").get_by_role("link", name="Every number of it").click()
    expect(page.locator("#drawer-head")).to_have_text("Why I went on")
    assert Axe().run(page).response["violations"] == []
    page.keyboard.press("Escape")
    expect(page.locator("#drawer")).to_be_hidden()
    expect(opener).to_be_focused()


def test_without_a_script_numbers_and_nodes_are_pages(chromium, live_product, cookies, session):
    context = chromium.new_context(base_url=live_product.base_url, storage_state=cookies, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{session}/report/")
    page.locator("#cite-3").click()
    expect(page.locator("mark")).to_have_text("Finding number 2 says 14 of a hundred.")
    page.get_by_role("link", name="Back to the report").click()
    page.locator("#section-1 a.open-node").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What of 0?")
    context.close()


PAGES = ["report/", "report/2/cites/3/", "nodes/0/", "nodes/0.1/", "decisions/1/"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_pages_are_accessible(page, session, path, scheme):
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{session}/{path}")
    page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
    assert Axe().run(page).response["violations"] == []


@pytest.mark.parametrize("path", PAGES)
def test_a_page_fits_a_screen_of_320_pixels(page, session, path):
    page.set_viewport_size({"width": 320, "height": 700})
    page.goto(f"{session}/{path}")
    page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
