"""Every steer in mid-run, by keyboard alone, in a real browser; the screens it touches have no fault that axe knows."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(180)]

START = """
from django.contrib.auth import get_user_model
from steer_app.runs.services import runs
from steer_app.sources.services import collections, documents, ingestion
from steer_app.steer import samples
owner = get_user_model().objects.first()
collection = collections.create(owner=owner, name="steered street")
for path in samples.documents()[:6]:
    with path.open("rb") as stream:
        documents.add_upload(collection_id=collection.pk, name=path.name, stream=stream)
ingestion.ensure(collection_id=collection.pk)
run = runs.create(method_name="steer", owner=owner, title="Steered", params={
    "query": "What would a car-free Mill Street change for people who cannot walk far?",
    "about": "My father has a blue badge.", "collections": [collection.pk], "c0": 0.0, "depth": 2})
runs.start(run_id=run.pk)
print(run.pk)
"""


@pytest.fixture(scope="module")
def page(chromium, live_product, owners_cookies):
    """One session for the whole module, asked its first question; each test leaves it going."""
    run_id = live_product.manage("shell", "-v0", "-c", START).splitlines()[-1]
    context = chromium.new_context(viewport={"width": 1440, "height": 900}, storage_state=owners_cookies)
    page = context.new_page()
    page.problems = []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    page.goto(f"{live_product.base_url}/runs/{run_id}/")
    expect(page.locator(".ask")).to_be_visible(timeout=60_000)
    yield page
    assert page.problems == []
    context.close()


def press(page: Page, what) -> None:
    """Enter on a control that a keyboard can reach."""
    what.focus()
    expect(what).to_be_focused()
    page.keyboard.press("Enter")


def newest(page: Page, words: str):
    """The newest turn of the person that says so."""
    return page.locator("#turns .turn.steer", has_text=words).last


def test_pause_and_go_on(page):
    press(page, page.get_by_role("button", name="Pause", exact=True))
    expect(page.locator("#run-head")).to_contain_text("Paused")
    expect(newest(page, "Pause.")).to_contain_text("done")
    press(page, page.get_by_role("button", name="Go on", exact=True))
    expect(page.locator("#run-head")).not_to_contain_text("Paused")


def test_a_direction_is_added_left_out_and_brought_back(page):
    press(page, page.locator("#add-direction > summary"))
    page.keyboard.press("Tab")
    page.keyboard.type("Who pays for the lifts?")
    page.keyboard.press("Control+Enter")
    expect(newest(page, "Who pays for the lifts?")).to_contain_text("Applied at Who pays for the lifts?")
    added = page.locator("#tree li", has_text="Who pays for the lifts?").last
    expect(added.locator(":scope > .node > header")).to_contain_text("Read", timeout=20_000)
    press(page, added.locator(":scope > .node .menu > summary"))
    press(page, added.locator(":scope > .node .menu").get_by_role("button", name="Leave it out"))
    expect(added.locator(":scope > .node")).to_contain_text("Left out")
    press(page, added.locator(":scope > .node .menu > summary"))
    press(page, added.locator(":scope > .node .menu").get_by_role("button", name="Bring it back"))
    expect(added.locator(":scope > .node")).not_to_contain_text("Left out")


def test_how_often_to_ask_is_moved(page):
    page.locator("#c0").focus()
    page.keyboard.press("End")
    press(page, page.get_by_role("button", name="Change", exact=True))
    expect(newest(page, "Ask me hardly ever")).to_contain_text("The next decision uses it.")


def test_words_show_what_they_would_change_and_count_when_confirmed(page):
    page.locator("#say").focus()
    page.keyboard.type("add a section about Norway")
    page.keyboard.press("Control+Enter")
    shown = page.locator("#turns .turn.proposal").last
    expect(shown.locator(".comes")).to_contain_text("Norway")
    expect(page.locator("#tree")).not_to_contain_text("Norway")
    expect(newest(page, "add a section")).to_contain_text("it waits for your yes")
    press(page, shown.get_by_role("button", name="Yes, do that"))
    expect(page.locator("#tree")).to_contain_text("Norway")
    expect(newest(page, "add a section")).to_contain_text("done")


def test_what_is_not_understood_says_how_to_say_it(page):
    page.locator("#say").focus()
    page.keyboard.type("asdf qwer")
    page.keyboard.press("Control+Enter")
    expect(newest(page, "asdf qwer")).to_contain_text("I did not understand")


def test_at_once_is_switched_on_and_kept_over_a_reload(page):
    switch = page.get_by_role("button", name="Apply what I write at once")
    expect(switch).to_have_attribute("aria-pressed", "false")
    press(page, switch)
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.locator("#say").focus()
    page.keyboard.type("look into Sweden")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#tree")).to_contain_text("Sweden")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(page, scheme):
    page.emulate_media(color_scheme=scheme)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_the_report_now_shows_what_stays_unread_and_a_follow_up_goes_on(page):
    """Last: it ends the session. The follow-up waits for a yes to its first words, so that it can be stopped."""
    page.emulate_media(color_scheme="light")
    switch = page.get_by_role("button", name="Apply what I write at once")
    press(page, switch)
    expect(switch).to_have_attribute("aria-pressed", "false")
    press(page, page.locator("#write-now > summary"))
    expect(page.locator("#run-unread")).to_contain_text("read")
    press(page, page.get_by_role("button", name="Write the report now"))
    go_on = page.locator("#follow-text")
    expect(go_on).to_be_visible(timeout=30_000)
    assert Axe().run(page).violations_count == 0
    address = page.url
    go_on.focus()
    page.keyboard.type("look into Iceland")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url.split("#")[0] != address)
    expect(page.locator("#turns")).to_contain_text("None of that is read again.")
    expect(page.get_by_role("button", name="Yes, do that")).to_be_visible(timeout=30_000)
    press(page, page.locator("#stop > summary"))
    press(page, page.get_by_role("button", name="Stop the session"))
    expect(page.locator("#run-head")).to_contain_text("Stopped", timeout=30_000)
