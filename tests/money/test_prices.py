"""Prices by model and day: a call keeps the cost of its day, and an unknown price is never shown as nothing."""

from datetime import date, timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from steer_app.brains import selectors
from steer_app.brains.domain.price import Rates
from steer_app.brains.models import Connection, Price
from steer_app.brains.services import prices
from steer_app.runs.domain.failures import BudgetRefused, Conflict
from steer_app.runs.domain.spending import Spent, dollars, duration
from steer_app.runs.models import Budget, ModelCall
from steer_app.runs.services import calls, runs
from steer_app.steer.forms import initial

TODAY = date(2026, 5, 1)
PAGES = ("/models/prices/", "/models/prices/new/", "/models/prices/1/", "/models/prices/1/remove/")
FORM = {"model": "m-1", "valid_from": "2026-05-01", "usd_in": "0.25", "usd_out": "2", "currency": "USD"}


def priced(day=TODAY, model="m-1", usd_in="0.25", usd_out="2", **more) -> Price:
    return Price.objects.create(model=model, valid_from=day, usd_in=Decimal(usd_in), usd_out=Decimal(usd_out), **more)


def rates(usd_in, usd_cached, usd_out) -> Rates:
    return Rates(1, Decimal(usd_in), None if usd_cached is None else Decimal(usd_cached), Decimal(usd_out))


@pytest.mark.parametrize(
    ("given", "tokens", "microusd"),
    [
        (rates("0.25", None, "2"), (1000, 100, 0), 450),
        (rates("0.25", None, "2"), (1000, 100, 400), 450),  # no price of its own: as any other
        (rates("0.25", "0.025", "2"), (1000, 100, 400), 360),
        (rates("0.25", "0.025", "2"), (100, 0, 400), 3),  # never more cached than there were; half a millionth up
        (rates("0", None, "0"), (1000, 1000, 0), 0),
    ],
)
def test_a_call_costs_what_its_tokens_cost(given, tokens, microusd):
    tokens_in, tokens_out, cached = tokens
    assert given.microusd(tokens_in, tokens_out, cached) == microusd


def test_money_and_time_are_said_in_the_digits_that_matter():
    assert [dollars(n) for n in (0, 40, 4_200, 420_000, 1_234_560_000)] == [
        "$0", "under $0.0001", "$0.0042", "$0.42", "$1,234.56",
    ]  # fmt: skip
    assert [duration(n) for n in (0.5, 1, 45, 60, 90, 7200)] == [
        "0.5 seconds", "1 second", "45 seconds", "1 minute", "1.5 minutes", "2 hours",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("spent", "words"),
    [
        (Spent(), ""),
        (Spent(100, 0, 100), "unknown"),
        (Spent(100, 40_000, 0), "$0.04"),
        (Spent(100, 40_000, 60), "at least $0.04"),
        (Spent(100, 0, 0), "$0"),  # a price of nothing is a price
    ],
)
def test_an_unknown_price_is_said_to_be_unknown(spent, words):
    assert spent.money == words
    assert (spent.usd is None) == ("unknown" in words or "least" in words)


@pytest.mark.django_db
def test_the_latest_row_up_to_the_day_holds():
    priced(TODAY - timedelta(days=10), usd_in="1")
    priced(TODAY, usd_in="2")
    priced(TODAY + timedelta(days=5), usd_in="3")
    found = {n: selectors.rates("m-1", TODAY + timedelta(days=n)) for n in (-11, -10, -1, 0, 4, 5)}
    assert {n: one and one.usd_in for n, one in found.items()} == {-11: None, -10: 1, -1: 1, 0: 2, 4: 2, 5: 3}
    assert selectors.rates("m-2", TODAY) is None


@pytest.fixture
def draft(owner):
    def make(**caps):
        return runs.create(method_name="counting", owner=owner, title="", params={}, caps=runs.Caps(**caps))

    return make


def planned(run, **values):
    given = {"run_id": run.pk, "hash": "h", "skill": "count", "brain": "model:mine", "model": "m-1"}
    return calls.Planned(**given | values)


def answered(microusd, tokens=10):
    return lambda: calls.Made("{}", tokens_in=tokens, microusd=microusd)


@pytest.mark.django_db
def test_a_call_at_an_unknown_price_is_counted_in_tokens_and_its_cost_is_unknown(draft):
    run = draft(tokens=100)
    calls.once(planned(run, most_tokens=50, most_microusd=None), answered(None), lambda: None)
    row, budget = ModelCall.objects.get(), Budget.objects.get()
    assert (row.microusd, budget.spent_tokens, budget.spent_microusd, budget.unpriced_tokens) == (None, 10, 0, 10)
    assert (budget.reserved_tokens, budget.reserved_microusd) == (0, 0)


