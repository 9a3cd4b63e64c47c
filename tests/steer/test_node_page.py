"""A node and a decision as pages and in the drawer: what was asked, found, decided, and what each rests on."""

import re

import pytest
from django.urls import reverse

from steer_app.runs.selectors import open_question
from steer_app.runs.services import inline
from steer_app.sources.models import Document
from steer_app.steer.explain import number
from steer_app.steer.models import Decision, Learning, Node
from tests.steer import factories, reading

pytestmark = pytest.mark.django_db
PART = {"HX-Request": "true"}
ADDRESSES = [
    ("steer:node", ["0"]),
    ("steer:decision", [1]),
    ("steer:report-page", []),
    ("steer:cite", [1, 1]),
]


@pytest.fixture
def signed_in(client, owner):
    client.force_login(owner)
    return client


@pytest.fixture
def run(owner, library):
    return factories.finished(owner, library, c0=0.2)


@pytest.fixture
def small(owner):
    """Two nodes and a decision, by hand."""
    run = reading.written(owner, a_node=4)
    reading.decision(run)
    return run


def shown(client, name: str, *arguments, part: bool = True) -> str:
    answer = client.get(reverse(name, args=arguments), headers=PART if part else {})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize(("name", "rest"), ADDRESSES)
@pytest.mark.parametrize("who", ["stranger", "teammate", "annotator", "admin"])
def test_what_is_not_yours_is_not_found(client, request, small, name, rest, who):
    client.force_login(request.getfixturevalue(who))
    address = reverse(name, args=[small.pk, *rest])
    assert {client.get(address).status_code, client.get(address, headers=PART).status_code} == {404}


@pytest.mark.parametrize(("name", "rest"), ADDRESSES)
def test_nobody_is_sent_to_sign_in_and_the_owner_is_let_in(client, owner, small, name, rest):
    address = reverse(name, args=[small.pk, *rest])
    assert "next=" in client.get(address).url
    client.force_login(owner)
    assert client.get(address).status_code == 200


@pytest.mark.parametrize(
    ("name", "rest"),
    [("steer:node", ["0.99"]), ("steer:node", ["x"]), ("steer:decision", [99]), ("steer:node", [".."])],
)
def test_what_there_is_not_is_not_found(signed_in, small, name, rest):
    assert signed_in.get(reverse(name, args=[small.pk, *rest])).status_code == 404


def test_the_drawer_gets_the_part_alone_and_a_link_the_whole_page(signed_in, small):
    for name, rest in (("steer:node", "0.1"), ("steer:decision", 1)):
        part, whole = shown(signed_in, name, small.pk, rest), shown(signed_in, name, small.pk, rest, part=False)
        assert "<html" not in part
        assert 'hx-target="#drawer-body"' in part
        assert "<h1" in whole
        assert "#drawer-body" not in whole
        assert signed_in.get(reverse(name, args=[small.pk, rest]))["Vary"].count("HX-Request") == 1


def test_a_node_shows_each_learning_with_its_words_and_the_way_to_them(signed_in, run):
    html = shown(signed_in, "steer:node", run.pk, "0")
    rows = Learning.objects.filter(run=run, path="0")
    assert rows
    for row in rows:
        address = f"{reverse('sources:document', args=[row.document])}?start={row.start}&amp;end={row.end}#here"
        assert address in html
        assert row.text in html
    assert html.count("<blockquote>") == len(rows)


def test_a_node_shows_the_sum_behind_it_and_the_decision_made_at_it(signed_in, run):
    decision = Decision.objects.get(run=run, path="0")
    row = decision.candidates[0]
    html = shown(signed_in, "steer:node", run.pk, row["path"])
    for value in (row["utility"], row["align_gain"], row["radius"], row["exec_cost"]):
        assert f'<data value="{value!r}" title="{value!r}">{number(value)}</data>' in html
    assert reverse("steer:decision", args=[run.pk, decision.no]) in html
    root = shown(signed_in, "steer:node", run.pk, "0")
    assert "from here" in root
    assert "What it was thought to be worth" not in root
    for one in decision.candidates:
        assert reverse("steer:node", args=[run.pk, one["path"]]) in root


