"""Search finds by words and by meaning, the same whatever the order of writing."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from steer_app.sources import selectors
from steer_app.sources.models import Passage
from steer_app.sources.search import idf, search
from steer_app.sources.services import documents
from tests.sources import factories

TEXTS = {
    "noise.md": "# Noise\n\nThe pump hums at 38 decibels at night. Neighbours complain above 45 decibels.",
    "cost.md": "# Cost\n\nA retrofit costs 14,000 euros. Grants pay up to 40 percent of the cost.",
    "gas.txt": "Gas boilers last fifteen years. Their price rose in 2022.",
    "soil.txt": "Clay holds water; sand lets it through.",
}

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def collection(owner):
    return factories.collection(owner, TEXTS)


def found(hits):
    return [(hit.title, hit.text, hit.score) for hit in hits]


def test_the_passage_that_says_it_comes_first(collection):
    hits = search([collection.pk], "How loud is a pump at night?", 3)
    assert hits[0].title == "Noise"
    assert hits[0].section == "Noise"
    assert hits[0].score == pytest.approx(1 + 0.5 / 3, abs=1e-6)


def test_a_hit_is_the_documents_own_text(collection):
    for hit in search([collection.pk], "cost of a retrofit", 10):
        assert selectors.quote(hit.document, hit.start, hit.end) == hit.text
        assert selectors.passage(hit.passage).text == hit.text


def test_passages_in_the_database_are_slices(collection):
    for passage in Passage.objects.select_related("document"):
        assert passage.text == passage.document.text[passage.start : passage.end]


def test_the_order_of_writing_does_not_matter(owner, collection):
    other = factories.collection(owner, dict(reversed(TEXTS.items())))
    for query in ("pump noise", "price in 2022", "water", "what pays for it"):
        assert found(search([collection.pk], query, 10)) == found(search([other.pk], query, 10))


def test_other_collections_change_nothing(owner, collection):
    before = found(search([collection.pk], "pump decibels", 10))
    factories.collection(owner, {"x.txt": "pump pump decibels", "y.txt": "pump decibels of pumps"})
    assert found(search([collection.pk], "pump decibels", 10)) == before


def test_several_collections_are_searched_as_one(owner, collection):
    other = factories.collection(owner, {"law.txt": "The noise law allows 40 decibels at night."})
    titles = {hit.title for hit in search([other.pk, collection.pk], "decibels at night", 5)}
    assert {"law.txt", "Noise"} <= titles
    assert search([other.pk, collection.pk], "decibels", 5) == search(
        [collection.pk, other.pk, other.pk], "decibels", 5
    )


def test_a_document_can_be_held_to_a_number_of_hits(owner):
    many = "\n\n".join(f"# Part {n}\n\nThe pump number {n} hums." for n in range(6))
    collection = factories.collection(owner, {"many.md": many, "one.txt": "Another pump hums."})
    hits = search([collection.pk], "pump hums", 5, per_document=2)
    assert len(hits) == 3
    assert {hit.title for hit in hits} == {"Part 0", "one.txt"}


def test_a_removed_document_is_not_found(collection):
    (hit, *_) = search([collection.pk], "clay holds water", 1)
    documents.delete(document_id=hit.document)
    assert hit.passage not in {other.passage for other in search([collection.pk], "clay holds water", 10)}


def test_nothing_to_find(owner, collection):
    assert search([], "pump", 5) == []
    assert search([10**9], "pump", 5) == []
    assert search([collection.pk], "   ", 5) == []
    assert search([collection.pk], "pump", 0) == []
    assert search([factories.collection(owner).pk], "pump", 5) == []


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=40))
def test_no_query_breaks_it_and_each_gives_the_same_twice(collection, query):
    assert search([collection.pk], query, 5) == search([collection.pk], query, 5)


def test_a_rare_word_says_more(collection):
    factories.add(collection, "more.txt", "Clay is heavy.")
    weight = idf([collection.pk])
    assert weight("clay") < weight("decibel") < weight("never-seen")


def test_neighbours_are_in_order(owner):
    long = "\n\n".join(f"Paragraph {n}. " + "The meter shows what the pump used in that month. " * 12 for n in range(4))
    factories.collection(owner, {"long.txt": long})
    middle = Passage.objects.get(no=2)
    assert [around.start for around in selectors.neighbours(middle.pk)] == list(
        Passage.objects.filter(no__in=[1, 2, 3]).values_list("start", flat=True)
    )