@pytest.mark.django_db
def test_a_limit_in_dollars_refuses_what_nobody_knows_the_price_of(draft):
    run = draft(microusd=1_000_000)
    with pytest.raises(BudgetRefused, match="page Prices"):
        calls.once(planned(run, most_tokens=50, most_microusd=None), answered(None), lambda: None)
    assert "$1.00" in Budget.objects.get().refusal


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_lost_attempt_at_an_unknown_price_stays_unknown_whatever_comes_after(draft):
    run = draft(tokens=1000)

    def die():
        raise SystemExit

    with pytest.raises(SystemExit):
        calls.once(planned(run, most_tokens=50, most_microusd=None), die, lambda: None)
    ModelCall.objects.update(lease_until=timezone.now(), boot="nowhere|1|1")
    calls.once(planned(run, most_tokens=50, most_microusd=900, price=3), answered(700), lambda: None)
    row, budget = ModelCall.objects.get(), Budget.objects.get()
    assert (row.microusd, row.in_doubt_microusd, row.attempts, row.price) == (700, None, 2, 3)
    assert (budget.spent_tokens, budget.spent_microusd, budget.unpriced_tokens) == (60, 700, 50)


@pytest.mark.django_db
def test_a_row_that_calls_were_made_at_stays_as_it_is(run, call):
    row = priced()
    call(price=row.pk, state="in flight")
    with pytest.raises(Conflict, match="a call was made at it"):
        prices.correct(price_id=row.pk, values={"usd_in": Decimal(9)})
    with pytest.raises(Conflict):
        prices.remove(price_id=row.pk)
    row.refresh_from_db()
    assert row.usd_in == Decimal("0.25")


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("role", ["researcher", "annotator"])
@pytest.mark.django_db
def test_to_others_the_prices_are_not_there(client, django_user_model, path, role):
    Price.objects.create(pk=1, model="m", valid_from=TODAY, usd_in=1, usd_out=1)
    client.force_login(django_user_model.objects.create_user("somebody", role=role))
    assert [client.get(path).status_code, client.post(path).status_code] == [404, 404]


@pytest.mark.django_db
def test_an_admin_adds_corrects_and_deletes_a_row(client, admin):
    client.force_login(admin)
    assert client.post("/models/prices/new/", FORM).status_code == 302
    row = Price.objects.get()
    assert (row.usd_in, row.usd_cached, row.usd_out, row.currency) == (Decimal("0.25"), None, 2, "USD")
    client.post(f"/models/prices/{row.pk}/", FORM | {"usd_cached": "0.025"})
    row.refresh_from_db()
    assert row.usd_cached == Decimal("0.025")
    page = client.get("/models/prices/").content.decode()
    assert "$0.025" in page
    client.post(f"/models/prices/{row.pk}/remove/")
    assert not Price.objects.exists()


@pytest.mark.django_db
def test_a_day_has_one_price_of_a_model(client, admin):
    priced()
    client.force_login(admin)
    answer = client.post("/models/prices/new/", FORM)
    assert answer.status_code == 422
    assert "has a price from that day already" in answer.content.decode()


@pytest.mark.parametrize("wrong", [{"usd_in": "-1"}, {"usd_out": ""}, {"valid_from": "soon"}, {"model": " "}])
@pytest.mark.django_db
def test_a_price_that_makes_no_sense_is_not_taken(client, admin, wrong):
    client.force_login(admin)
    assert client.post("/models/prices/new/", FORM | wrong).status_code == 422
    assert not Price.objects.exists()


@pytest.mark.django_db
def test_a_used_row_can_neither_be_corrected_nor_deleted_on_the_page(client, admin, call):
    row = priced()
    call(price=row.pk)
    client.force_login(admin)
    page = client.get("/models/prices/").content.decode()
    assert "stays as it is" in page
    assert f"/models/prices/{row.pk}/" not in page
    for path in (f"/models/prices/{row.pk}/", f"/models/prices/{row.pk}/remove/"):
        answer = client.post(path, FORM | {"usd_in": "9"})
        assert answer.status_code == 409
        assert "stays as it is" in answer.content.decode()
    row.refresh_from_db()
    assert row.usd_in == Decimal("0.25")


@pytest.mark.both_databases
@pytest.mark.django_db
def test_models_without_a_price_are_named(client, admin, django_assert_max_num_queries):
    Connection.objects.create(name="mine", model="m-1")
    Connection.objects.create(name="other", model="m-2")
    priced(timezone.now().date() - timedelta(days=1), model="m-2")
    priced(timezone.now().date() + timedelta(days=1), model="m-1")  # not yet
    client.force_login(admin)
    with django_assert_max_num_queries(9):
        page = client.get("/models/prices/").content.decode()
    assert "Add a price of m-1" in page
    assert "Add a price of m-2" not in page
    shown = client.get("/models/").content.decode()
    assert "$0.25 in and $2.00 out" in shown
    assert shown.count("its price is not known") == 1


@pytest.mark.django_db
def test_a_limit_in_dollars_wants_a_price(client, owner, library):
    Connection.objects.create(name="mine", model="m-1", base_url="http://127.0.0.1:1/v1")
    client.force_login(owner)
    given = initial({}) | {"question": "Is it loud?", "collections": [library.pk], "brain": "model:mine"}
    given = {name: value for name, value in given.items() if value is not None and value is not False} | {
        "cap_dollars": "1"
    }
    refused = client.post("/sessions/new/", given)
    assert refused.status_code == 422
    assert "Limit its tokens instead" in refused.content.decode()
    priced(timezone.now().date())
    assert client.post("/sessions/new/", given).status_code == 302
