"""Collections in a real browser, on the real product: a folder goes up, is read, searched and kept by keyboard."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.live import until

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FILES = 120
"""More than one request of Django's may hold."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """120 pages in two folders, one picture that is no document, two hidden files."""
    root = tmp_path_factory.mktemp("folder") / "manual"
    for number in range(FILES - 1):
        page = root / ("first" if number % 2 else "second") / f"page-{number}.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        subject = "decibels" if number == 7 else "euros"
        page.write_text(
            f"<title>Page {number}</title><h1>Page {number}</h1><p>Pump {number} has {number} {subject}.</p>"
        )
    (root / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64))
    (root / ".DS_Store").write_bytes(b"x")
    (root / "first" / ".hidden.txt").write_text("x")
    return root


@pytest.fixture
def page(chromium, live_product, owners_cookies):
    """Signed in as the owner; what its console complains about and any other host it asks are collected."""
    context = chromium.new_context(base_url=live_product.base_url, storage_state=owners_cookies)
    page = context.new_page()
    page.complaints = []
    page.on("console", lambda said: page.complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on("request", lambda asked: asked.url.startswith(live_product.base_url) or page.complaints.append(asked.url))
    yield page
    context.close()


@pytest.fixture(scope="module")
def manual(chromium, live_product, owners_cookies, folder):
    """The address of a collection that holds the folder, read to the end."""
    context = chromium.new_context(base_url=live_product.base_url, storage_state=owners_cookies)
    page = context.new_page()
    make(page, "Manual")
    page.get_by_label("Or a whole folder").set_input_files(folder)
    expect(page.get_by_text("120 files added, 2 files left out because hidden.")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("link", name="Show the list as it is now")).to_be_visible(timeout=120_000)
    address = page.url
    context.close()
    return address


def make(page, name):
    page.goto("/collections/")
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def drop(page, tree):
    """Drops a made-up folder: Chromium lets no test drop a real one, but entries are all the page sees of it."""
    expect(page.locator("[data-upload].drop-target")).to_be_visible()  # the page's script is there
    page.evaluate(
        """(tree) => {
          const file = (path, text) => ({ isFile: true, name: path.split('/').pop(), fullPath: path,
            file: (done) => done(new File([text], path.split('/').pop())) });
          const folder = (path, inside) => ({ isDirectory: true, name: path.split('/').pop(), fullPath: path,
            createReader: () => { let left = Object.entries(inside).map(([n, what]) => entry(`${path}/${n}`, what));
              return { readEntries: (done) => done(left.splice(0, 2)) }; } });
          const entry = (path, what) => typeof what === 'string' ? file(path, what) : folder(path, what);
          const event = new Event('drop', { bubbles: true, cancelable: true });
          event.dataTransfer = { types: ['Files'], files: [],
            items: Object.entries(tree).map(([name, what]) => ({ webkitGetAsEntry: () => entry(`/${name}`, what) })) };
          document.querySelector('[data-upload]').dispatchEvent(event);
        }""",
        tree,
    )


def test_a_folder_goes_up_whole_and_is_read(page, manual):
    page.goto(manual)
    expect(page.locator("#reading")).to_contain_text("120 files: 119 ready, 1 left out")
    page.get_by_label("State").select_option("Left out")
    expect(page.locator(".files .path")).to_have_text(["manual/logo.png"])
    assert page.complaints == []


def test_the_list_narrows_as_one_types_and_keeps_what_was_typed(page, manual):
    page.goto(manual)
    page.get_by_label("Part of a file's name").press_sequentially("page-11", delay=30)
    expect(page.locator(".files .path")).to_have_count(10, timeout=20_000)
    expect(page.get_by_label("Part of a file's name")).to_be_focused()
    page.get_by_role("link", name="Size").click()
    expect(page).to_have_url(re.compile("name=page-11.*sort=size"), timeout=20_000)
    expect(page.locator("#sort-size")).to_be_focused()
    page.go_back()
    expect(page.get_by_role("heading", name="Manual")).to_be_visible()
    assert page.complaints == []


def test_a_dropped_folder_keeps_its_paths_and_says_what_it_left_out(page):
    make(page, "Dropped")
    drop(
        page, {"trip": {"a.txt": "One.", "b.txt": "Two.", "deep": {"c.txt": "Three."}, "empty": {}, ".git": {"x": "y"}}}
    )
    expect(page.get_by_text("3 files added, 1 empty folder left out.")).to_be_visible(timeout=20_000)
    expect(page.locator(".files .path")).to_have_text(["trip/a.txt", "trip/b.txt", "trip/deep/c.txt"])
    drop(page, {"trip": {"a.txt": "One.", "b.txt": "Other."}})
    expect(page.get_by_text("1 file replaced, 1 file unchanged.")).to_be_visible(timeout=20_000)


def test_rows_change_in_place_while_files_are_read(page):
    """No row moves, and the page asks no more once all is read."""
    make(page, "Watched")
    page.get_by_label("Choose files").set_input_files(
        [{"name": f"{no}.txt", "mimeType": "text/plain", "buffer": b"Words %d. " % no * 50} for no in range(5)]
    )
    row = page.locator(".files tbody tr").nth(4)
    expect(row).to_be_visible(timeout=20_000)
    before = row.bounding_box()
    expect(row.locator(".chip")).to_have_text("ready", timeout=60_000)
    assert row.bounding_box() == before
    expect(page.get_by_role("link", name="Show the list as it is now")).to_be_visible()
    expect(page.locator("#reading-said")).to_have_text("The reading is done: 5 files are ready.")


def test_a_form_without_a_collection_gets_one_made_and_ticked(page):
    """As on the page of a new session, whose fieldset names no collection."""
    make(page, "Plain")

    def unnamed(route):
        told = route.fetch()
        body = re.sub('data-upload="[^"]+"', 'data-upload="" data-collection-field="collections"', told.text())
        route.fulfill(response=told, body=body)

    page.route(re.compile(r"/collections/\d+/$"), unnamed, times=1)
    page.reload()
    drop(page, {"trip": {"a.txt": "One.", "b.txt": "Two."}})
    box = page.get_by_role("checkbox", name="trip 2 files")
    expect(box).to_be_checked(timeout=20_000)
    made = box.get_attribute("value")
    assert box.get_attribute("name") == "collections"
    drop(page, {"c.txt": "Three."})
    expect(page.get_by_role("checkbox", name="trip 3 files")).to_be_checked(timeout=20_000)
    page.goto(f"/collections/{made}/")
    expect(page.get_by_role("heading", name="trip")).to_be_visible()


def test_a_batch_that_fails_is_sent_once_more(page):
    make(page, "Twice")
    tries = []
    page.route(
        "**/upload/", lambda route: (tries.append(1), route.abort() if len(tries) == 1 else route.continue_())[1]
    )
    page.get_by_label("Choose files").set_input_files([{"name": "a.txt", "mimeType": "text/plain", "buffer": b"One."}])
    expect(page.get_by_text("1 file added.")).to_be_visible(timeout=20_000)
    assert len(tries) == 2


def test_what_cannot_be_sent_is_named(page):
    make(page, "Refused")
    page.route("**/upload/", lambda route: route.abort())
    page.get_by_label("Choose files").set_input_files([{"name": "a.txt", "mimeType": "text/plain", "buffer": b"One."}])
    refused = page.get_by_role("list", name="Files that were not taken")
    expect(refused).to_contain_text("a.txt The connection broke.", timeout=20_000)
    expect(page.get_by_text("1 file not taken.")).to_be_visible()


def test_an_upload_can_be_cancelled_and_leaving_asks_first(page):
    make(page, "Slow")
    held = []
    page.route("**/upload/", lambda route: held.append(route))
    page.get_by_label("Choose files").set_input_files([{"name": "a.txt", "mimeType": "text/plain", "buffer": b"One."}])
    expect(page.get_by_text("0 of 1 file sent")).to_be_visible()
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.evaluate("location.href = '/collections/'")
    assert until(lambda: page.wait_for_timeout(50) or asked)
    assert asked == ["beforeunload"]
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Cancelled. Nothing was added.")).to_be_visible()


def test_a_search_by_hand_comes_as_one_types_and_opens_the_place(page, manual):
    page.goto(f"{manual}search/")
    page.get_by_label("What to look for").press_sequentially("decibels", delay=20)
    first = page.locator(".found li").first
    expect(first.locator("mark")).to_have_text("decibels")
    expect(page.get_by_label("What to look for")).to_be_focused()
    first.get_by_role("link").click()
    expect(page.locator("mark#here").first).to_be_visible()
    assert page.complaints == []


def test_by_keyboard_alone_a_file_is_found_and_removed(page, manual):
    page.goto(f"{manual}?name=page-118")
    remove = page.get_by_role("link", name="Remove manual/second/page-118.html")
    for _ in range(40):
        page.keyboard.press("Tab")
        if remove.evaluate("(link) => link === document.activeElement"):
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Remove Page 118?")).to_be_visible()
    expect(page.get_by_text("No session has learned anything from this document")).to_be_visible()
    keep = page.get_by_role("link", name="Keep it")
    keep.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Manual")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("part", ["", "?state=left-out", "?name=zebra", "search/", "search/?q=decibels", "delete/"])
def test_collection_pages_are_accessible_and_fit(page, manual, part, scheme):
    page.emulate_media(color_scheme=scheme)
    page.goto(manual + part)
    assert Axe().run(page).response["violations"] == []
    page.set_viewport_size({"width": 320, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_document_and_the_list_of_collections_are_accessible(page, manual, scheme):
    page.emulate_media(color_scheme=scheme)
    page.goto("/collections/")
    assert Axe().run(page).response["violations"] == []
    page.goto(manual)
    page.locator(".files tbody a").first.click()
    page.wait_for_load_state()
    assert Axe().run(page).response["violations"] == []
    assert page.complaints == []
