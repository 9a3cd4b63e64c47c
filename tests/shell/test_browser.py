"""The frame and the home in a real browser, on the real product."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.live import LiveProduct

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BEGIN_A_RUN = """
from django.contrib.auth import get_user_model
from steer_app.runs.services import runs
owner = get_user_model().objects.get(role="admin")
run = runs.create(method_name="counting", owner=owner, title="Seen without a reload", params={})
runs.start(run_id=run.pk)
"""


@pytest.fixture
def page(chromium, live_product, owners_cookies):
    """A page that is signed in as the owner; what its console complains about is collected."""
    context = chromium.new_context(base_url=live_product.base_url, storage_state=owners_cookies)
    page = context.new_page()
    page.complaints = []
    page.on("console", lambda said: page.complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    yield page
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/people/", "/account/"])
def test_pages_are_accessible_and_the_console_is_silent(page, path, scheme):
    page.emulate_media(color_scheme=scheme)
    page.goto(path)
    assert Axe().run(page).response["violations"] == []
    assert page.complaints == []


@pytest.mark.parametrize("path", ["/", "/people/", "/account/"])
def test_a_page_fits_a_screen_of_320_pixels(page, path):
    page.set_viewport_size({"width": 320, "height": 700})
    page.goto(path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_the_keyboard_reaches_the_content_first(page):
    page.goto("/")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_an_invitation_brings_a_person_in_and_signing_out_ends_it(page, chromium, live_product):
    page.goto("/people/")
    page.get_by_label("Role", exact=True).select_option("annotator")
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_label("Invitation link").input_value()

    theirs = chromium.new_context(base_url=live_product.base_url).new_page()
    theirs.goto(link)
    theirs.get_by_label("Your name here").fill("grace")
    theirs.get_by_label("Password", exact=True).fill("a long enough phrase")
    theirs.get_by_label("The same password again").fill("a long enough phrase")
    theirs.get_by_role("button", name="Join").click()
    expect(theirs.get_by_role("heading", name="Research", exact=True)).to_be_visible()
    expect(theirs.get_by_role("link", name="People")).to_have_count(0)
    theirs.get_by_role("button", name="Sign out").click()
    expect(theirs.get_by_role("heading", name="Sign in")).to_be_visible()
    theirs.context.close()


def test_a_run_that_begins_elsewhere_appears_without_a_reload(page, live_product):
    page.goto("/")
    page.evaluate("window.notReloaded = true")
    live_product.manage("shell", "-c", BEGIN_A_RUN)
    expect(page.get_by_role("link", name="Seen without a reload")).to_be_visible(timeout=10_000)
    assert page.evaluate("window.notReloaded")


def test_a_lost_connection_is_said_and_so_is_its_return(chromium, tmp_path):
    product = LiveProduct(tmp_path).start()
    page = chromium.new_context().new_page()
    try:
        page.goto(product.link)
        notice = page.get_by_text("The connection is lost")
        expect(notice).to_be_hidden()
        product.stop()
        expect(notice).to_be_visible(timeout=10_000)
        product.start()
        expect(notice).to_be_hidden(timeout=30_000)
    finally:
        product.stop()
        page.context.close()
