"""Whole sessions with a model behind a real socket: healthy, with each fault alone, and with all of them mixed."""

import json

import pytest

from steer_app.brains import model_brain
from steer_app.runs.models import Event, ModelCall, Run, Step
from steer_app.runs.services import inline
from steer_app.steer import written
from steer_app.steer.models import Learning, Node
from steer_app.steer.skills import report as report_skill
from steer_app.steer.steps.report import sentences
from tests.model_server import CONTENT, FAULTS, THOUGHT, ModelServer, Plan
from tests.steer import factories

pytestmark = pytest.mark.django_db(transaction=True)
OUTCOMES = {"complete", "complete_with_gaps"}


@pytest.fixture
def served(settings):
    """served(plan, …): a running server that the brain `model` asks."""
    running = []

    def serve(plan: Plan) -> ModelServer:
        server = ModelServer(plan).__enter__()
        running.append(server)
        settings.MODEL, settings.MODEL_URL, settings.MODEL_KIND = "honest", server.base_url, "openai"
        settings.MODEL_READ_S = 1.0
        return server

    yield serve
    for server in running:
        server.__exit__()


def _session(owner, library, **params) -> Run:
    given = {"brain": "model", "answers": "suggested", "depth": 1, "breadth": 2}
    run = factories.session(owner, library, **(given | params))
    return inline.run_to_end(run.pk, threads=4)


def _holds(run: Run) -> None:
    """What must hold of every session, whatever its model did."""
    assert run.outcome in OUTCOMES, run.reason
    assert (run.outcome == "complete_with_gaps") == bool(run.gaps)
    content = report_skill.Answer.model_validate(written.latest(run).content)
    assert content.answer
    was_read = Node.objects.get(run=run, path="0").status == "read"
    assert any(sentence.cites for sentence in sentences(content)) == was_read
    shown = json.dumps(content.model_dump()) + "".join(str(gap) for gap in run.gaps)
    assert THOUGHT not in shown
    assert "Traceback" not in shown
    for row in Learning.objects.filter(run=run):
        assert THOUGHT not in row.claim + row.text
    for node in Node.objects.filter(run=run):
        assert THOUGHT not in node.query + node.question + node.note
    assert not ModelCall.objects.filter(run=run, answer__contains=THOUGHT).exists()
    open_steps = Step.objects.filter(run=run).exclude(status__in=["done", "failed", "cancelled"])
    assert not open_steps.exists()


def test_a_healthy_model_writes_a_report_whose_every_claim_cites(owner, library, served):
    server = served(Plan())
    run = _session(owner, library)
    _holds(run)
    assert run.outcome == "complete"
    assert set(server.finished.values()) == {1}  # no call made twice
    calls = ModelCall.objects.filter(run=run)
    assert {call.brain for call in calls} == {"model:environment"}
    assert all(call.tokens_in == 100 and call.state == "done" for call in calls)
    assert run.budget.spent_tokens == sum(call.tokens_in + call.tokens_out for call in calls)
    content = written.latest(run).content
    assert content["sections"]
    assert "honest" in content["notice"]


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_alone_ends_in_a_report(owner, library, served, fault):
    server = served(Plan((fault,), rate=0.2, seed=3, hang_s=3))
    _holds(_session(owner, library))
    assert server.met[fault]


@pytest.mark.parametrize("fault", ["refusal", "missing", "invalid"])
def test_a_model_that_never_answers_well_leaves_gaps_and_an_extractive_report(owner, library, served, fault):
    served(Plan((fault,), rate=0.5, seed=4, times=99))
    run = _session(owner, library)
    _holds(run)
    assert run.gaps


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_all_faults_mixed_end_in_a_report(owner, library, served, seed):
    served(Plan(FAULTS, rate=0.2, seed=seed, hang_s=3))
    _holds(_session(owner, library, depth=2))


def test_answers_that_only_look_wrong_cost_no_second_call(owner, library, served):
    harmless = ("fenced", "thinking", "talk", "escapes", "quotes")
    server = served(Plan(harmless, rate=1.0))
    run = _session(owner, library)
    _holds(run)
    assert run.outcome == "complete"
    assert set(server.finished.values()) == {1}
    assert not [call for call in ModelCall.objects.filter(run=run) if "asked_again" in call.request]


def test_a_bad_answer_is_told_what_was_wrong_and_mended(owner, library, served):
    served(Plan(("missing",), rate=0.4, seed=2))
    run = _session(owner, library)
    _holds(run)
    again = [call for call in ModelCall.objects.filter(run=run) if "asked_again" in call.request]
    complaints = [call.request["asked_again"][0][1] for call in again]
    assert any("Field required" in one or "no JSON object" in one for one in complaints)


def test_a_model_that_is_away_makes_the_run_wait_and_another_brain_lets_it_go_on(owner, library, served):
    from steer_app.runs.services import holds

    server = served(Plan())
    server.__exit__()  # nobody listens any more
    run = factories.session(owner, library, brain="model", answers="suggested", depth=1, breadth=2)
    told = []

    def on_event(event):
        if event.type == "run.held":
            told.append(event.payload["reason"])
            holds.change_params(run_id=run.pk, changes={"brain": "test"}, by="ada")

    ended = inline.run_to_end(run.pk, threads=4, on_event=on_event)
    assert "cannot be reached" in told[0]
    assert ended.outcome == "complete"
    assert Event.objects.filter(run=run, type="params.changed").exists()


def test_faults_follow_from_request_and_seed_alone():
    plan = Plan(CONTENT, rate=0.5, seed=7)
    assert [plan.fault(str(n)) for n in range(50)] == [Plan(CONTENT, rate=0.5, seed=7).fault(str(n)) for n in range(50)]
    assert {plan.fault(str(n)) for n in range(500)} == {"", *CONTENT}


@pytest.fixture(autouse=True)
def fresh_clients():
    model_brain._clients.clear()
    yield
    model_brain._clients.clear()


def test_sources_that_could_not_be_read_are_not_said_to_hold_nothing(owner, library, served):
    served(Plan(("refusal",), rate=1.0, times=99))
    run = _session(owner, library)
    assert run.outcome == "complete_with_gaps"
    content = written.latest(run).content
    assert "could not be read" in content["answer"][0]["text"]
    assert "sorry" not in json.dumps(content)
