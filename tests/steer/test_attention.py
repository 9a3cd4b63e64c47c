"""What waits is told wherever the person is: title, icon, live region, browser notice, keys. In a real browser."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.live import until

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ASKS = """
from django.contrib.auth import get_user_model
from steer_app.runs.models import Run
from steer_app.runs.services import runs
from steer_app.sources.models import Collection
from tests.steer import factories
owner = get_user_model().objects.get(role="admin")
library = Collection.objects.filter(name="library").first() or factories.library(owner)
params = {"query": "Is a pump worth its cost and noise?", "collections": [library.pk], "c0": 0.0, "depth": 2}
run = runs.create(method_name="steer", owner=owner, title="Pumps", params=params)
print(run.pk)
"""
STARTS = "from steer_app.runs.services import runs; runs.start(run_id=%s)"
ASKED = "from steer_app.runs.models import Question; print(Question.objects.filter(run=%s, state='open').count())"
ANSWERED = """
from steer_app.runs.models import Question
from steer_app.runs.services import questions
question = Question.objects.get(run=%s, state="open")
questions.answer(question_id=question.pk, revision=question.revision, answer={"you_decide": True}, by="ada")
"""
WRITTEN = """
from contextlib import suppress
from steer_app.runs.domain.failures import Conflict
from steer_app.runs.services import runs
with suppress(Conflict):  # it may have come to its end by itself
    runs.write_now(run_id=%s)
