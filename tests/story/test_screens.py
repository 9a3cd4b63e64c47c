"""Every screen of the product in a real browser: it fits small screens and large letters, axe finds nothing in light
or dark, the console is silent, no other host is asked, the policy holds, and controls have the names people say."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.runs.product import Product

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

SCREENS = (
    "home", "home, searched", "home, nothing found", "home, archived", "home, all finished", "new session",
    "new session, refused", "changed settings", "collections", "collection", "collection, empty",
    "collection, none like it", "search by hand", "search by hand, found", "search by hand, nothing",
    "delete a collection", "document", "document at a spot", "document with code", "document not read",
    "delete a document", "account", "models", "model", "people", "people, told", "error 404", "error 403",
    "session, complete", "session, waiting",
    "session, paused", "session, stopped", "session, running", "session, reporting", "session, nothing found",
    "session, failed node", "session, failed", "session, away",
    "session, reading first", "run of another method", "node", "node below",
    "node that failed", "decision", "report", "passage of a number", "no report yet", "sources of a session",
    "how it was used", "why it was not used", "why it was not read", "moves on a run", "delete a run",
    "newcomer's home",
    "newcomer's new session", "newcomer's collections", "sign-in", "sign-in refused", "sign-in link refused",
    "invitation refused", "join",
)  # fmt: skip
SMALL = {"320 px": (320, 640), "360 px": (360, 740), "1280 px at 200 %": (640, 400)}
ANSWERS_WITH = {"error 404": 404, "error 403": 403, "sign-in link refused": 403, "invitation refused": 403}
FORGIVES = ("the server responded with a status of 404", "the server responded with a status of 403",
            "the server responded with a status of 422")  # fmt: skip

OPEN_ALL = """() => {
  const small = "details.pop, details.menu, details.rowmenu";
  for (const one of document.querySelectorAll("main details")) if (!one.matches(small)) one.open = true;
}"""
SPILLS = """() => {
  const width = document.documentElement.clientWidth;
  const clips = (one) => getComputedStyle(one).overflowX !== "visible";
  const scrolls = (one) => one && one !== document.body && (clips(one) || scrolls(one.parentElement));
  const spills = [...document.body.querySelectorAll("*")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && box.right > width + 1 && !scrolls(one.parentElement)
      && one.checkVisibility({ visibilityProperty: true });
  });
  const wide = document.documentElement.scrollWidth - width;
  return (wide > 0 ? [`the page is ${wide} px too wide`] : [])
    .concat(spills.slice(0, 5).map((one) => `${one.tagName.toLowerCase()}#${one.id}.${one.className}`));
}"""
"""What reaches beyond the right edge and lies in nothing that scrolls by itself."""


@pytest.fixture(scope="module")
def frozen(tmp_path_factory):
    """A product without a worker, and its screens: (who sees it, address) by name."""
    with Product(tmp_path_factory.mktemp("frozen") / "data") as product:
        made = json.loads(product.python("from tests.story import rows; print(rows.prepare())").splitlines()[-1])
        product.manage("collectstatic", "--noinput", "-v0")
        product.start("bus", "web")
        product.screens = {name: (who, path) for name, who, path in made["screens"]}
        product.screens["people, told"] = ("owner", "/people/")
        product.screens["new session, refused"] = ("owner", "/sessions/new/")
        product.screens["error 403"] = product.screens["sign-in refused"] = ("stranger", "/sign-in/")
        product.cookies, product.sessions = made["cookies"], made["sessions"]
        yield product


@pytest.fixture
def opened(frozen, watched):
    """Opens a screen by its name, as the person who sees it."""

    def opens(name, **options):
        who, path = frozen.screens[name]
        context = watched(f"http://{frozen.address}", forgives=FORGIVES, **options)
        if who != "stranger":
            context.add_cookies([{**frozen.cookies[who], "domain": "127.0.0.1", "path": "/"}])
        page = context.new_page()
        answer = page.goto(path)
        if name == "new session, refused":
            page.get_by_role("button", name="Start", exact=True).click()
            expect(page.get_by_role("alert")).to_contain_text("Not started yet")
        elif name == "people, told":
            page.get_by_role("button", name="Reactivate").click()
            expect(page.get_by_role("status").filter(has_text="hilda can sign in again.")).to_be_visible()
        elif name == "sign-in refused":
            page.get_by_label("Name").fill("ada")
            page.get_by_label("Password").fill("wrong")
            page.get_by_role("button", name="Sign in").click()
            expect(page.get_by_text("do not belong together")).to_be_visible()
        elif name == "error 403":
            context.clear_cookies()
            with page.expect_navigation() as refused:
                page.get_by_label("Name").fill("ada")
                page.get_by_label("Password").fill("x")
                page.get_by_role("button", name="Sign in").click()
            answer = refused.value
        assert answer.status == ANSWERS_WITH.get(name, 200)
        return page

    return opens


def test_every_screen_is_listed(frozen):
    assert set(SCREENS) == set(frozen.screens)


def violations(page):
    """What axe finds, with the elements it means and why."""
    found = Axe().run(page).response["violations"]
    return [(one["id"], [(node["html"][:200], node["failureSummary"]) for node in one["nodes"]]) for one in found]


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_fits_and_is_accessible(opened, name):
    page = opened(name, viewport={"width": 1280, "height": 800}, device_scale_factor=2)
    page.evaluate(OPEN_ALL)
    found = {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found[scheme] = violations(page)
    for size, (width, height) in SMALL.items():
        page.set_viewport_size({"width": width, "height": height})
        tabs = page.get_by_role("tab").all() if page.locator(".session .panels").count() else []
        for tab in tabs or [None]:
            if tab:
                tab.click()
            found[f"{size} {tab.inner_text() if tab else ''}".strip()] = page.evaluate(SPILLS)
    assert not any(found.values()), "\n".join(f"{where}: {one}" for where, what in found.items() for one in what)


NAMED = {
    "home": [
        ("link", "Skip to the content"), ("link", "Research"), ("link", "Collections"), ("link", "People"),
        ("button", "Sign out"), ("button", "Keys and notices"), ("searchbox", "Search in titles and questions"),
        ("button", "Search"), ("textbox", "Your question"), ("link", "Archived research"),
        ("heading", "Research"), ("link", "Read the report of"), ("link", "(waiting)"),
    ],
    "new session": [
        ("textbox", "Your question"), ("textbox", "You, in one sentence"), ("group", "Where to look"),
        ("checkbox", "Mill Street and everything"), ("button", "Or add files"), ("button", "Or a whole folder"),
        ("slider", "How often may it ask?"), ("group", "When it would ask"), ("radio", "Ask me"),
        ("spinbutton", "Questions you would answer, about"), ("spinbutton", "Minutes that a question waits"),
        ("spinbutton", "Depth"), ("spinbutton", "Breadth"), ("group", "Brain"), ("group", "It may spend at most"),
        ("spinbutton", "Tokens"), ("spinbutton", "Dollars"), ("spinbutton", "Minutes of work"),
        ("complementary", "What it will take"), ("button", "Start"),
    ],
    "session, waiting": [
        ("region", "Conversation"), ("region", "Research tree"), ("region", "You, as I understand you"),
        ("group", "Moves"), ("button", "Pause"), ("progressbar", "Nodes read"), ("group", "What was said so far"),
        ("group", "ways to go on"), ("textbox", "Something missing?"), ("textbox", "Anything else I should know"),
        ("button", "Continue with"), ("button", "You decide"), ("textbox", "Steer, in your own words"),
        ("button", "Send"), ("list", "Research tree"), ("slider", "How often"), ("button", "Change"),
    ],
    "report": [
        ("navigation", "Contents"), ("link", "Markdown"), ("link", "JSON"), ("link", "Continue from here"),
        ("button", "Print"), ("heading", "The short answer"), ("link", "Source 1"),
        ("complementary", "The passage behind a number"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", NAMED)
def test_controls_have_the_names_a_person_would_say(opened, name):
    page = opened(name, viewport={"width": 1440, "height": 900})
    missing = [
        f"{role} “{words}”" for role, words in NAMED[name] if not page.get_by_role(role, name=words).first.is_visible()
    ]
    assert missing == []
    nameless = page.locator("main").aria_snapshot()
    assert not [line for line in nameless.splitlines() if line.strip() in NAMELESS]


NAMELESS = {f"- {role}" for role in ("button", "link", "textbox", "checkbox", "slider", "spinbutton", "combobox")}
"""How a control without a name stands in a snapshot of the page."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_pops_up_on_a_session_is_accessible_and_fits(opened, scheme):
    still = {"reduced_motion": "reduce"}  # axe would measure a drawer that is still coming in
    page = opened("session, waiting", viewport={"width": 1280, "height": 800}, color_scheme=scheme, **still)
    for opener in ("#add-direction", "#write-now", "#stop", "#tree .node.done details.menu >> nth=0", "#add-interest"):
        one = page.locator(opener)
        one.locator("summary").click()
        expect(one).to_have_attribute("open", "")
        assert violations(page) == [], opener
        page.keyboard.press("Escape")
    page.locator("#tree h3 > a").first.click()
    expect(page.locator("#drawer-head")).to_be_focused()
    assert violations(page) == []
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate(SPILLS) == []
