"""The whole story on real documents: a link, a folder, a question, and a report whose numbers open the very words."""

import json
import re
import shutil

import pytest
from playwright.sync_api import expect

from tests.steer.manual_index import QUESTIONS, pages
from tests.steer.manual_text import MANUAL, normalised, page_text
from tests.story.pages import NewSession, SessionPage, plain

pytestmark = [
    pytest.mark.browser,
    pytest.mark.service,
    pytest.mark.slow,
    pytest.mark.timeout(300),
    pytest.mark.skipif(not MANUAL.is_dir(), reason="the package postgresql-doc-15 is not installed"),
]

PAGES = 520
ASKED = next(question for question in QUESTIONS if question["id"] == "vacuum-space")
OWN_DIRECTION = "What does a table rewrite lock while it runs?"


@pytest.fixture(scope="module")
def manual(tmp_path_factory):
    """520 pages of the PostgreSQL manual in a folder."""
    folder = tmp_path_factory.mktemp("documents") / "manual"
    folder.mkdir()
    for name in pages(PAGES):
        shutil.copyfile(MANUAL / name, folder / name)
    return folder


def test_from_a_link_and_a_folder_to_a_passage(live_product, watched, manual):
    context = watched(live_product.base_url)
    page = context.new_page()
    page.goto(live_product.fresh_link())
    expect(page.get_by_role("heading", name="Research", exact=True)).to_be_visible()

    page.get_by_label("Your question").fill(ASKED["question"])
    page.get_by_role("button", name=re.compile("^(Go on|Choose settings)$")).click()
    new = NewSession(page)
    expect(page.get_by_label("Your question")).to_have_value(ASKED["question"])
    page.get_by_label("You, in one sentence").fill(ASKED["about"])
    new.choose_folder(manual)
    expect(page.get_by_text(f"{PAGES} files added.")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("checkbox", name=f"manual {PAGES} files")).to_be_checked()
    new.ask_always()
    page.get_by_label("Depth").fill("2")
    page.get_by_label("Breadth").fill("2")
    session = new.start()

    run = grows_and_asks(session)
    answers(session)
    ends(session)
    opens_the_words(page, run)
    assert context.watch.documents >= 5


def grows_and_asks(session: SessionPage) -> int:
    """The tree grows by itself, and the question that comes is told in every way."""
    page = session.page
    navigations = []
    page.on("framenavigated", lambda frame: navigations.append(frame.url))
    expect(session.nodes).to_have_count(1, timeout=120_000)
    expect(session.card).to_be_visible(timeout=60_000)
    assert session.nodes.count() > 1
    waits = f"Which of these ways to go on from “{ASKED['question']}” are worth the effort?"
    assert session.said(f"A question waits: {waits} Press g then q to go to it."), page.evaluate("window.said")
    assert page.locator("#announce").get_attribute("aria-live") == "polite"
    assert page.title() == f"Question: {ASKED['question']} · SteerLab"
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("icon-waiting"))
    assert page.evaluate("document.activeElement === document.body"), "a question moves no focus"
    assert navigations == []
    assert session.was_never_reloaded()
    return session.run


def answers(session: SessionPage) -> None:
    """One of the ways is ticked, one is added."""
    choices = session.card.get_by_role("checkbox")
    for tick in session.card.locator(".choice input:checked").all():
        tick.uncheck()
    kept = session.card.locator(".choice b").first.inner_text()
    choices.first.check()
    session.card.get_by_label("Something missing?").fill(OWN_DIRECTION)
    question = session.question()
    session.card.get_by_role("button", name="Continue with 2 directions").click()
    expect(session.closed(question)).to_have_count(0)
    expect(session.page.locator("#run-message")).to_be_hidden()
    answered = session.turns.locator("li", has_text="and 1 of your own:")
    expect(answered.locator(".kept li")).to_have_text([kept, OWN_DIRECTION])
    expect(session.page.locator("#tree").get_by_role("link", name=OWN_DIRECTION)).to_be_visible()
    assert session.page.title().startswith(("Question: ", ASKED["question"]))


def ends(session: SessionPage) -> None:
    """Every later question is left to what was suggested, until the session has ended."""
    page = session.page
    while True:
        expect(session.card.or_(session.ended).first).to_be_visible(timeout=60_000)
        if session.ended.is_visible():
            break
        question = session.question()
        session.card.get_by_role("button", name="You decide").click()
        expect(session.closed(question)).to_have_count(0)
    assert session.said("The report is written. Press g then r to read it."), page.evaluate("window.said")
    assert page.title() == f"{ASKED['question']} · SteerLab"
    assert session.was_never_reloaded()


def opens_the_words(page, run: int) -> None:
    """Every fifth number opens the words that it rests on, beside the text and in their document."""
    told = json.loads(page.request.get(f"/sessions/{run}/session.json").text())
    quotes = numbered(told)
    page.locator("#talk-now").get_by_role("link", name="Open the report").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(told["report"]["title"])
    numbers = page.locator("#report-text section a.cite")
    assert numbers.count() >= 2
    for place in range(0, min(numbers.count(), 11), 5):
        number = numbers.nth(place)
        quoted = quotes[int(number.inner_text())]
        number.click()
        expect(page.locator("#passage mark")).to_have_text(quoted["text"])
        expect(page.locator("#passage mark")).to_be_in_viewport()
        expect(page.locator("#passage-title")).to_have_text(quoted["title"])
        assert page.url.endswith("/report/")
    page.locator("#passage").get_by_role("link", name="Open the document here").click()
    expect(page.locator("#here")).to_be_in_viewport()
    marked = plain(" ".join(page.locator("article mark").all_inner_texts()))
    assert marked == plain(quoted["text"])
    file = quoted["file"].removeprefix("manual/")
    assert normalised(marked) in page_text(file), "the words stand in the file that was dropped in"
    expect(page.locator("main")).to_contain_text(quoted["file"])
    page.get_by_role("link", name="Back to the report").click()
    expect(page.locator("#passage mark")).to_have_text(quoted["text"])


def numbered(told: dict) -> dict[int, dict]:
    """What each number of the report rests on: distinct spans, in the order in which the text first cites them."""
    learned = {one["id"]: one for one in told["learnings"]}
    report = told["report"]
    lines = [*report["answer"]]
    lines += [
        line for part in report["sections"] for paragraph in part["paragraphs"] for line in paragraph["sentences"]
    ]
    spans: dict[tuple, dict] = {}
    for cited in (learning for line in lines for learning in line["cites"]):
        for one in (learned[cited], *learned[cited]["further"]):
            spans.setdefault((one["document"], one["start"], one["end"]), one)
    return dict(enumerate(spans.values(), 1))
