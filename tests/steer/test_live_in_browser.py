"""The session's page in a real browser: what a person does stays while the session goes on, at every width."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

START = """
from django.contrib.auth import get_user_model
from steer_app.runs.models import Question
from steer_app.runs.services import runs
from steer_app.sources.services import collections, documents, ingestion
from steer_app.steer import samples
owner = get_user_model().objects.first()
collection = collections.create(owner=owner, name="street")
for path in samples.documents()[:8]:
    with path.open("rb") as stream:
        documents.add_upload(collection_id=collection.pk, name=path.name, stream=stream)
ingestion.ensure(collection_id=collection.pk)
run = runs.create(method_name="steer", owner=owner, title="Asked early", params={
    "query": "What would a car-free Mill Street change for people who cannot walk far?",
    "about": "My father has a blue badge.", "collections": [collection.pk], "c0": 0.0, "depth": 2})
runs.start(run_id=run.pk)
print(run.pk)
"""
EIGHT_OPTIONS = """() => {
  const choices = document.querySelector(".choices");
  while (choices.children.length < 8) choices.append(choices.lastElementChild.cloneNode(true));
  for (const b of choices.querySelectorAll("b")) b.textContent = "A direction with a long name ".repeat(6);
}"""
IS_ON_TOP = """button => {
  const box = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}"""
WIDTHS = (320, 360, 768, 1440, 2560)


@pytest.fixture(scope="module")
def asked(live_product):
    """A session whose first question waits, and the way in."""
    return live_product.manage("shell", "-v0", "-c", START).splitlines()[-1], live_product


@pytest.fixture
def page(asked, chromium):
    run_id, product = asked
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.problems = []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    page.on("console", lambda said: page.problems.append(said.text) if said.type == "error" else None)
    page.goto(product.fresh_link())
    page.goto(f"{product.base_url}/runs/{run_id}/")
    expect(page.locator(".ask")).to_be_visible(timeout=60_000)
    yield page
    assert page.problems == []
    context.close()


def test_the_buttons_of_a_long_question_stay_in_reach(page):
    page.set_viewport_size({"width": 360, "height": 640})
    page.reload()
    page.evaluate(EIGHT_OPTIONS)
    first = page.locator(".choice").first
    first.scroll_into_view_if_needed()
    for name in ("Continue with", "You decide"):
        button = page.locator(".ask").get_by_role("button", name=name)
        expect(button).to_be_in_viewport(ratio=1)
        assert button.evaluate(IS_ON_TOP)


def test_nothing_is_wider_than_the_screen(page):
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        for tab in page.get_by_role("tab").all():
            tab.click()
            assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_tabs_are_walked_by_arrow_keys_and_kept(page):
    page.set_viewport_size({"width": 360, "height": 640})
    page.get_by_role("tab", name="Conversation").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Tree")).to_be_focused()
    expect(page.locator("#panel-talk")).to_be_hidden()
    page.reload()
    expect(page.get_by_role("tab", name="Tree")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("tab", name="Conversation 1 question")).to_be_visible()
    page.get_by_role("tab", name="Conversation").click()


def test_the_tree_is_walked_and_folded_by_keys(page):
    titles = page.locator("#tree h3 > a")
    titles.first.focus()
    page.keyboard.press("ArrowDown")
    expect(titles.nth(1)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(titles.first).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(titles.nth(1)).to_be_hidden()
    page.reload()
    expect(titles.nth(1)).to_be_hidden()
    titles.first.focus()
    page.keyboard.press("ArrowRight")
    expect(titles.nth(1)).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1440])
def test_axe_finds_nothing(page, scheme, width):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 900})
    page.locator("#why-asked summary").click()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_what_is_typed_stays_and_the_answer_arrives(page):
    """Last: it answers the question of this module."""
    page.locator("#say").fill("half a sent")
    page.locator("#added").fill("Who pays for the lifts?")
    ticked, offered = page.locator(".choice input:checked").count(), page.locator(".choice input").count()
    expect(page.locator(".ask .continue")).to_contain_text(f"Continue with {ticked + 1} direction")
    page.get_by_role("button", name="Pause").click()
    expect(page.locator("#run-head")).to_contain_text("Paused")
    expect(page.locator("#added")).to_have_value("Who pays for the lifts?")
    page.get_by_role("button", name="Go on").click()
    page.locator(".ask .continue").click()
    expect(page.locator("#turns")).to_contain_text(
        f"Go on with {ticked} of {offered} and 1 of your own:", timeout=20_000
    )
    expect(page.locator("#tree")).to_contain_text("Who pays for the lifts?")
    expect(page.locator("#say")).to_have_value("half a sent")
    expect(page.locator("#tree .node.done")).not_to_have_count(1, timeout=30_000)
