"""What a session says of itself before its first node, and how it ended: nothing that is not so."""

import pytest
from django.core.files.base import ContentFile
from django.urls import reverse

from steer_app.runs.models import Run, Step
from steer_app.runs.services import claims, inline, runs, steps
from steer_app.sources.services import collections, documents
from steer_app.steer.models import Report
from tests.steer import factories

pytestmark = pytest.mark.django_db
UNSPOKEN = "No passage in your documents speaks to the question."


@pytest.fixture
def page(client, owner):
    """The text of a session's page, as its owner sees it."""
    client.force_login(owner)
    return lambda run: client.get(reverse("runs:run", args=[run.pk])).content.decode()


def answer(run: Run) -> str:
    return Report.objects.get(run=run).content["answer"][0]["text"]


def test_before_its_first_node_a_session_shows_what_it_was_given(owner, library, page):
    shown = page(factories.session(owner, library, depth=2, breadth=3, tol=4))
    assert "depth 2 · breadth 3" in shown
    assert "<b>0</b> of about 13 nodes read" in shown
    assert "0 asked so far, of about 4." in shown


def test_a_session_stopped_at_once_says_nothing_of_the_documents(owner, library, page):
    run = factories.session(owner, library)
    runs.stop(run_id=run.pk)
    inline.run_to_end(run.pk, threads=0)
    shown = page(run)
    assert "You stopped the research before anything was read." in shown
    assert UNSPOKEN not in shown
    assert answer(run) == "The session ended before anything was read, so there is nothing to report."


def test_a_failed_session_says_why_and_can_be_run_again(owner, library, page):
    run = factories.session(owner, library)
    steps.failed(claims.claim(Step.objects.get(run=run, key="start").pk), "The disk is full.")
    shown = page(run)
    assert "The disk is full." in shown
    assert "Getting ready: The disk is full." in shown
    assert UNSPOKEN not in shown
    assert f'formaction="{reverse("library:again", args=[run.pk])}"' in shown


def test_where_no_document_became_text_that_is_what_is_said(owner, page):
    scans = collections.create(owner=owner, name="Scans")
    documents.add_upload(collection_id=scans.pk, name="scan.pdf", stream=ContentFile(b"%PDF-1.7 broken"))
    reading = runs.create(method_name="ingest", owner=owner, title="", params={"collection_id": scans.pk})
    Run.objects.filter(pk=reading.pk).update(executor="inline")
    runs.start(run_id=reading.pk)
    inline.run_to_end(reading.pk, threads=0)
    run = factories.finished(owner, scans)
    shown = page(run)
    assert "None of your documents could be read" in shown
    assert UNSPOKEN not in shown
    assert answer(run) == "None of the documents could be read, so there is nothing to report."
    assert f'href="{reverse("sources:collection", args=[scans.pk])}">Open the collection' in page(reading)


def test_an_empty_collection_has_nothing_on_the_question(owner, page):
    run = factories.finished(owner, collections.create(owner=owner, name="Empty"))
    assert UNSPOKEN in page(run)
