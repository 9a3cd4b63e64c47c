"""Two tabs on one session, and a connection that is lost: all show the same in the end, and no word is lost."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.live import until
from tests.runs.product import Product
from tests.story.pages import SessionPage

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

BEGIN = """
import json
from django.contrib.auth import get_user_model
from steer_app.runs.services import inline, runs
from steer_app.sources.services import collections, documents
from steer_app.steer import samples
from tests.story import rows
owner = get_user_model().objects.create_user("ada", password="x", role="admin")
collection = collections.create(owner=owner, name="street")
for path in samples.documents()[:6]:
    with path.open("rb") as stream:
        documents.add_upload(collection_id=collection.pk, name=path.name, stream=stream)
reading = runs.create(method_name="ingest", owner=owner, title="", params={"collection_id": collection.pk},
                      executor="inline")
runs.start(run_id=reading.pk)
inline.run_to_end(reading.pk, threads=0)
started = []
for title in ("Two tabs", "Cut off"):
    run = runs.create(method_name="steer", owner=owner, title=title, params={
        "query": "What would a car-free Mill Street change for people who cannot walk far?",
        "collections": [collection.pk], "c0": 0.0, "depth": 2, "breadth": 2})
    started.append(runs.start(run_id=run.pk).pk)
print(json.dumps({"cookie": rows.cookie(owner), "runs": started}))
"""
ANSWER = """
from steer_app.runs.models import Question
from steer_app.runs.services import questions
question = Question.objects.get(run=%s, state="open")
questions.answer(question_id=question.pk, revision=question.revision, answer={"you_decide": True}, by="the terminal")
"""
READ = "from steer_app.steer.models import Node; print(Node.objects.filter(run=%s, status='read').count())"
LOST = ("WebSocket connection to", "ERR_CONNECTION_REFUSED", "[object Event]")
"""What the console says of a socket that cannot be opened."""
OTHERS_ANSWERED = "status of 409"


@pytest.fixture(scope="module")
def product(tmp_path_factory):
    """Bus, web and worker, each to be killed by itself, and two sessions that ask at their root."""
    with Product(tmp_path_factory.mktemp("tabs") / "data", STEERLAB_SWEEP_S="0.5") as product:
        product.manage("collectstatic", "--noinput", "-v0")
        product.start("bus")
        made = json.loads(product.python(BEGIN).splitlines()[-1])
        product.start("web", "worker")
        product.cookie, product.runs = {**made["cookie"], "domain": "127.0.0.1", "path": "/"}, made["runs"]
        yield product


@pytest.fixture
def tab(product, watched):
    """Opens a session in a browser of its own."""

    def opens(run, forgives=()):
        context = watched(f"http://{product.address}", forgives=forgives, viewport={"width": 1280, "height": 800})
        context.add_cookies([product.cookie])
        page = context.new_page()
        page.goto(f"/runs/{run}/")
        session = SessionPage(page).arrived()
        expect(session.card).to_be_visible(timeout=60_000)
        return session

    return opens


def same_as_a_reload(session: SessionPage) -> None:
    """What a page says that has lived through it all, and a fresh one."""
    lived = session.parts()
    session.page.reload()
    session.arrived()
    fresh = session.parts()
    assert list(lived) == list(fresh), "the same parts in the same order"
    assert lived == fresh


def test_of_two_answers_at_once_one_counts_and_the_other_keeps_its_words(product, tab):
    run = product.runs[0]
    first, second = (tab(run, forgives=(OTHERS_ANSWERED,)) for _ in range(2))
    assert first.parts() == second.parts()
    held = []
    words = {first: "Who clears the snow?", second: "Who pays for the lifts?"}
    for session, direction in words.items():
        session.page.route("**/answer/", lambda route: held.append(route))
        session.card.get_by_label("Something missing?").fill(direction)
    for session in words:
        session.card.locator(".continue").click()
    for session in words:
        expect(session.card.locator(".htmx-request")).to_have_count(1)
    assert until(lambda: len(held) == 2 or first.page.evaluate("false")), "both are sent before either arrives"
    for route in held:
        route.continue_()

    for session in words:
        expect(session.turns).to_contain_text("Go on with", timeout=20_000)
    assert until(lambda: any(is_told(session) for session in words))
    late, won = sorted(words, key=is_told, reverse=True)
    expect(late.page.get_by_role("alert")).to_contain_text(re.compile("answered by ada"))
    expect(late.page.get_by_label("Your words, so that nothing is lost")).to_have_value(words[late])
    for session in words:
        expect(session.page.locator("#tree").get_by_role("link", name=words[won])).to_be_visible()
        expect(session.page.locator("#tree").get_by_role("link", name=words[late])).to_have_count(0)

    settles(first, second)
    assert is_told(late)
    assert not is_told(won), "who was heard is told nothing"
    same_as_a_reload(second)


def is_told(session: SessionPage) -> bool:
    return session.page.locator("#run-message").is_visible()


def settles(*sessions: SessionPage) -> None:
    """Nothing is done any more, and all show the same."""
    for session in sessions:
        idle = "#run-actions [data-status=waiting], #run-actions [data-status=ended]"
        expect(session.page.locator(idle)).to_have_count(1, timeout=60_000)
    assert until(lambda: all(one.parts() == sessions[0].parts() for one in sessions))


def test_a_page_whose_connection_was_lost_catches_up_without_a_reload(product, tab):
    run = product.runs[1]
    session = tab(run, forgives=LOST)
    page = session.page
    question = session.question()
    before = int(product.python(READ % run))
    age, notice = page.locator("#run-age"), page.locator("#connection")
    expect(age).to_be_hidden()
    product.kill("web")
    expect(age).to_have_text(re.compile(r"^Last update \d+ s ago\.$"), timeout=10_000)
    expect(notice).to_be_visible(timeout=10_000)
    assert session.said("No connection. The page tries again by itself.")
    product.python(ANSWER % run)
    assert until(lambda: int(product.python(READ % run)) > before, 60), "the worker goes on without the web process"
    expect(session.closed(question)).to_have_count(1)

    product.start("web")
    expect(age).to_be_hidden(timeout=40_000)
    expect(notice).to_be_hidden()
    expect(session.closed(question)).to_have_count(0)
    expect(session.turns).to_contain_text("You decide", timeout=20_000)
    assert session.said("Connected again; the page is up to date.")
    assert session.was_never_reloaded()
    settles(session)
    same_as_a_reload(session)
