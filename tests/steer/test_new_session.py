"""A new session in the browser: the question alone is enough, and what is typed is never lost."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from steer_app.runs.models import Budget, Run
from steer_app.sources.models import Collection, Document
from steer_app.steer import samples
from steer_app.steer.forms import initial
from steer_app.steer.models import Node
from steer_app.steer.params import Params

pytestmark = pytest.mark.django_db

NEW = "/sessions/new/"
QUESTION = "Is a pump worth its cost and noise?"


@pytest.fixture
def mine(client, owner):
    client.force_login(owner)
    return client


def _form(collection, **typed):
    """What a browser sends of the untouched form, and what was typed."""
    return _sent(**{"collections": [collection.pk]} | typed)


def _sent(**typed):
    sent = initial({}) | {"question": QUESTION} | typed
    return {name: value for name, value in sent.items() if value is not None and value is not False}


def _session() -> Run:
    return Run.objects.filter(method="steer").latest("pk")


def test_the_question_alone_starts_with_the_defaults(mine, library):
    answer = mine.post(NEW, _form(library))
    run = _session()
    assert answer.url == reverse("runs:run", args=[run.pk])
    assert (run.status, run.title) == ("running", QUESTION)
    assert run.params == Params(query=QUESTION, collections=[library.pk]).model_dump(mode="json")


def test_from_the_home_a_question_starts_over_the_only_collection(mine, owner, library):
    _earlier(owner, library, about="I rent a house")
    mine.post(NEW, {"question": QUESTION, "go": "start"})
    assert _session().params["collections"] == [library.pk]
    assert _session().params["about"] == ""  # it was not shown there, so it is not used


def test_from_the_home_a_question_is_taken_to_the_form(mine, library):
    answer = mine.post(NEW, {"question": QUESTION, "go": "form"}, follow=True)
    assert QUESTION in answer.content.decode()
    assert not Run.objects.exists()


def test_a_question_that_is_too_short_for_a_start_comes_back_in_the_form(mine, library):
    answer = mine.post(NEW, {"question": "ok", "go": "start"})
    assert answer.status_code == 422
    assert ">\nok</textarea>" in answer.content.decode()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"question": " "}, "Say what you want to know."),
        ({"question": "x" * 2001}, "at most 2000 characters"),
        ({"collections": []}, "Tick at least one collection."),
        ({"collections": [999]}, "not there any more"),
        ({"depth": 7}, "At most 6."),
        ({"tol": 0}, "At least 1."),
        ({"c0": 1.1}, "At most 1."),
        ({"answers": "somebody"}, "somebody"),
        ({"brain": "nobody"}, "nobody"),
        ({"cap_tokens": 0}, "At least 1."),
        ({"answer_minutes": -1}, "At least 0.1."),
        ({"epsilon": ""}, "required"),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_stays(mine, library, typed, said):
    sent = _form(library, about="I lead a support team", cap_minutes=7) | typed
    answer = mine.post(NEW, sent)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert said in page
    assert "I lead a support team</textarea>" in page
    assert 'value="7"' in page
    assert not Run.objects.exists()


def test_a_collection_of_another_cannot_be_read_through_a_session(mine, library, stranger):
    theirs = Collection.objects.create(owner=stranger, name="Theirs")
    answer = mine.post(NEW, _form(library, collections=[library.pk, theirs.pk]))
    assert answer.status_code == 422
    assert "Theirs" not in answer.content.decode()


def test_settings_and_caps_reach_the_run(mine, library):
    typed = {"about": "I rent", "c0": 0.2, "tol": 5, "depth": 2, "answers": "never", "answer_minutes": 1.5}
    mine.post(NEW, _form(library, **typed, cap_tokens=1000, cap_dollars="0.50", cap_minutes=2, speculate="on"))
    run = _session()
    got = {name: run.params[name] for name in ("about", "c0", "tol", "depth", "answers", "answer_timeout_s")}
    assert got == {"about": "I rent", "c0": 0.2, "tol": 5, "depth": 2, "answers": "never", "answer_timeout_s": 90}
    assert run.params["speculate"] is True
    caps = Budget.objects.filter(run=run).values_list(
        "cap_tokens", "report_tokens", "cap_microusd", "report_microusd", "cap_s"
    )
    assert caps.get() == (1000, 200, 500_000, 100_000, 120)


def test_without_a_collection_documents_come_first_and_may_come_with_the_question(mine, owner):
    page = mine.get(NEW).content.decode()
    assert page.index("Add the documents first") < page.index('name="question"')
    files = [SimpleUploadedFile("a.txt", b"It hums."), SimpleUploadedFile("b.txt", b"x")]
    answer = mine.post(NEW, _sent(files=files))
    made = Collection.objects.get()
    assert answer.status_code == 302
    assert (made.owner, made.documents.count()) == (owner, 2)
    assert _session().params["collections"] == [made.pk]
    assert Run.objects.filter(method="ingest", status="running").count() == 1  # the session waits for it


def test_files_are_kept_when_something_else_is_wrong(mine):
    answer = mine.post(NEW, {"question": "", "files": SimpleUploadedFile("a.txt", b"It hums.")})
    assert answer.status_code == 422
    made = Collection.objects.get()
    page = " ".join(answer.content.decode().split())
    assert f'name="collections" value="{made.pk}" checked' in page
    assert Document.objects.get().path == "a.txt"


def test_a_file_that_is_too_large_is_named_beside_the_sources(mine, library, settings):
    settings.UPLOAD_MB = 1
    sent = _form(library) | {"files": SimpleUploadedFile("big.txt", b"x" * (2**20 + 1))}
    answer = mine.post(NEW, sent)
    assert answer.status_code == 422
    assert "big.txt has 1 MB" in answer.content.decode()
    assert not Run.objects.exists()


def _earlier(owner, library, **params) -> Run:
    given = Params(query="Before?", collections=[library.pk], **params).model_dump(mode="json")
    run = Run.objects.create(owner=owner, method="steer", title="Before", status="ended", params=given)
    Budget.objects.create(run=run, cap_tokens=5000, cap_s=90)
    return run


def test_the_form_remembers_the_person_and_their_sources(mine, owner, library):
    other = Collection.objects.create(owner=owner, name="Other")
    _earlier(owner, library, about="I rent a house", c0=0.1)
    page = " ".join(mine.get(NEW).content.decode().split())
    assert "I rent a house</textarea>" in page
    assert "from before" in page
    assert f'value="{library.pk}" checked' in page
    assert f'value="{other.pk}" checked' not in page
    assert 'name="c0" id="id_c0" min="0" max="1" step="0.05" value="0.7"' in page


def test_a_worked_example_tells_nothing_about_the_person(mine, owner, library):
    run = _earlier(owner, library)
    run.params |= {"query": samples.WORKED[0].query, "about": samples.WORKED[0].about}
    run.save()
    assert "bakery" not in mine.get(NEW).content.decode()


def test_a_duplicate_fills_the_form_in(mine, owner, library):
    run = _earlier(owner, library, c0=0.2, depth=5, answers="never", answer_timeout_s=90, brain="scripted")
    answer = mine.get(f"{NEW}?from={run.pk}")
    form, page = answer.context["form"], answer.content.decode()
    shown = {name: form[name].value() for name in ("question", "c0", "depth", "answers", "answer_minutes")}
    assert shown == {"question": "Before?", "c0": 0.2, "depth": 5, "answers": "never", "answer_minutes": 1.5}
    assert 'name="cap_tokens" value="5000"' in page
    assert form["brain"].value() == "offline"
    assert 'value="scripted"' not in page  # tests only: people are offered the offline brain


@pytest.mark.parametrize("who", ["stranger", "teammate", "annotator", "admin"])
def test_a_session_of_another_fills_nobodys_form(client, request, owner, library, who):
    run = _earlier(owner, library)
    client.force_login(request.getfixturevalue(who))
    assert client.get(f"{NEW}?from={run.pk}").status_code == 404


@pytest.mark.parametrize("given", ["x", "-1", "999999", "9" * 30])
def test_a_session_that_is_not_there_is_not_found(mine, given):
    assert mine.get(f"{NEW}?from={given}").status_code == 404


@pytest.mark.parametrize("address", [NEW, "/sessions/new/estimate/"])
def test_who_is_not_signed_in_is_sent_to_sign_in(client, db, address):
    assert client.get(address).status_code == 302


def test_the_estimate_says_what_it_rests_on(mine, owner, library):
    address = "/sessions/new/estimate/"
    page = mine.get(f"{address}?depth=2&breadth=2&brain=offline").content.decode()
    assert "up to about 7" in page
    assert "our own measurements" in page
    assert "Nothing." in page
    run = _earlier(owner, library)
    Node.objects.create(run=run, path="0", question="q", query="q", has_result=True)
    Run.objects.filter(pk=run.pk).update(active_s=60)
    page = mine.get(f"{address}?depth=2&breadth=2&brain=offline").content.decode()
    assert "about 7 minutes" in page
    assert "your last session" in page


@pytest.mark.parametrize("query", ["", "?depth=x&breadth=99&brain=nobody", "?depth=-1&breadth=%00"])
def test_an_estimate_of_nonsense_is_one_of_the_defaults(mine, query):
    assert mine.get(f"/sessions/new/estimate/{query}").status_code == 200


def test_the_form_takes_as_many_queries_with_many_collections_as_with_one(mine, owner, django_assert_num_queries):
    """Two for who it is, one each for the collections, the models, the last session and the rate."""
    for many in (1, 30):
        for number in range(many):
            Collection.objects.create(owner=owner, name=f"Collection {number}")
        with django_assert_num_queries(6):
            mine.get(NEW)


def test_a_newcomer_gets_the_worked_examples_when_they_ask_for_them(mine, owner):
    assert mine.post(reverse("steer:examples")).url == "/"
    assert Run.objects.filter(owner=owner, method="steer").count() == len(samples.WORKED)
    assert "Worked example" in mine.get("/").content.decode()
