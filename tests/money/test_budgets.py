"""A limit ends a session with a partial report, says which limit it was, and names what was left undone."""

from decimal import Decimal

import pytest
from django.urls import reverse
from django.utils import timezone

from steer_app.brains import model_brain
from steer_app.brains.models import Price
from steer_app.runs.domain.states import outcome_of
from steer_app.runs.models import Budget, ModelCall, Run
from steer_app.runs.services import inline, runs, sweeps
from steer_app.steer import written
from steer_app.steer.left_out import left_out
from steer_app.steer.models import Node, Report
from steer_app.steer.report.markdown import render
from tests.model_server import ModelServer, Plan
from tests.steer import factories

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def served(settings):
    model_brain._clients.clear()
    with ModelServer(Plan()) as server:
        settings.MODEL, settings.MODEL_URL, settings.MODEL_KIND = "honest", server.base_url, "openai"
        settings.MODEL_ANSWER_TOKENS = 600
        yield server
    model_brain._clients.clear()


@pytest.fixture
def priced():
    """A dollar a million tokens, in or out: a token costs a millionth of a dollar."""
    return Price.objects.create(model="honest", valid_from=timezone.now().date(), usd_in=1, usd_out=Decimal(1))


def session(owner, library, caps, *, brain="model", on_event=None, **params) -> Run:
    given = {"query": "Is a pump worth its cost and noise?", "collections": [library.pk], "brain": brain}
    given |= {"answers": "suggested", "depth": 2, "breadth": 2} | params
    run = runs.create(method_name="steer", owner=owner, title="t", params=given, executor="inline", caps=caps)
    runs.start(run_id=run.pk)
    return inline.run_to_end(run.pk, threads=2, on_event=on_event)


def after_reading(path: str):
    """Moves a session's clock past any limit once this node was read."""

    def on_event(event):
        if event.type == "node.read" and event.payload["path"] == path:
            Run.objects.filter(pk=event.run_id).update(active_s=10_000)
            sweeps.sweep(event.run_id)

    return on_event


def once_reporting(event):
    if event.type == "run.changed" and event.payload["status"] == "reporting":
        Run.objects.filter(pk=event.run_id).update(active_s=10_000)


def holds(run: Run) -> None:
    """What is promised of every session that its budget ended."""
    assert run.outcome == "budget"
    assert "limit of" in run.reason
    report = written.latest(run)
    assert report
    left, budget = left_out(run), Budget.objects.get(run=run)
    assert (budget.reserved_tokens, budget.reserved_microusd) == (0, 0)
    assert budget.cap_tokens is None or budget.spent_tokens <= budget.cap_tokens
    assert budget.cap_microusd is None or budget.spent_microusd <= budget.cap_microusd
    text = render(written.pieces_of(run, report))
    assert "This report is partial." in text
    assert run.reason in written.pieces_of(run, report).partial
    for node in (*left.unread, *left.not_followed):
        assert node.question in text
    spent = sum(c.tokens_in + c.tokens_out + c.in_doubt_tokens for c in ModelCall.objects.filter(run=run))
    assert spent == budget.spent_tokens


CAPS = {
    "tokens": (runs.Caps(tokens=6_000, report_tokens=1_200), "limit of 6,000 tokens"),
    "money": (runs.Caps(microusd=6_000, report_microusd=1_200), "limit of $0.0060"),
    "seconds": (runs.Caps(seconds=60, report_seconds=12), "limit of 1 minute of work"),
}


@pytest.mark.parametrize("cap", CAPS)
def test_each_limit_ends_the_research_of_a_model_with_a_partial_report(owner, library, served, priced, cap):
    caps, words = CAPS[cap]
    run = session(owner, library, caps, on_event=after_reading("0") if cap == "seconds" else None)
    holds(run)
    assert run.closed == "budget"
    assert words in run.reason
    left = left_out(run)
    assert left.unread or left.not_followed
    assert {node.note for node in left.unread} <= {"The session ended before it was read."}
    assert left.undone


def test_time_ends_the_research_of_the_offline_brain_with_a_partial_report(owner, library):
    run = session(owner, library, runs.Caps(seconds=60), brain="offline", on_event=after_reading("0"))
    holds(run)
    assert (run.closed, run.reason) == ("budget", "Its limit of 1 minute of work was reached.")
    assert Node.objects.filter(run=run, status="read").exists()


