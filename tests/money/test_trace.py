"""The trace: every step and every call in order, filtered, paged, to take away, and without secrets."""

import json
import logging
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.urls import reverse
from django.utils import timezone

from steer_app.brains.models import Connection
from steer_app.brains.secret import encrypted
from steer_app.runs import masking, trace
from steer_app.runs.models import ModelCall, Run, Step
from steer_app.runs.services import inline
from steer_app.runs.trace import PAGE, Filters
from tests.steer import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def mine(client, owner):
    client.force_login(owner)
    return client


def shown(run, **filters) -> list[str]:
    return [entry.name for entry in trace.entries(run, Filters(**filters), 0, 1000)]


def at(run, path="trace/", **query):
    return f"/runs/{run.pk}/{path}?{'&'.join(f'{name}={value}' for name, value in query.items())}"


def test_steps_and_calls_stand_in_the_order_in_which_they_were_begun(run, call):
    call("learn")
    late = Step.objects.create(run=run, kind="decide", key="decide:0", status="claimed", claimed_at=timezone.now())
    call("support", step_key=late.key)
    assert shown(run) == ["read:0", "scout:0", "read:0.2", "learn", "decide:0", "support"]


def test_every_kind_of_step_is_put_into_words(run):
    from steer_app.steer.method import STEPS

    for number, kind in enumerate(STEPS):
        Step.objects.create(run=run, kind=kind, key=f"{kind}:0.9{number}")
    found = {entry.row.kind: entry.does for entry in trace.entries(run, Filters(kind="step"), 0, 1000)}
    assert set(STEPS) <= set(found)
    assert all(found.values())


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("filters", "left"),
    [
        ({"kind": "step"}, ["read:0", "scout:0", "read:0.2"]),
        ({"kind": "step:read"}, ["read:0", "read:0.2"]),
        ({"kind": "call"}, ["learn", "probe", "coverage"]),
        ({"kind": "call:probe"}, ["probe"]),
        ({"outcome": "failed"}, ["scout:0", "probe"]),
        ({"outcome": "cancelled"}, ["read:0.2"]),
        ({"outcome": "open"}, ["coverage"]),
        ({"outcome": "again"}, ["probe"]),
        ({"outcome": "nonsense"}, []),
        ({"node": "0.2"}, ["read:0.2", "coverage"]),
        ({"node": "0"}, ["read:0", "scout:0", "learn", "probe"]),
        ({"node": "2"}, []),  # 0.2 ends with it, and is another node
        ({"q": "HEAT pumps"}, ["learn"]),  # in the request
        ({"q": "too slow"}, ["probe"]),  # in the error
        ({"q": "decibels"}, ["coverage"]),  # in the prompt
        ({"q": "scout"}, ["scout:0", "probe"]),
        ({"kind": "call", "node": "0", "outcome": "done"}, ["learn"]),
    ],
)
def test_filters_leave_what_they_say(run, call, filters, left):
    call("learn", request={"question": "How loud are heat pumps?"})
    call("probe", state="failed", step_key="scout:0", error="Retryable: too slow", attempts=4)
    call("coverage", state="in flight", step_key="read:0.2", messages=[["human", "Score the decibels."]])
    assert shown(run, **filters) == left
    totals = trace.totals(run, Filters(**filters))
    assert totals.steps + totals.calls == len(left)


@pytest.mark.both_databases
def test_sums_tell_what_is_known_of_the_cost(run, call):
    call(tokens_in=900, tokens_out=100, microusd=4000)
    call(tokens_in=50, microusd=None, step_key="read:0.2")
    call(tokens_in=10, microusd=100, in_doubt_tokens=30, in_doubt_microusd=200)
    spent = trace.totals(run, Filters()).spent
    assert (spent.tokens, spent.microusd, spent.unpriced_tokens) == (1090, 4300, 50)
    first, *_ = trace.entries(run, Filters(kind="step:read"))
    assert (first.spent.tokens, first.spent.money) == (1040, "$0.0043")


def test_a_thousand_nodes_are_paged_in_a_few_queries(mine, run, call, django_assert_max_num_queries):
    Step.objects.bulk_create(
        Step(run=run, kind="read", key=f"read:1.{n}", status="done", claimed_at=timezone.now()) for n in range(1000)
    )
    ModelCall.objects.bulk_create(
        ModelCall(run=run, hash=f"h{n}", skill="learn", brain="offline", step_key=f"read:0.{n}", state="done")
        for n in range(1000)
    )
    with django_assert_max_num_queries(12):
        first = mine.get(at(run)).content.decode()
    assert f"1 to {PAGE} of 2003" in first
    assert first.count("<details id=") == PAGE
    last = mine.get(at(run, page=999)).content.decode()
    assert "2001 to 2003 of 2003" in last
    assert "Later" not in last
    kept = mine.get(at(run, kind="call", page=2)).content.decode()
    assert "?kind=call&amp;page=3" in kept


