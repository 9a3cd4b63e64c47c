"""A question of one fact ends after a call or two, with one cited answer and no tree; all others grow theirs."""

import pytest
from django.urls import reverse

from steer_app.brains import model_brain
from steer_app.runs.models import Event, ModelCall, Run
from steer_app.runs.services import inline, steers, steps
from steer_app.steer import samples, selectors, session_json, written
from steer_app.steer.domain.panel import fold
from steer_app.steer.models import Learning, Node, Session
from steer_app.steer.report.markdown import render
from steer_app.steer.skills import triage
from steer_app.steer.skills.common import SourceText
from steer_app.steer.skills.triage.wire import Wire, read
from tests import model_server
from tests.model_server import ModelServer, Plan
from tests.money.test_triage_asked import TEXTS
from tests.steer import factories

pytestmark = pytest.mark.django_db(transaction=True)
QUESTION = "What year did the Wendlecote trial start?"
SENTENCE = "The Wendlecote trial started in May 2019 and ran for two years."


@pytest.fixture
def town(owner):
    """A collection of the texts that the questions of one fact are about."""
    return factories.documents(owner, "town", TEXTS)


def ended(owner, collection, query=QUESTION, **params) -> Run:
    given = {"query": query, "brain": "offline", "direct": True, "depth": 1, "breadth": 2, "answers": "suggested"}
    return inline.run_to_end(factories.session(owner, collection, **given | params).pk, threads=0)


def scouted(run: Run) -> bool:
    """Whether ways to go on were looked for; a few texts may not hold any."""
    return run.steps.filter(key="scout:0", status="done").exists()


def test_the_offline_brain_answers_in_one_call_without_a_tree(owner, town):
    run = ended(owner, town)
    assert (run.outcome, Session.objects.get(run=run).triage) == ("complete", "direct")
    assert [call.skill for call in ModelCall.objects.filter(run=run)] == ["triage"]
    assert [node.path for node in Node.objects.filter(run=run)] == ["0"]
    assert set(run.steps.values_list("key", flat=True)) == {"start", "triage:start", "report:1"}
    content = written.latest(run).content
    assert [(one["text"], one["cites"], one["kind"]) for one in content["answer"]] == [(SENTENCE, [1], "quote")]
    learning = Learning.objects.get(run=run)
    assert learning.text == SENTENCE
    assert "answered directly" in render(written.pieces_of(run, written.latest(run)))
    told = session_json.session(run)
    assert (told["answered_directly"], told["settings"]["direct"]) == (True, True)


def test_the_journal_tells_it_as_the_rows_do(owner, town):
    run = ended(owner, town)
    events = Event.objects.filter(run=run).order_by("seq").values_list("type", "payload")
    assert fold(events).as_dict() == selectors.panel(run).as_dict()
    assert selectors.panel(run).direct


@pytest.mark.parametrize("query", ["Should the Wendlecote trial start again?", "What year was the Quay Bridge begun?"])
def test_any_other_question_grows_its_tree_with_the_setting_on(owner, town, query):
    run = ended(owner, town, query)
    assert Session.objects.get(run=run).triage == "in depth"
    assert scouted(run)
    assert run.persona_versions.exists()


def test_with_the_setting_off_nothing_is_asked_beforehand(owner, town):
    run = ended(owner, town, direct=False)
    assert Session.objects.get(run=run).triage == ""
    assert not ModelCall.objects.filter(run=run, skill="triage").exists()
    assert scouted(run)


@pytest.mark.parametrize("sample", samples.WORKED, ids=lambda one: one.title)
def test_the_worked_examples_cost_no_call_more(owner, town, sample):
    run = factories.session(owner, town, query=sample.query, about=sample.about, direct=True, brain="offline")
    while not run.steps.filter(key="triage:start", status="done").exists():
        steps.perform(run.steps.filter(status="ready").order_by("pk").values_list("pk", flat=True)[0])
    assert run.steps.get(key="triage:start").result["direct"] is False
    assert not ModelCall.objects.filter(run=run).exists()


def test_a_triage_that_fails_leaves_the_research_as_it_is(owner, town, settings):
    run = ended(owner, town, brain="test")  # which knows no such skill
    assert Session.objects.get(run=run).triage == "in depth"
    assert Node.objects.filter(run=run).count() > 1


@pytest.fixture
def served(settings):
    model_brain._clients.clear()
    with ModelServer(Plan()) as server:
        settings.MODEL, settings.MODEL_URL, settings.MODEL_KIND = "honest", server.base_url, "openai"
        yield server
    model_brain._clients.clear()