"""
SAID = """
window.said = [];
document.addEventListener("DOMContentLoaded", () => {
  new MutationObserver(() => {
    const words = document.getElementById("announce").textContent;
    if (words) window.said.push(words);
  }).observe(document.getElementById("announce"), { childList: true, characterData: true, subtree: true });
});
"""
NOTICES = """
window.notices = [];
window.Notification = class extends EventTarget {
  static permission = "default";
  static async requestPermission() { return (Notification.permission = window.permits); }
  constructor(title, options) { super(); window.notices.push([title, options.body]); }
  close() {}
};
Object.defineProperty(document, "hidden", { get: () => window.away === true });
"""


@pytest.fixture(scope="module")
def shell(live_product):
    return lambda code: live_product.manage("shell", "-v", "0", "-c", code)


@pytest.fixture
def context(chromium, live_product, owners_cookies):
    context = chromium.new_context(base_url=live_product.base_url, storage_state=owners_cookies)
    context.add_init_script(SAID)
    yield context
    context.close()


@pytest.fixture
def page(context):
    page = context.new_page()
    page.complaints = []
    page.on("console", lambda said: page.complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    yield page
    assert page.complaints == []


@pytest.fixture
def draft(shell):
    """A session that will ask at its root; nothing is done for it yet."""
    return int(shell(ASKS))


def said(page, pattern: str) -> None:
    assert until(lambda: re.search(pattern, " | ".join(page.evaluate("window.said")))), page.evaluate("window.said")


def test_a_question_is_told_in_the_title_and_politely_and_moves_no_focus(page, shell, draft):
    page.goto(f"/runs/{draft}/")
    assert page.title().startswith("Pumps")
    page.locator("#main").focus()
    shell(STARTS % draft)
    expect(page).to_have_title(re.compile("^Question: Pumps"), timeout=30_000)
    said(page, r"A question waits: Which of these ways .* Press g then q to go to it\.")
    expect(page.locator("#main")).to_be_focused()
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("icon-waiting"))
    page.keyboard.press("g")
    page.keyboard.press("q")
    expect(page.locator("#h-question")).to_be_focused()
    page.keyboard.press("g")
    page.keyboard.press("t")
    expect(page.locator("#h-tree")).to_be_focused()
    page.keyboard.press("g")
    page.keyboard.press("r")
    said(page, "There is no report yet")

    shell(ANSWERED % draft)
    said(page, "The question no longer waits: answered by ada")
    expect(page).to_have_title(re.compile("^Pumps|^Question: Pumps"))
    shell(WRITTEN % draft)
    said(page, "The report is written. Press g then r to read it")
    expect(page).to_have_title(re.compile("^Pumps"))


def test_home_counts_what_waits_and_g_q_goes_to_the_first_question(page, shell, draft):
    page.goto("/")
    before = int((re.match(r"\((\d+)\) ", page.title()) or [0, 0])[1])
    shell(STARTS % draft)
    expect(page).to_have_title(re.compile(rf"^\({before + 1}\) Research"), timeout=30_000)
    said(page, r"A question waits: Pumps\. Press g then q")
    page.keyboard.press("g")
    page.keyboard.press("q")
    page.wait_for_url(f"**/runs/{draft}/**")
    expect(page.locator("#h-question")).to_be_focused()
    page.keyboard.press("g")
    page.keyboard.press("h")
    page.wait_for_url(re.compile(r":\d+/$"))


def test_no_key_acts_while_somebody_types_or_after_they_are_turned_off(page, shell, draft):
    shell(STARTS % draft)
    assert until(lambda: shell(ASKED % draft) == "1", 30)
    page.goto(f"/runs/{draft}/")
    page.locator("#added").focus()
    page.keyboard.type("g q ?")
    expect(page.locator("#added")).to_have_value("g q ?")
    expect(page.locator("#added")).to_be_focused()
    page.locator("#main").focus()
    page.keyboard.press("Control+g")
    page.keyboard.press("q")
    expect(page.locator("#main")).to_be_focused()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys and notices")
    expect(dialog).to_be_visible()
    dialog.get_by_label("Use these keys").uncheck()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.locator("#main").focus()
    for key in ("g", "q", "?"):
        page.keyboard.press(key)
    expect(page.locator("#main")).to_be_focused()
    expect(dialog).to_be_hidden()
    page.reload()
    page.get_by_role("button", name="Keys and notices").click()
    expect(dialog.get_by_label("Use these keys")).not_to_be_checked()


@pytest.mark.parametrize("answer", ["granted", "denied"])
def test_a_notice_comes_only_when_asked_for_allowed_and_out_of_sight(context, page, shell, draft, answer):
    context.add_init_script(NOTICES)
    page.goto(f"/runs/{draft}/")
    page.evaluate(f"window.permits = '{answer}'")
    page.get_by_role("button", name="Keys and notices").click()
    page.get_by_role("button", name="Notify me").click()
    state = page.locator("#notify-state")
    if answer == "denied":
        expect(state).to_contain_text("told to block notices")
        expect(page.get_by_role("button", name="Notify me")).to_be_hidden()
        return
    expect(state).to_contain_text("You get a notice when a question waits")
    expect(page.get_by_role("button", name="Stop notices")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    page.evaluate("window.away = true")
    shell(STARTS % draft)
    assert until(lambda: page.evaluate("window.notices.length"), 30)
    [[title, body]] = page.evaluate("window.notices")
    assert title == "A question waits"
    assert body.startswith("Which of these ways")


def test_the_browsers_own_permission_is_asked_for_and_remembered(context, page, draft, live_product):
    context.grant_permissions(["notifications"], origin=live_product.base_url)
    page.goto(f"/runs/{draft}/")
    page.get_by_role("button", name="Keys and notices").click()
    page.get_by_role("button", name="Notify me").click()
    expect(page.get_by_role("button", name="Stop notices")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Keys and notices").click()
    page.get_by_role("button", name="Stop notices").click()
    expect(page.get_by_role("button", name="Notify me")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 320])
def test_the_dialog_is_accessible_and_fits(page, scheme, width):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/")
    page.get_by_role("button", name="Keys and notices").click()
    assert Axe().run(page).response["violations"] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.fixture
def asking(shell, draft):
    shell(STARTS % draft)
    assert until(lambda: shell(ASKED % draft) == "1", 30)
    return draft


def test_of_two_tabs_the_late_one_is_told_and_keeps_its_words(page, shell, asking):
    page.goto(f"/runs/{asking}/")
    page.locator("#added").fill("Who pays?")
    page.route("**/answer/", lambda route: (shell(ANSWERED % asking), route.continue_())[1])
    page.get_by_role("button", name="Continue with").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(re.compile(r"answered by ada .*: left it to what was suggested"), timeout=20_000)
    expect(page.get_by_label("Your words, so that nothing is lost")).to_have_value("Who pays?")
    assert Axe().run(page).response["violations"] == []
    page.complaints[:] = [one for one in page.complaints if "409" not in one]


def test_words_that_are_being_typed_are_given_back_when_the_question_is_answered_elsewhere(page, shell, asking):
    page.goto(f"/runs/{asking}/")
    page.locator("#remark").fill("be brief")
    shell(ANSWERED % asking)
    expect(page.get_by_label("Your words, so that nothing is lost")).to_have_value("be brief", timeout=20_000)
    expect(page.get_by_role("alert")).to_contain_text("The question was closed while you were writing.")