def test_a_call_of_a_model_shows_the_prompt_that_was_sent(mine, run, call):
    made = call(messages=[["system", "Do one step."], ["human", "Question: how loud?"]], answer='{"n": 1}',
                request={"question": "how loud"}, fingerprint="abc")  # fmt: skip
    page = mine.get(reverse("runs:trace-call", args=[run.pk, made.pk])).content.decode()
    assert "The prompt, as it was sent" in page
    assert "Question: how loud?" in page
    assert "&quot;n&quot;: 1" in page


def test_a_call_of_the_offline_brain_shows_its_request(mine, run, call):
    made = call(brain="offline", model="", request={"question": "how <loud>"}, answer="{}")
    page = mine.get(reverse("runs:trace-call", args=[run.pk, made.pk]), headers={"hx-request": "true"}).content.decode()
    assert "The request" in page
    assert "how &lt;loud&gt;" in page
    assert "<html" not in page


def lines_of(answer) -> list[dict]:
    return [json.loads(line) for line in b"".join(answer).decode().splitlines()]


@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume")
def test_the_file_holds_the_same_in_full(mine, run, call):
    call("learn", tokens_in=10, microusd=None, messages=[["human", "Hello"]], request={"a": 1}, answer="seven")
    answer = mine.get(at(run, "trace.jsonl", kind="call"))
    assert answer.streaming
    assert "attachment" in answer["Content-Disposition"]
    (line,) = lines_of(answer)
    assert (line["type"], line["skill"], line["node"], line["tokens_in"]) == ("call", "learn", "0", 10)
    assert line["cost_usd"] is None  # nobody knew the price
    assert (line["messages"], line["request"], line["answer"]) == ([["human", "Hello"]], {"a": 1}, "seven")
    everything = lines_of(mine.get(at(run, "trace.jsonl")))
    assert [one["type"] for one in everything] == ["step", "step", "step", "call"]


@pytest.mark.django_db(transaction=True)
async def test_the_file_is_sent_while_it_is_read(async_client, owner, run, call):
    from asgiref.sync import sync_to_async

    def many():
        rows = [ModelCall(run=run, hash=f"h{n}", skill="learn", brain="offline", state="done") for n in range(500)]
        ModelCall.objects.bulk_create(rows)

    await sync_to_async(many)()
    await async_client.aforce_login(owner)
    answer = await async_client.get(at(run, "trace.jsonl"))
    pieces = [piece async for piece in answer.streaming_content]
    assert len(pieces) == 3
    assert sum(piece.count(b"\n") for piece in pieces) == 503


@pytest.mark.parametrize("path", ["trace/", "trace.jsonl", "trace/calls/{call}/"])
def test_strangers_find_no_trace(client, stranger, run, call, path):
    address = f"/runs/{run.pk}/" + path.format(call=call().pk)
    assert client.get(address).status_code == 302  # to signing in
    client.force_login(stranger)
    assert client.get(address).status_code == 404


def test_a_call_of_another_run_is_not_found(mine, run, call, owner):
    other = Run.objects.create(owner=owner, method="steer", title="other")
    assert mine.get(reverse("runs:trace-call", args=[other.pk, call().pk])).status_code == 404


KEY = "correct-horse-battery-staple"
"""Looks like no secret: only who stores it knows that it is one."""
LOOKALIKES = (
    "sk-proj-abcdefghijklmnop1234", "sk-ant-" + "a1b2-" * 6, "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    "xoxb-123456789012-abcdefghij", "AKIAABCDEFGHIJKLMNOP", "hf_abcdefghijklmnopqrstuvwxyz",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefghijk",
)  # fmt: skip


@pytest.fixture
def stored(monkeypatch):
    monkeypatch.setattr(masking, "_known", set())  # as in a process that has not had it in its hands
    Connection.objects.create(name="mine", model="m-1", key=encrypted(KEY))


@pytest.mark.parametrize("secret", LOOKALIKES)
def test_what_looks_like_a_secret_is_masked(secret):
    assert masking.masked(f"use {secret}, please") == "use [secret], please"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Authorization: Bearer abcdefghijklmnop", "Authorization: Bearer [secret]"),
        ('{"api_key": "0123456789abcdef"}', '{"api_key": "[secret]"}'),
        ("X-Api-Key=0123456789abcdef", "X-Api-Key=[secret]"),
        ("http://ada:hunter2@host/v1", "http://ada:[secret]@host/v1"),
        ("-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----.", "[secret]."),
    ],
)
def test_what_is_named_as_a_secret_is_masked(text, left):
    assert masking.masked(text) == left


