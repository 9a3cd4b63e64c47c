"""A search by hand: the sessions' ranking, told in words, and never a model in the web process."""

import pytest
from django.urls import reverse

from steer_app.brains import embeddings
from steer_app.sources import by_hand
from steer_app.sources.search import search
from tests.sources import factories

TEXTS = {
    "noise.md": "# Noise\n\nThe pump hums at 38 decibels <at night>. Neighbours complain above 45 decibels.",
    "cost.md": "# Cost\n\nA retrofit costs 14,000 euros. Grants pay up to 40 percent of the cost.",
}

pytestmark = pytest.mark.django_db


@pytest.fixture
def collection(owner):
    return factories.collection(owner, TEXTS)


def look(client, owner, collection, query, **headers):
    client.force_login(owner)
    return client.get(reverse("sources:search", args=[collection.pk]), {"q": query}, headers=headers)


def test_it_ranks_as_the_sessions_do(collection):
    for query in ("How loud is a pump?", "cost", "percent of decibels"):
        found = by_hand.find(collection.pk, query)
        assert found.by_meaning
        assert [one.hit for one in found.ranked] == search([collection.pk], query, 50)


def test_what_a_score_rests_on_is_said(collection):
    first, *_ = by_hand.find(collection.pk, "complaining about decibels in Norway").ranked
    assert (first.said, first.asked) == (2, 3)
    assert first.nearness == "somewhat near"


def test_a_result_shows_the_words_that_match_and_leads_to_the_place(client, owner, collection):
    page = look(client, owner, collection, "loud pumps at night").content.decode()
    hit = search([collection.pk], "loud pumps at night", 1)[0]
    assert "<mark>pump</mark>" in page
    assert "&lt;at <mark>night</mark>&gt;" in page
    assert f"?start={hit.start}&amp;end={hit.end}#here" in page
    assert "2 of 3 words · somewhat near in meaning (0." in page


def test_the_whole_page_takes_few_queries(client, owner, collection, django_assert_max_num_queries):
    client.force_login(owner)
    with django_assert_max_num_queries(7):
        client.get(reverse("sources:search", args=[collection.pk]), {"q": "decibels"})


def test_htmx_gets_the_results_alone(client, owner, collection):
    part = look(client, owner, collection, "decibels", **{"hx-request": "true"})
    assert part.content.decode().lstrip().startswith('<section id="found"')


@pytest.mark.parametrize(
    ("query", "said"), [("", "What are you looking for?"), ("zyxomma", "No passage speaks of that")]
)
def test_nothing_to_show_says_what_to_try(client, owner, collection, query, said):
    assert said in look(client, owner, collection, query).content.decode()


def test_an_empty_collection_says_so(client, owner):
    assert "There is no text to search yet" in look(client, owner, factories.collection(owner), "pump").content.decode()


def test_without_a_worker_words_alone_decide_no_model_is_loaded_and_it_is_said(
    client, owner, collection, settings, monkeypatch
):
    monkeypatch.delitem(embeddings._loaded, "minilm", raising=False)  # another test may have loaded it here
    settings.EMBEDDER = "minilm"
    page = look(client, owner, collection, "decibels").content.decode()
    assert "Compared by words alone" in page
    assert "<mark>decibels</mark>" in page
    assert "in meaning" not in page
    assert "minilm" not in embeddings._loaded


def test_a_query_is_only_words(client, owner, collection):
    for query in ('" OR 1=1 --', "<script>", "*", "a" * 5000):
        assert look(client, owner, collection, query).status_code == 200
