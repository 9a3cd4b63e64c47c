"""The same story without a mouse: keys alone lead from the link to the words behind a number."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.story.pages import SessionPage

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

SHELF = """
from django.contrib.auth import get_user_model
from steer_app.sources.services import collections, documents, ingestion
from steer_app.steer import samples
owner = get_user_model().objects.get(role="admin")
collection = collections.create(owner=owner, name="Keys only")
for path in samples.documents()[:8]:
    with path.open("rb") as stream:
        documents.add_upload(collection_id=collection.pk, name=path.name, stream=stream)
ingestion.ensure(collection_id=collection.pk)
"""
QUERY = "What would a car-free Mill Street change for people who cannot walk far?"
OWN_DIRECTION = "Who pays for the lifts?"


def tab_to(page: Page, wanted: Locator, most: int = 120) -> None:
    """Press Tab until the focus is there, and see that it can be seen."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if wanted.count() and wanted.first.evaluate("one => one === document.activeElement"):
            expect(wanted.first).to_be_in_viewport()
            return
    raise AssertionError(f"{most} tabs do not lead to {wanted}")


def keys(page: Page, *names: str) -> None:
    for name in names:
        page.keyboard.press(name)


def test_the_story_by_keys_alone(live_product, watched):
    live_product.manage("shell", "-v0", "-c", SHELF)
    page = watched(live_product.base_url, viewport={"width": 1280, "height": 800}).new_page()
    page.goto(live_product.fresh_link())
    begins(page)
    session = answers(page)
    ends(session)
    reads(page)


def begins(page: Page) -> None:
    """Over the skip link to the question, and through the form to its start."""
    skip = page.get_by_role("link", name="Skip to the content")
    tab_to(page, skip, most=1)
    keys(page, "Enter")
    expect(page.locator("#main")).to_be_focused()
    tab_to(page, page.get_by_label("Your question"))
    page.keyboard.type(QUERY)
    tab_to(page, page.get_by_role("button", name=re.compile("^(Go on|Choose settings)$")))
    keys(page, "Enter")
    page.wait_for_url("**/sessions/new/**")
    expect(page.get_by_label("Your question")).to_have_value(QUERY)
    about = page.get_by_label("You, in one sentence")
    tab_to(page, about)
    keys(page, "Control+a")
    page.keyboard.type("My father has a blue badge.")
    box = page.get_by_role("checkbox", name="Keys only")
    for other in page.locator("[name=collections]:checked").all():  # what an earlier session looked in
        if not other.evaluate("(one, wanted) => one === wanted", box.element_handle()):
            tab_to(page, other)
            keys(page, "Space")
    if not box.is_checked():
        tab_to(page, box)
        keys(page, "Space")
    expect(box).to_be_checked()
    tab_to(page, page.get_by_label("How often may it ask?"))
    keys(page, "Home")
    tab_to(page, page.get_by_label("Depth"))
    keys(page, "Control+a", "2")
    tab_to(page, page.get_by_label("Breadth"))
    keys(page, "Control+a", "2")
    tab_to(page, page.get_by_role("button", name="Start", exact=True))
    keys(page, "Enter")


def answers(page: Page) -> SessionPage:
    """`g q` leads to the question; a way is ticked by Space, one is typed, and Enter sends."""
    session = SessionPage(page).arrived()
    expect(session.card).to_be_visible(timeout=60_000)
    assert page.evaluate("document.activeElement === document.body")
    keys(page, "g", "q")
    expect(page.locator("#h-question")).to_be_focused()
    boxes = session.card.locator(".choice input")
    for place in range(boxes.count()):
        tab_to(page, boxes.nth(place), most=3)
        if boxes.nth(place).is_checked() != (place == 0):
            keys(page, "Space")
    tab_to(page, session.card.get_by_label("Something missing?"), most=3)
    page.keyboard.type(OWN_DIRECTION)
    question = session.question()
    tab_to(page, session.card.get_by_role("button", name="Continue with 2 directions"), most=5)
    keys(page, "Enter")
    expect(session.closed(question)).to_have_count(0)
    expect(page.locator("#run-message")).to_be_hidden()
    expect(page.locator("#tree").get_by_role("link", name=OWN_DIRECTION)).to_be_visible()
    return session


def ends(session: SessionPage) -> None:
    """What is asked later is left to it. `g t` leads to the tree, arrows walk it, Enter and Esc open and close."""
    page = session.page
    while True:
        expect(session.card.or_(session.ended).first).to_be_visible(timeout=60_000)
        if session.ended.is_visible():
            break
        question = session.question()
        keys(page, "g", "q")
        expect(page.locator("#h-question")).to_be_focused()
        tab_to(page, session.card.get_by_role("button", name="You decide"))
        keys(page, "Enter")
        expect(session.closed(question)).to_have_count(0)
    assert session.said("The report is written. Press g then r to read it."), page.evaluate("window.said")
    keys(page, "g", "t")
    expect(page.locator("#h-tree")).to_be_focused()
    titles = page.locator("#tree h3 > a")
    tab_to(page, titles.first, most=5)
    keys(page, "ArrowDown")
    expect(titles.nth(1)).to_be_focused()
    keys(page, "Enter")
    expect(page.locator("#drawer-head")).to_be_focused()
    keys(page, "Escape")
    expect(titles.nth(1)).to_be_focused()
    assert session.was_never_reloaded()


def reads(page: Page) -> None:
    """`g r` opens the report; Enter on a number opens its words, n and p go on and back, Esc returns to the number."""
    keys(page, "g", "r")
    page.wait_for_url("**/report/")
    first, second = page.locator("#cite-1"), page.locator("#cite-2")
    tab_to(page, first)
    keys(page, "Enter")
    expect(page.locator("#passage-title")).to_be_focused()
    words = page.locator("#passage mark").inner_text()
    assert words
    expect(first).to_have_attribute("aria-current", "true")
    keys(page, "n")
    expect(second).to_have_attribute("aria-current", "true")
    expect(page.locator("#passage-said")).to_have_text(re.compile("^Source 2 is open: "))
    keys(page, "p")
    expect(page.locator("#passage mark")).to_have_text(words)
    expect(first).to_have_attribute("aria-current", "true")
    tab_to(page, page.locator("#passage").get_by_role("link", name="Open the document here"), most=8)
    keys(page, "Enter")
    expect(page.locator("#here")).to_be_in_viewport()
    tab_to(page, page.get_by_role("link", name="Back to the report"))
    keys(page, "Enter")
    expect(page.locator("#passage-title")).to_be_focused()
    expect(page.locator("#passage mark")).to_have_text(words)
    keys(page, "Escape")
    expect(page.locator("#passage mark")).to_have_count(0)
    expect(page.locator("#cite-1")).to_be_focused()
