"""A session's part of its live page, and its results to take away."""

import pytest
from django.urls import reverse

from steer_app.runs.selectors import open_question
from steer_app.runs.services import inline
from steer_app.steer import selectors
from tests.steer import factories

pytestmark = pytest.mark.django_db


def test_results_are_the_owners_and_nobody_elses(client, owner, stranger, library):
    run = factories.finished(owner, library, depth=1)
    addresses = [reverse(name, args=[run.pk]) for name in ("steer:report", "steer:session")]
    client.force_login(stranger)
    assert {client.get(address).status_code for address in addresses} == {404}
    client.force_login(owner)
    report, session = (client.get(address) for address in addresses)
    assert report.content.decode().startswith("# ")
    assert session.json()["outcome"] == "complete"


def test_a_report_that_is_not_written_yet_is_not_found(client, owner, library):
    run = factories.session(owner, library)
    client.force_login(owner)
    assert client.get(reverse("steer:report", args=[run.pk])).status_code == 404


def test_the_live_page_shows_tree_persona_and_report(client, owner, library):
    run = factories.finished(owner, library, depth=1)
    client.force_login(owner)
    page = client.get(reverse("runs:run", args=[run.pk])).content.decode()
    assert selectors.nodes(run)["0.1"].question in page
    assert "see 3 directions" in page
    assert "The report is written" in page
    assert "of what you care about is covered so far" in page


def test_a_question_is_answered_on_the_page(client, owner, library):
    run = factories.session(owner, library, c0=0.0, depth=2)
    inline.run_to_end(run.pk, threads=0)
    question = open_question(run.pk)
    client.force_login(owner)
    page = client.get(reverse("runs:run", args=[run.pk])).content.decode()
    assert question.options[0]["question"] in page
    form = {"question": question.pk, "revision": question.revision}
    refused = client.post(f"/runs/{run.pk}/answer/", form)
    assert refused.status_code == 422
    taken = client.post(f"/runs/{run.pk}/answer/", form | {"ticked": "0.2", "added": "Who pays?\n\nWho gains?"})
    assert taken.status_code == 302
    nodes = selectors.nodes(run)
    assert (nodes["0.1"].status, nodes["0.2"].status) == ("pruned", "queued")
    assert [node.question for node in nodes.values() if node.origin == "user"] == ["Who pays?", "Who gains?"]
