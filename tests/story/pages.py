"""The pages of a session as a person meets them, for the tests that walk through them."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.live import until

SAID = """
window.said = [];
document.addEventListener("DOMContentLoaded", () => {
  const region = document.getElementById("announce");
  new MutationObserver(() => { if (region.textContent) window.said.push(region.textContent); })
    .observe(region, { childList: true, characterData: true, subtree: true });
});
"""
SAME_DOCUMENT = "window.opened_once"
PARTS = """() => {
  const said = (part) => {
    const copy = part.cloneNode(true);
    copy.querySelectorAll("time, .worked, .expires, template").forEach((one) => one.remove());
    return copy.textContent.replace(/\\s+/g, " ").trim();
  };
  return Object.fromEntries([...document.querySelectorAll(".part[id]")].map((part) => [part.id, said(part)]));
}"""
"""What every part says, by its id, without the times that go on by themselves."""


class NewSession:
    """The form of a new session."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self) -> "NewSession":
        self.page.goto("/sessions/new/")
        return self

    def choose_folder(self, folder: Path) -> None:
        self.page.get_by_label(re.compile("whole folder", re.IGNORECASE)).set_input_files(folder)

    def ask_always(self) -> None:
        """Move the slider to where an interruption costs nothing."""
        often = self.page.get_by_label("How often may it ask?")
        often.press("Home")
        assert often.input_value() == "0"

    def start(self) -> "SessionPage":
        self.page.get_by_role("button", name="Start", exact=True).click()
        return SessionPage(self.page).arrived()


class SessionPage:
    """A session's live page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.nodes = page.locator("#tree .node")
        self.card = page.locator(".ask")
        self.ended = page.locator("#talk-now .ended")
        self.turns = page.locator("#turns")

    def arrived(self) -> "SessionPage":
        """It is shown, and from now on a new document in its place would be noticed."""
        self.page.wait_for_url(re.compile(r"/runs/\d+/"))
        expect(self.page.locator("#h-tree")).to_be_attached()
        self.page.evaluate(f"{SAME_DOCUMENT} = true")
        return self

    @property
    def run(self) -> int:
        return int(re.search(r"/runs/(\d+)/", self.page.url)[1])

    def was_never_reloaded(self) -> bool:
        return self.page.evaluate(f"{SAME_DOCUMENT} === true")

    def said(self, words: str, timeout_s: float = 20) -> bool:
        """Whether the live region has said exactly these words."""
        return until(lambda: words in self.page.evaluate("window.said"), timeout_s)

    def question(self) -> str:
        """The number of the question that waits, once one does."""
        return self.card.locator("[name=question]").get_attribute("value")

    def closed(self, question: str) -> Locator:
        """What is there of a question as long as it is asked."""
        return self.page.locator(f".ask [name=question][value='{question}']")

    def parts(self) -> dict[str, str]:
        return self.page.evaluate(PARTS)


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()
