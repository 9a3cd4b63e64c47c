"""A finished call is never made again; budgets hold whatever dies (K6, K7)."""

import threading

import pytest
from django.utils import timezone

from steer_app.runs.domain.failures import BudgetRefused, Cancelled
from steer_app.runs.models import Budget, ModelCall
from steer_app.runs.services import budgets, calls, runs
from tests.runs.threads import together

pytestmark = [pytest.mark.both_databases]

NOBODY = "nowhere|1|1"


def planned(run, **values):
    return calls.Planned(**{"run_id": run.pk, "hash": "h", "skill": "count", "brain": "scripted", **values})


def wanted():
    """The step is still wanted."""


class Callee:
    """Counts what it was asked."""

    def __init__(self, answer="{}", tokens=0, before=None):
        self.asked = 0
        self.answer, self.tokens, self.before = answer, tokens, before
        self._lock = threading.Lock()

    def __call__(self):
        with self._lock:
            self.asked += 1
        if self.before:
            self.before()
        return calls.Made(self.answer, tokens_in=self.tokens)


@pytest.fixture
def run(draft):
    return draft()


def lose(planned, *, boot):
    """A call whose maker is gone, or hangs: in flight, with what it may cost set aside."""

    def die():
        raise SystemExit

    with pytest.raises(SystemExit):
        calls.once(planned, die, wanted)
    ModelCall.objects.update(boot=boot)


@pytest.mark.django_db(transaction=True)
def test_two_that_ask_the_same_at_once_ask_the_callee_once(run):
    begun = threading.Event()
    callee = Callee("7", before=lambda: begun.wait(0.2))
    answers = together(*(lambda: calls.once(planned(run), callee, wanted) for _ in range(4)))
    assert (answers, callee.asked) == (["7"] * 4, 1)


@pytest.mark.django_db
def test_a_finished_call_is_answered_from_its_row(run):
    callee = Callee("7")
    assert [calls.once(planned(run), callee, wanted) for _ in range(3)] == ["7"] * 3
    assert callee.asked == 1


@pytest.mark.django_db
def test_the_call_of_a_dead_maker_is_taken_over_at_once(run, dead_boot):
    lose(planned(run), boot=dead_boot)
    assert calls.once(planned(run), Callee("7"), wanted) == "7"
    assert ModelCall.objects.get().epoch == 2


@pytest.mark.django_db
def test_the_call_of_a_maker_elsewhere_is_waited_for_until_its_lease_is_over(run):
    lose(planned(run), boot=NOBODY)

    def unwanted_in_the_end():
        unwanted_in_the_end.looks += 1
        if unwanted_in_the_end.looks == 3:
            raise Cancelled

    unwanted_in_the_end.looks = 0
    with pytest.raises(Cancelled):
        calls.once(planned(run), Callee("7"), unwanted_in_the_end)
    ModelCall.objects.update(lease_until=timezone.now())
    assert calls.once(planned(run), Callee("7"), wanted) == "7"


@pytest.mark.django_db
def test_a_failed_call_is_made_again_by_the_next_to_ask(run):
    def fails():
        raise TimeoutError("no answer")

    with pytest.raises(TimeoutError):
        calls.once(planned(run), fails, wanted)
    assert (ModelCall.objects.get().state, ModelCall.objects.get().error) == ("failed", "TimeoutError: no answer")
    assert calls.once(planned(run), Callee("7"), wanted) == "7"


@pytest.mark.django_db
def test_a_step_that_is_no_longer_wanted_makes_no_call(run):
    def unwanted():
        raise Cancelled

    callee = Callee()
    with pytest.raises(Cancelled):
        calls.once(planned(run), callee, unwanted)
    assert callee.asked == 0


@pytest.mark.django_db
def test_a_maker_that_overstayed_takes_the_answer_of_the_one_that_took_over(run):
    def overtaken():
        ModelCall.objects.update(lease_until=timezone.now())
        calls.once(planned(run, most_tokens=10), Callee("the second", tokens=4), wanted)

    slow = Callee("the first", tokens=5, before=overtaken)
    assert calls.once(planned(run, most_tokens=10), slow, wanted) == "the second"
    row, budget = ModelCall.objects.get(), Budget.objects.get()
    assert (row.answer, row.in_doubt_tokens) == ("the second", 10)
    assert (budget.spent_tokens, budget.reserved_tokens) == (14, 0)


@pytest.fixture
def capped(draft):
    return draft(caps=runs.Caps(tokens=100, report_tokens=30))


@pytest.mark.django_db
def test_a_call_is_refused_if_it_might_pass_the_cap_less_the_report(capped):
    assert budgets.reserve(run_id=capped.pk, wanted=budgets.Wanted(70))
    assert not budgets.reserve(run_id=capped.pk, wanted=budgets.Wanted(1))
    assert budgets.reserve(run_id=capped.pk, wanted=budgets.Wanted(30, for_report=True))


@pytest.mark.django_db
def test_what_costs_nothing_is_never_refused(capped):
    Budget.objects.update(spent_tokens=1000)
    assert budgets.reserve(run_id=capped.pk, wanted=budgets.Wanted(0))


@pytest.mark.django_db
def test_a_refused_call_is_not_made_and_reserves_nothing(capped):
    callee = Callee()
    with pytest.raises(BudgetRefused):
        calls.once(planned(capped, most_tokens=71), callee, wanted)
    assert callee.asked == 0
    assert (Budget.objects.get().reserved_tokens, ModelCall.objects.get().reserved_tokens) == (0, 0)


@pytest.mark.django_db
def test_a_call_lost_in_flight_is_charged_at_its_reservation(capped, dead_boot):
    lose(planned(capped, most_tokens=20), boot=dead_boot)
    assert Budget.objects.get().reserved_tokens == 20
    calls.once(planned(capped, most_tokens=20), Callee(tokens=5), wanted)
    assert (Budget.objects.get().spent_tokens, Budget.objects.get().reserved_tokens) == (25, 0)


@pytest.mark.django_db(transaction=True)
def test_callers_at_once_never_pass_the_cap(capped):
    def asking(number):
        def ask():
            try:
                return calls.once(planned(capped, hash=str(number), most_tokens=20), Callee(tokens=20), wanted)
            except BudgetRefused:
                return None

        return ask

    together(*(asking(number) for number in range(8)))
    assert Budget.objects.get().spent_tokens == 60