def test_sources_that_could_not_be_read_are_named_with_the_reason(signed_in, small):
    Node.objects.filter(run=small, path="0.1").update(unread=[{"title": "3 passages", "reason": "deleted since"}])
    html = shown(signed_in, "steer:node", small.pk, "0.1")
    assert "Could not be read:" in html
    assert "3 passages" in html
    assert "deleted since" in html


def test_a_learning_outlives_its_document(signed_in, small):
    row = Learning.objects.filter(run=small, path="0").first()
    Document.objects.filter(pk=row.document).delete()
    html = shown(signed_in, "steer:node", small.pk, "0")
    assert row.text in html
    assert "removed since; its words were kept here" in html


@pytest.mark.parametrize(
    ("status", "words"),
    [("queued", "to be read"), ("failed", "could not be read"), ("pruned", "left out"), ("deferred", "read last")],
)
def test_every_state_is_said_in_words(signed_in, small, status, words):
    Node.objects.filter(run=small, path="0.1").update(status=status, note="A reason.")
    html = shown(signed_in, "steer:node", small.pk, "0.1")
    assert words in html
    assert "A reason." in html


def test_a_direction_of_ones_own_has_no_sum(signed_in, small):
    Node.objects.create(run=small, path="0.9", question="Who pays?", query="Who pays?", origin="user", status="queued")
    assert "You added it, so it was followed without a sum." in shown(signed_in, "steer:node", small.pk, "0.9")


def test_a_decision_shows_every_stored_number(signed_in, run):
    for decision in Decision.objects.filter(run=run):
        html = shown(signed_in, "steer:decision", run.pk, decision.no)
        values = [decision.gain, decision.cost, decision.c0]
        for row in decision.candidates:
            values += [row[name] for name in ("utility", "radius", "exec_cost", "align_gain", "explore")]
            assert row["question"] in html
        titles = set(re.findall(r'<data value="[^"]+" title="([^"]+)"', html))
        assert {repr(value) for value in values} <= titles
        for path in decision.basis:
            assert reverse("steer:node", args=[run.pk, path]) in html


def test_the_title_says_whether_it_asked(signed_in, owner, library, run):
    settled = Decision.objects.filter(run=run, outcome="suggested").first()
    assert "Why I would have asked" in shown(signed_in, "steer:decision", run.pk, settled.no)
    quiet = factories.finished(owner, library, c0=1.0, breadth=1)
    alone = Decision.objects.get(run=quiet, no=1)
    html = shown(signed_in, "steer:decision", quiet.pk, alone.no)
    assert "Why I went on" in html
    assert "one way to go on" in html
    never = factories.finished(owner, library, c0=0.0, answers="never")
    held = Decision.objects.filter(run=never, outcome="suppressed").first()
    assert "Why I would have asked" in shown(signed_in, "steer:decision", never.pk, held.no)


def test_while_a_question_waits_its_decision_and_its_candidates_say_so(signed_in, owner, library):
    run = factories.session(owner, library, c0=0.0, depth=2)
    inline.run_to_end(run.pk, threads=0)
    question = open_question(run.pk)
    assert "it waits for your answer" in shown(signed_in, "steer:decision", run.pk, question.payload["decision"])
    assert "waits for your answer" in shown(signed_in, "steer:node", run.pk, question.options[0]["path"])


def test_a_node_asks_few_questions_of_the_database(signed_in, owner, django_assert_max_num_queries):
    run = reading.written(owner, 200, a_node=200)
    with django_assert_max_num_queries(13):
        html = shown(signed_in, "steer:node", run.pk, "0")
    assert html.count("<blockquote>") == 200


def test_a_decision_asks_few_questions_of_the_database(signed_in, small, django_assert_max_num_queries):
    with django_assert_max_num_queries(8):
        shown(signed_in, "steer:decision", small.pk, 1)
