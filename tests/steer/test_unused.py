"""Why a document was not used: from the rows, in plain words; by hand for each way it can go."""

import random
from dataclasses import replace

import pytest
from django.urls import reverse

from steer_app.brains import embeddings
from steer_app.sources.domain.statuses import Status
from steer_app.sources.models import Document
from steer_app.steer.citing import uses
from steer_app.steer.domain.unused import Facts, Fate, Learned, Sighting, explain, fate
from steer_app.steer.models import Learning, Node, Report, TextVector
from steer_app.steer.unused import LIMITS, evidence, facts, lines, nearest_passage
from tests.steer import factories

NOTHING = Facts(
    status="ready",
    reason="",
    cited=0,
    learned=(),
    sightings=(),
    searches=13,
    hits=40,
    has_report=True,
    citations=25,
    cited_documents=9,
    limits="",
    came_later=False,
)
SEEN = Sighting("0.2", "Who pays?", "read", True, 31, 40, 0)


def told(**changes):
    explanation = explain(replace(NOTHING, **changes))
    return explanation.fate, explanation.answer, explanation.reasons


def test_cited():
    learned = (Learned("0.1", "read", True), Learned("0.1", "read", True), Learned("0.2", "read", False))
    assert told(cited=2, learned=learned, sightings=(SEEN,)) == (
        Fate.CITED,
        "It was used: the report cites 2 passages of it.",
        ("1 more learning of it stayed out of the report.",),
    )


def test_read_and_others_were_quoted():
    assert told(learned=(Learned("0.1", "read", False),), limits="It holds 25.") == (
        Fate.LEARNED,
        "1 learning came from it, and the report quotes others that stand nearer to the question.",
        ("The report makes 25 citations to 9 documents.", "It holds 25."),
    )


def test_learned_only_where_the_report_does_not_look():
    learned = (Learned("0.1", "pruned", False), Learned("0.1", "pruned", False), Learned("0.3", "deferred", False))
    assert told(learned=learned) == (
        Fate.LEARNED,
        "3 learnings came from it, all in directions that the report leaves out.",
        ("Direction 0.1 was left out.", "Direction 0.3 was put off."),
    )


def test_learned_before_the_report():
    learned = (Learned("0.1", "read", False),) * 2
    assert told(learned=learned, has_report=False)[1] == "2 learnings came from it. The report is not written yet."


def test_found_and_nothing_learned_names_the_best_place():
    other = replace(SEEN, path="0.3", question="Who gains?", place=7)
    assert told(sightings=(SEEN, other))[1:] == (
        "Passages of it were found and read, and nothing was learned from them.",
        (
            "Its best place was 7 of 40, for “Who gains?”.",
            "A learning needs a sentence that answers the question and says what no other sentence has said.",
        ),
    )


def test_found_where_nobody_read():
    pruned = replace(SEEN, status="pruned", has_result=False)
    waiting = replace(pruned, path="0.3", status="waiting")
    assert told(sightings=(pruned, waiting)) == (
        Fate.FOUND,
        "Searches found it, but none of those directions was read.",
        ("Direction 0.2 was left out.", "Direction 0.3 waits for an answer."),
    )


def test_never_found():
    assert told() == (Fate.UNFOUND, "No passage of it was among the first 40 hits of any of the 13 searches.", ())
    assert told(searches=1)[1] == "No passage of it was among the first 40 hits of the one search."
    assert told(searches=0)[1] == "The session has not searched yet."
    (reason,) = told(came_later=True)[2]
    assert reason.startswith("The file was added after the session had begun")


def test_not_read():
    assert told(status="encrypted", reason="The PDF has a password.") == (
        Fate.UNREAD,
        "The file could not be read, so no search could find it.",
        ("The PDF has a password.",),
    )
    assert told(status="waiting")[0] == Fate.WAITING
    assert told(status="duplicate", reason="The same content as a.txt.") == (
        Fate.LEFT_OUT,
        "The same content as a.txt. What was found in it stands under that name.",
        (),
    )


@pytest.mark.parametrize("status", list(Status))
def test_every_status_has_a_fate_with_words(status):
    assert fate(status, cited=0, learned=0, found=0).words


def test_what_was_used_counts_whatever_became_of_the_file():
    assert fate("corrupt", cited=1, learned=1, found=1) is Fate.CITED


@pytest.fixture
def run(owner, library):
    return factories.finished(owner, library)


@pytest.mark.django_db
def test_the_rows_agree_with_the_report(run, library):
    found = evidence(run)
    every = {line.pk: line for line in lines(found)}
    report = Report.objects.get(run=run)
    cited = {number for line in report.content["sections"] for part in line["paragraphs"]
             for sentence in part["sentences"] for number in sentence["cites"]}  # fmt: skip
    cited |= {number for sentence in report.content["answer"] for number in sentence["cites"]}
    places = {(one["path"], one["no"]) for one in report.learnings if one["id"] in cited}
    documents = {row.document for row in Learning.objects.filter(run=run) if (row.path, row.no) in places}
    assert documents
    assert {pk for pk, line in every.items() if line.fate is Fate.CITED} == documents
    assert len(every) == library.documents.count()


