"""The gateway between a step and a brain (K6, K7)."""

import random
from types import SimpleNamespace

import pytest

from steer_app.brains import registry
from steer_app.brains.counting import count
from steer_app.brains.counting.count import scripted
from steer_app.brains.gateway import Gateway
from steer_app.runs.domain.failures import BudgetRefused
from steer_app.runs.models import Budget, ModelCall
from steer_app.runs.services import runs
from steer_app.runs.services.calls import Made

pytestmark = pytest.mark.django_db


class Costly(registry.PlainBrain):
    """A brain whose every call may cost ten tokens, and does."""

    name, model = "costly", "m"
    cost = 10

    def fingerprint(self, skill):
        return "1"

    def most_tokens(self, skill, request):
        return self.cost

    def make(self, skill, request, talk):
        return Made(scripted.answer(request, random.Random(1)).model_dump_json(), tokens_in=self.cost)


class Free(Costly):
    name, model, cost = "offline", "", 0


@pytest.fixture
def gateway(settings, owner):
    """gateway(cap, for_report=...): a step's access to the brain `costly` in a run that may spend `cap` tokens."""
    settings.BRAINS = {"costly": f"{__name__}:Costly", "offline": f"{__name__}:Free"}
    registry.plain.cache_clear()

    def make(cap, **values):
        caps = runs.Caps(tokens=cap)
        run = runs.create(method_name="counting", owner=owner, title="", params={}, caps=caps)
        ctx = SimpleNamespace(run=run, step=SimpleNamespace(key="count:0"), check=lambda: None)
        return Gateway(ctx, "costly", **values)

    yield make
    registry.plain.cache_clear()


def test_the_same_request_is_asked_once_and_costs_once(gateway):
    asks = gateway(100)
    answers = {asks.answer(count, count.Request("0.1", 3)).number for _ in range(3)}
    assert len(answers) == 1
    assert ModelCall.objects.count() == 1
    assert Budget.objects.get().spent_tokens == 10


def test_another_request_is_another_call(gateway):
    asks = gateway(100)
    asks.answer(count, count.Request("0.1", 3))
    asks.answer(count, count.Request("0.1", 4))
    assert ModelCall.objects.count() == 2


def test_research_that_cannot_be_paid_is_refused(gateway):
    with pytest.raises(BudgetRefused):
        gateway(5).answer(count, count.Request("0", 0))


def test_a_report_that_cannot_be_paid_is_written_offline(gateway):
    gateway(5, for_report=True).answer(count, count.Request("0", 0))
    assert ModelCall.objects.get(state="done").brain == "offline"
    assert Budget.objects.get().spent_tokens == 0
