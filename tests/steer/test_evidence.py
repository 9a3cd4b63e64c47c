"""What a search found is read once more, sentence by sentence."""

import pytest

from steer_app.steer import evidence
from steer_app.steer.models import Node
from tests.sources import factories as sources
from tests.steer import factories

pytestmark = pytest.mark.django_db

FILLER = "Clay holds water and sand lets it through in a wet spring. " * 4
TEXTS = {
    "listing.txt": "pump noise | night\npump noise | day\npump noise | night\n",
    "long.txt": FILLER + "The noise of a pump at night may reach forty decibels. " + FILLER,
    "soil.txt": FILLER,
}


@pytest.fixture
def collection(settings, owner, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "files"
    return sources.collection(owner, TEXTS)


def test_a_sentence_that_answers_lifts_its_passage(collection):
    query = "How much noise does a pump make at night?"
    found = evidence.find([collection.pk], query, 10)
    before = {one.source.passage: one.source.score for one in found}
    again = [one.source for one in evidence.reread(found, query)]
    gained = {source.title: source.score - before[source.passage] for source in again}
    assert gained["long.txt"] > gained["soil.txt"]
    assert gained["listing.txt"] == pytest.approx(0)


def test_hits_are_the_same_whatever_else_was_asked_before(collection):
    first = evidence.find_closely([collection.pk], "pump noise at night")
    evidence.find_closely([collection.pk], "water in clay")
    assert evidence.find_closely([collection.pk], "pump noise at night") == first
    assert [one.source.score for one in first] == sorted((one.source.score for one in first), reverse=True)


def test_what_was_found_is_recalled_with_its_scores(collection):
    found = evidence.find([collection.pk], "pump noise at night", 2)
    assert evidence.recall([one.hit for one in found]) == found


def test_a_child_is_read_from_all_that_its_probe_found(owner, library):
    run = factories.finished(owner, library, depth=1)
    children = Node.objects.filter(run=run, status="read").exclude(path="0")
    assert children
    for child in children:
        assert child.hits == [one.hit for one in evidence.find([library.pk], child.query)]