def says(monkeypatch, **answer) -> None:
    """What the double behind the socket answers to triage."""
    wanted = frozenset({"direct", "passage"})
    rest = tuple(pair for pair in model_server.ANSWERS if pair[0] != wanted)
    monkeypatch.setattr(model_server, "ANSWERS", ((wanted, lambda prompt: answer), *rest))


def test_a_model_answers_in_two_calls_of_which_one_checks_the_other(owner, town, served, monkeypatch):
    says(monkeypatch, direct=True, why="one date", answer="It started in 2019.", passage=0, words=SENTENCE)
    run = ended(owner, town, brain="model")
    assert run.outcome == "complete"
    assert sorted(call.skill for call in ModelCall.objects.filter(run=run)) == ["support", "triage"]
    assert [one["text"] for one in written.latest(run).content["answer"]] == ["It started in 2019."]
    assert Learning.objects.get(run=run).text == SENTENCE
    sent = ModelCall.objects.get(run=run, skill="triage").messages
    assert [role for role, _ in sent] == ["system", "human"]
    assert QUESTION in sent[1][1]


def test_a_model_that_says_no_costs_one_call_more(owner, town, served, monkeypatch):
    says(monkeypatch, direct=False, why="no", answer="", passage=0, words="")
    run = ended(owner, town, brain="model")
    assert ModelCall.objects.filter(run=run, skill="triage").count() == 1
    assert Node.objects.filter(run=run).count() > 1


SOURCE = SourceText(7, 1, "Trial", SENTENCE, 100, 1.0)


@pytest.mark.parametrize(
    "wire",
    [
        {"words": "The Wendlecote trial started in May 2018"},  # stands nowhere
        {"answer": "It started in May 2018."},  # a figure that the quote lacks
        {"answer": " "},
        {"answer": "word " * 60},
        {"direct": False},
    ],
)
def test_a_yes_of_a_model_that_is_not_plainly_there_is_a_no(wire):
    given = {"direct": True, "why": "one date", "answer": "It started in 2019.", "passage": 7, "words": SENTENCE}
    request = triage.Request(QUESTION, "", (SOURCE,))
    assert read(request, Wire(**given)).direct
    assert not read(request, Wire(**given | wire)).direct


def test_the_page_says_so_and_offers_the_research(client, owner, town):
    run = ended(owner, town)
    client.force_login(owner)
    deep = reverse("steer:in-depth", args=[run.pk])
    for address in (reverse("runs:run", args=[run.pk]), reverse("steer:report-page", args=[run.pk])):
        page = client.get(address).content.decode()
        assert "nswered directly" in page
        assert deep in page
        assert "Research it in depth" in page
    answer = client.post(deep)
    again = Run.objects.latest("pk")
    assert answer.url == reverse("runs:run", args=[again.pk])
    assert again.params == run.params | {"direct": False}
    assert again.status == "running"


def test_strangers_cannot_have_it_researched(client, stranger, owner, town):
    run = ended(owner, town)
    client.force_login(stranger)
    assert client.post(reverse("steer:in-depth", args=[run.pk])).status_code == 404
    assert Run.objects.filter(method="steer").count() == 1


def test_what_a_person_adds_meanwhile_is_read_before_the_report(owner, town):
    run = factories.session(owner, town, query=QUESTION, direct=True, brain="offline", depth=1)
    steps.perform(run.steps.get(key="start").pk)
    steers.submit(run_id=run.pk, by="ada", kind="say", payload={}, text="I care about the cost", against=0)
    ended_run = inline.run_to_end(run.pk, threads=0)
    assert ended_run.outcome == "complete"
    assert ended_run.persona_versions.exists()


def test_a_new_session_has_the_setting_on_and_its_copy_keeps_it(client, owner, town):
    client.force_login(owner)
    page = client.get("/sessions/new/").content.decode()
    assert "checked" in _field(page)
    run = ended(owner, town, direct=False)
    assert "checked" not in _field(client.get(f"/sessions/new/?from={run.pk}").content.decode())


def _field(page: str) -> str:
    start = page.index('name="direct"')
    return page[start - 60 : page.index(">", start)]


def test_caps_reach_the_research_in_depth(client, owner, town):
    run = ended(owner, town)
    run.budget.cap_s, run.budget.report_s = 300, 60
    run.budget.save()
    client.force_login(owner)
    client.post(reverse("steer:in-depth", args=[run.pk]))
    again = Run.objects.latest("pk").budget
    assert (again.cap_s, again.report_s) == (300, 60)
