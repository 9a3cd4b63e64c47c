"""The panel of the person in a real browser: by keyboard alone, without scripts, at every width, in light and dark."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(180)]

ASKED = """
from django.contrib.auth import get_user_model
from steer_app.runs.services import runs, steers
from tests.live import until
from tests.steer import factories
owner = get_user_model().objects.get(role="admin")
params = {"query": "Is a pump worth its cost and noise?", "collections": [factories.library(owner).pk], "c0": 0.0,
          "depth": 2, "speculate": True, "about": "We own the house."}
run = runs.create(method_name="steer", owner=owner, title="Pumps", params=params)
runs.start(run_id=run.pk)
assert until(lambda: run.steps.filter(kind="ahead", status="done").exists(), 60)
def move(kind, text="", **payload):
    steers.submit(run_id=run.pk, by=owner.username, kind=kind, against=0, text=text, payload=payload)
for text in ("We own the house", "How loud it is at night", "What it costs in ten years"):
    move("aspect", text, do="add")
print(run.pk)
"""


@pytest.fixture(scope="module")
def run(live_product) -> int:
    """A session at its first question, which has read ahead and knows three interests by the person's own words."""
    return int(live_product.manage("shell", "-v", "0", "-c", ASKED).split()[-1])


@pytest.fixture
def page(chromium, live_product, owners_cookies, run):
    """The session's page, signed in as its owner. Whatever its console complains of fails the test."""
    context = chromium.new_context(
        base_url=live_product.base_url, storage_state=owners_cookies, viewport={"width": 1440, "height": 900}
    )
    page = context.new_page()
    page.complaints = []
    page.on("console", lambda said: page.complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.goto(f"/runs/{run}/")
    yield page
    assert page.complaints == []
    context.close()


def holds(page: Page) -> Locator:
    return page.locator("#aspects .aspect.active b")


def row(page: Page, text: str) -> Locator:
    return page.locator("#aspects .aspect").filter(has=page.locator("b", has_text=re.compile(f"^{text}$"))).last


def menu_by_key(page: Page, text: str) -> None:
    row(page, text).locator("summary").focus()
    page.keyboard.press("Enter")


def press(page: Page, name: str, most: int = 8) -> None:
    """Tab to a control of that name, and Enter."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()").startswith(name):
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"{most} tabs do not lead to {name}")


def test_interests_are_moved_edited_and_brought_back_by_keyboard(page):
    loud, cost = "How loud it is at night", "What it costs in ten years"
    menu_by_key(page, cost)
    press(page, "Move up")
    expect(holds(page).last).to_have_text(loud)
    expect(page.get_by_role("button", name="Move up").locator("visible=true")).to_be_focused()
    expect(page.locator("#announce")).to_contain_text(re.compile(r"Now \d of \d"))
    page.keyboard.press("Enter")
    expect(holds(page).nth(holds(page).count() - 3)).to_have_text(cost)

    menu_by_key(page, loud)
    press(page, "Edit")
    expect(page.get_by_role("dialog").get_by_label("What is it that matters to you?")).to_be_focused()
    page.keyboard.type("How loud it is indoors")
    page.keyboard.press("Control+Enter")
    expect(row(page, "How loud it is indoors")).to_contain_text("edited, before")
    expect(row(page, loud)).to_contain_text("you edited it")
    row(page, loud).get_by_role("button", name="Undo the edit").focus()
    page.keyboard.press("Enter")
    expect(row(page, loud)).to_have_class(re.compile("active"))
    expect(row(page, "How loud it is indoors")).to_contain_text(f"you said that “{loud}” holds")

    menu_by_key(page, loud)
    press(page, "Pin")
    expect(row(page, loud)).to_contain_text("pinned")
    menu_by_key(page, loud)
    press(page, "Remove")
    expect(row(page, loud)).to_contain_text("you removed it")
    expect(row(page, loud).get_by_role("button", name="Bring back")).to_be_focused()
    page.keyboard.press("Enter")
    expect(row(page, loud)).to_have_class(re.compile("active"))


def test_a_contradiction_shows_both_sides_and_is_undone_with_one_press(page):
    page.get_by_label("Steer, in your own words").fill("We rent the house, we do not own it")
    page.keyboard.press("Control+Enter")
    page.get_by_role("button", name="Yes, do that").click()
    old = row(page, "We own the house")
    expect(old).to_have_class(re.compile("superseded"), timeout=20_000)
    expect(old).to_contain_text("You said later")
    expect(old.locator("time")).to_have_count(2)
    old.get_by_role("button", name="Both hold").focus()
    page.keyboard.press("Enter")
    expect(row(page, "We own the house")).to_have_class(re.compile("active"))
    expect(holds(page).filter(has_text=re.compile("rent the house", re.IGNORECASE))).to_have_count(1)

    page.get_by_role("link", name="How this came about").focus()
    page.keyboard.press("Enter")
    told = page.locator("#drawer .versions > li")
    expect(told.first).to_contain_text("Holds again")
    expect(told.nth(1)).to_contain_text("A remark.")
    expect(told.nth(1)).to_contain_text("We rent the house, we do not own it")
    expect(told.nth(1)).to_contain_text("No longer holds")


def test_it_works_without_scripts(chromium, live_product, owners_cookies, run):
    context = chromium.new_context(
        base_url=live_product.base_url, storage_state=owners_cookies, java_script_enabled=False
    )
    page = context.new_page()
    page.goto(f"/sessions/{run}/persona/")
    first = page.locator(".interests li").first
    wording = first.locator("b").inner_text()
    first.get_by_role("button", name="Move down").click()
    page.goto(f"/sessions/{run}/persona/")
    expect(page.locator(".interests li").nth(1).locator("b")).to_have_text(wording)
    second = page.locator(".interests li").nth(1)
    second.get_by_text("Edit").first.click()
    second.get_by_label("New wording").fill("Another wording of it")
    second.get_by_role("button", name="Save").click()
    page.goto(f"/sessions/{run}/persona/")
    expect(page.locator(".interests li").nth(1).locator("b")).to_have_text("Another wording of it")
    expect(page.locator(".versions > li").first).to_contain_text("Reworded")
    context.close()


@pytest.mark.parametrize(("scheme", "sizes"), [("light", (1440, 320)), ("dark", (320, 1440))])
def test_axe_finds_nothing_and_nothing_is_wider_than_a_phone(page, scheme, sizes, run):
    page.emulate_media(color_scheme=scheme)
    for address, width in zip((f"/runs/{run}/", f"/sessions/{run}/persona/"), sizes, strict=True):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(address)
        tab = page.get_by_role("tab", name="You")
        if tab.is_visible():
            tab.click()
        for summary in page.locator(".persona details:not(.menu) > summary:visible").all():
            summary.click()
        assert Axe().run(page).response["violations"] == []
        page.set_viewport_size({"width": 320, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