@pytest.mark.parametrize(
    "text",
    [
        "The risk-adjusted rate of task-oriented work is 4 %.", "Keys are kept; the API key is on page 3.",
        "see https://example.org/a:b@c", "a bearer of good news", "a desk-based-assessment-of-the-site was made",
        "mask-wearing-recommendations-2020 and ask-the-expert-session-notes",
    ],
)  # fmt: skip
def test_ordinary_words_are_left_alone(text):
    assert masking.masked(text) == text


@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume")
@pytest.mark.parametrize("secret", [KEY, LOOKALIKES[0]])
def test_a_secret_shows_nowhere_whatever_carried_it(mine, run, call, stored, secret):
    made = call(
        messages=[["human", f"My key is {secret}"]], request={"question": f"why is {secret} refused"},
        answer=f"because {secret}", error=f"Permanent: 401 for {secret}", notice=f"{secret} was cut",
    )  # fmt: skip
    Step.objects.filter(run=run, key="scout:0").update(reason=f"no {secret}", result={"said": [secret]})
    pages = [mine.get(address) for address in (at(run), reverse("runs:trace-call", args=[run.pk, made.pk]))]
    texts = [page.content.decode() for page in pages] + [b"".join(mine.get(at(run, "trace.jsonl"))).decode()]
    for text in texts:
        assert secret not in text
        assert masking.MASK in text


def test_session_json_masks_what_a_person_pasted(mine, owner, library, stored):
    run = factories.session(owner, library, query=f"Why does {KEY} fail?", about=f"I use {LOOKALIKES[0]}")
    Run.objects.filter(pk=run.pk).update(reason=f"refused {KEY}", gaps=[{"step": "read:0", "reason": KEY}])
    text = mine.get(reverse("steer:session", args=[run.pk])).content.decode()
    assert KEY not in text
    assert LOOKALIKES[0] not in text
    assert json.loads(text)["query"] == "Why does [secret] fail?"


def test_the_log_holds_no_secret_not_even_in_a_traceback(stored):
    masking.remember_stored()
    try:
        raise ValueError(f"401 Unauthorized: {KEY}")
    except ValueError as error:
        info = (type(error), error, error.__traceback__)
    record = logging.LogRecord("steer_app.x", logging.ERROR, "x.py", 1, "failed with %s", (LOOKALIKES[0],), info)
    line = masking.MaskingFormatter().format(record)
    assert KEY not in line
    assert LOOKALIKES[0] not in line
    assert "Traceback" in line


def test_the_log_of_the_product_is_masked(settings):
    made = settings.LOGGING["formatters"][settings.LOGGING["handlers"]["console"]["formatter"]]
    assert made["()"].endswith("MaskingFormatter")


class Telltale(BaseHTTPRequestHandler):
    """A server that refuses every request and repeats the key it was sent."""

    def log_message(self, *_: object) -> None:
        """Quiet."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        said = f"no such account for {self.headers['Authorization']} ({self.headers['Authorization'].split()[-1]})"
        raw = json.dumps({"error": {"message": said}}).encode()
        self.send_response(400)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)


@pytest.fixture
def telltale():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Telltale)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    server.shutdown()
    server.server_close()


@pytest.mark.django_db(transaction=True)
@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume")
def test_a_key_that_a_server_repeats_and_a_person_pastes_is_masked_all_the_way(
    mine, owner, library, telltale, caplog, monkeypatch
):
    monkeypatch.setattr(masking, "_known", set())
    Connection.objects.create(name="mine", model="m-1", key=encrypted(KEY), base_url=telltale)
    run = factories.session(owner, library, query=f"Is {KEY} a pump, and why?", brain="model:mine", depth=1)
    Run.objects.filter(pk=run.pk).update(title=run.params["query"])  # as the form gives it
    with caplog.at_level(logging.DEBUG):
        run = inline.run_to_end(run.pk, threads=0)
    failed = ModelCall.objects.filter(run=run, state="failed").first()
    assert "no such account" in failed.error
    for row in ModelCall.objects.filter(run=run):
        assert KEY not in f"{row.error} {row.request} {row.messages}"
    kept = json.dumps([run.gaps, run.reason, list(run.steps.values_list("reason", flat=True))])
    assert KEY not in kept
    texts = [
        mine.get(at(run)).content.decode(),
        mine.get(reverse("runs:trace-call", args=[run.pk, failed.pk])).content.decode(),
        b"".join(mine.get(at(run, "trace.jsonl"))).decode(),
        mine.get(reverse("steer:session", args=[run.pk])).content.decode(),
    ]
    formatter = masking.MaskingFormatter()
    texts.append("\n".join(formatter.format(record) for record in caplog.records))
    assert all(KEY not in text for text in texts)