@pytest.mark.django_db
def test_a_sighting_has_the_place_in_the_nodes_hits(run):
    found = evidence(run)
    node = Node.objects.filter(run=run).exclude(hits=[]).order_by("pk").last()
    document = Document.objects.get(passages=node.hits[2]["passage"])
    ids = list(document.passages.values_list("pk", flat=True))
    expected = 1 + min(place for place, hit in enumerate(node.hits) if hit["passage"] in ids)
    (sighting,) = [one for one in facts(found, document).sightings if one.path == node.path]
    assert (sighting.place, sighting.among) == (expected, len(node.hits))


@pytest.mark.django_db
def test_evidence_takes_the_same_queries_however_large(run, django_assert_num_queries):
    with django_assert_num_queries(5):
        found = evidence(run)
    with django_assert_num_queries(1):
        lines(found)


@pytest.mark.django_db
def test_the_nearest_passage_goes_by_the_kept_vector_or_else_by_words(run, library):
    found = evidence(run)
    document = library.documents.first()
    by_meaning = nearest_passage(found, document)
    query = embeddings.embed_one(run.params["query"])
    cosines = {
        passage.pk: round(float(embeddings.embed_one(passage.text) @ query), 2) for passage in document.passages.all()
    }
    assert by_meaning.by_meaning
    assert cosines[by_meaning.hit.passage] == max(cosines.values())
    assert by_meaning.among == 24
    TextVector.objects.all().delete()
    assert not nearest_passage(found, document).by_meaning


@pytest.mark.django_db
def test_the_pages_tell_every_document(client, owner, run, library, django_assert_max_num_queries):
    client.force_login(owner)
    with django_assert_max_num_queries(9):
        page = client.get(reverse("steer:sources", args=[run.pk])).content.decode()
    assert "cited in the report" in page
    for document in library.documents.all():
        address = reverse("steer:unused", args=[run.pk, document.pk])
        assert address in page
        with django_assert_max_num_queries(14):
            assert client.get(address).status_code == 200
    narrowed = client.get(reverse("steer:sources", args=[run.pk]), {"name": "report 3"}).content.decode()
    assert narrowed.count('aria-label="Why: ') == 1
    nothing = client.get(reverse("steer:sources", args=[run.pk]), {"name": "zebra"}).content.decode()
    assert "No document is like that" in nothing


@pytest.mark.django_db
def test_a_page_for_each_way_it_can_go(client, owner, library):
    """Documents that no search found, that were never read, and that came late."""
    run = factories.session(owner, library)
    odd = Document.objects.create(collection=library, path="locked.pdf", status="encrypted", reason="Locked.")
    client.force_login(owner)
    page = client.get(reverse("steer:unused", args=[run.pk, odd.pk])).content.decode()
    assert "The file could not be read, so no search could find it." in page
    first = library.documents.exclude(pk=odd.pk).first()
    assert (
        "The session has not searched yet."
        in client.get(reverse("steer:unused", args=[run.pk, first.pk])).content.decode()
    )


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["stranger", "teammate", "annotator", "admin"])
def test_nobody_else_sees_what_became_of_them(client, request, run, library, who):
    client.force_login(request.getfixturevalue(who))
    document = library.documents.first()
    addresses = [reverse("steer:sources", args=[run.pk]), reverse("steer:unused", args=[run.pk, document.pk])]
    assert {client.get(address).status_code for address in addresses} == {404}


@pytest.mark.django_db
def test_a_document_of_another_collection_is_not_found(client, owner, run):
    other = factories.library(owner)
    client.force_login(owner)
    assert client.get(reverse("steer:unused", args=[run.pk, other.documents.first().pk])).status_code == 404


@pytest.mark.django_db
def test_a_deleted_collection_is_said_to_be_gone(client, owner, run, library):
    library.delete()
    client.force_login(owner)
    page = client.get(reverse("steer:sources", args=[run.pk])).content.decode()
    assert "1 collection of this session has been deleted since; its documents are not listed." in page


@pytest.mark.django_db
def test_before_a_deletion_the_sessions_that_cite_are_named(client, owner, run, library, django_assert_max_num_queries):
    (use,) = uses(library)
    assert use.learnings == Learning.objects.filter(run=run).count()
    assert use.quotes > 0
    client.force_login(owner)
    with django_assert_max_num_queries(8):
        page = client.get(reverse("sources:delete", args=[library.pk])).content.decode()
    assert run.title in page
    assert f"its report cites {use.quotes} passage" in page
    document = random.Random(0).choice(list(library.documents.all()))
    assert client.get(reverse("sources:delete-document", args=[document.pk])).status_code == 200
    assert library.documents.filter(pk=document.pk).exists()


def test_the_limits_of_the_offline_report_are_said():
    assert LIMITS["offline"].startswith("It holds at most 25 quotations and 6 a section")