def test_tokens_and_money_do_not_limit_a_brain_that_costs_none(owner, library):
    run = session(owner, library, runs.Caps(tokens=1, microusd=1), brain="offline", depth=1)
    assert (run.outcome, run.reason, left_out(run).why) == ("complete", "", "")
    assert Budget.objects.get().spent_tokens == 0


@pytest.mark.parametrize("cap", ["tokens", "microusd"])
def test_a_limit_in_the_middle_of_the_report_lets_the_offline_brain_end_it(owner, library, served, priced, cap):
    def on_event(event):
        """Leaves room for one call of the report, or two."""
        if event.type == "run.changed" and event.payload["status"] == "reporting":
            budget = Budget.objects.get(run=event.run_id)
            setattr(budget, f"cap_{cap}", getattr(budget, f"spent_{cap}") + 2_500)
            budget.save(update_fields=[f"cap_{cap}"])

    served.plan.delay_s = 0.05
    run = session(owner, library, runs.Caps(), depth=1, on_event=on_event)
    holds(run)
    assert run.closed == ""  # all was read
    brains = set(ModelCall.objects.filter(run=run, step_key="report:1", state="done").values_list("brain", flat=True))
    assert "offline" in brains
    assert "while the report was written" in left_out(run).why
    assert "offline brain" in written.latest(run).content["notice"]


def test_time_that_is_up_in_the_middle_of_the_report_lets_the_offline_brain_end_it(owner, library, served):
    served.plan.delay_s = 0.05
    run = session(owner, library, runs.Caps(seconds=60), depth=1, on_event=once_reporting)
    holds(run)
    assert run.closed == ""
    assert ModelCall.objects.filter(run=run, error__startswith="not made: Its limit of 1 minute").exists()


def test_a_part_of_the_time_is_kept_for_the_report(owner, library, served):
    """Research ends after 48 of 60 seconds; the report may be written by the model until the 60th."""

    def on_event(event):
        if event.type == "node.read" and event.payload["path"] == "0":
            Run.objects.filter(pk=event.run_id).update(active_s=50)

    run = session(owner, library, runs.Caps(seconds=60, report_seconds=12), on_event=on_event)
    holds(run)
    report = ModelCall.objects.filter(run=run, step_key="report:1")
    assert set(report.values_list("brain", flat=True)) == {"model:environment"}


def test_a_question_that_was_open_at_the_end_is_named_with_its_directions(owner, library, client):
    run = factories.session(owner, library, answers="person", c0=0, depth=2)
    Budget.objects.filter(run=run).update(cap_s=60)
    run = inline.run_to_end(run.pk, threads=0)
    assert run.status == "waiting"
    Run.objects.filter(pk=run.pk).update(status="running", active_since=timezone.now(), active_s=100)
    run = inline.run_to_end(run.pk, threads=0)
    holds(run)
    (asked,) = left_out(run).unanswered
    assert asked.directions
    client.force_login(owner)
    for address in (reverse("steer:report-page", args=[run.pk]), reverse("runs:run", args=[run.pk])):
        page = client.get(address).content.decode()
        assert "Asked, and not answered in time:" in page
        assert asked.directions[0] in page
    told = client.get(reverse("steer:session", args=[run.pk])).json()["left_undone"]
    assert told["unanswered"] == [{"question": asked.text, "directions": list(asked.directions)}]


def test_the_page_of_such_a_session_says_which_limit_and_what_is_left(owner, library, served, priced, client):
    run = session(owner, library, CAPS["money"][0])
    client.force_login(owner)
    page = client.get(reverse("runs:run", args=[run.pk])).content.decode()
    assert "Ended by its budget" in page
    assert "Its limit of $0.0060 was reached" in page
    assert "of $0.0060" in page
    assert Report.objects.filter(run=run).count() == 1


@pytest.mark.parametrize(
    ("says", "closed", "outcome"), [("complete", "budget", "budget"), ("failed", "budget", "failed")]
)
def test_a_failure_outranks_the_budget(says, closed, outcome):
    assert outcome_of(method_says=says, closed=closed, gaps=True) == outcome
