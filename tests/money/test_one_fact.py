"""Questions of one fact, measured with the real sentence model: many are answered directly, hardly any wrongly.

The floors are a little below what was measured when the rule was made (docs/offline-brain.md).
"""

import pytest

from steer_app.runs.models import Run
from steer_app.runs.services import inline, runs
from steer_app.steer.samples import FOLDER
from steer_app.steer.services import research
from tests.money import one_fact
from tests.steer import manual_index
from tests.steer.manual_text import MANUAL

PAGES = ["history.html", *(f"runtime-config-{name}.html" for name in ("resource", "connection", "wal", "autovacuum"))]
FLOORS = {"tune": 19, "held": 13}
"""Questions of 28 that are answered rightly, by half."""
MOST_WRONG = 1
"""Of all 100 questions over the sample collection."""

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.mark.django_db(transaction=True)
def test_questions_over_the_sample_collection(settings, owner, tmp_path):
    settings.EMBEDDER, settings.MEDIA_ROOT = "minilm", tmp_path
    collection = research.collection_of(owner=owner, folder=FOLDER)
    params = {"collection_id": collection.pk}
    reading = runs.create(
        method_name="ingest", owner=owner, title="samples", params=params, executor=Run.Executor.INLINE
    )
    runs.start(run_id=reading.pk)
    inline.run_to_end(reading.pk, threads=0)
    counts, wrong = one_fact.measured(collection.pk, "mill_street")
    print(one_fact.table(counts))  # noqa: T201 - the table is what the test is read for
    assert len(wrong) <= MOST_WRONG, wrong
    assert all(counts[half, "one", "right"] >= floor for half, floor in FLOORS.items()), counts


@pytest.mark.service
@pytest.mark.skipif(not MANUAL.is_dir(), reason="the package postgresql-doc-15 is not installed")
@pytest.mark.django_db(transaction=True)
def test_questions_over_pages_of_a_manual(settings, owner, tmp_path):
    settings.EMBEDDER, settings.MEDIA_ROOT = "minilm", tmp_path / "files"
    collection = manual_index.indexed(owner, PAGES, tmp_path / "pages")
    counts, wrong = one_fact.measured(collection.pk, "postgresql")
    print(one_fact.table(counts))  # noqa: T201 - as above
    assert not wrong
    assert counts["held", "one", "right"] >= 6


def test_the_set_is_in_halves():
    sizes = {
        (half, group): sum(row["half"] == half and row["group"] == group for row in one_fact.ROWS)
        for half in ("tune", "held")
        for group in ("one", "two", "none", "open")
    }
    assert sizes == {
        ("tune", "one"): 28,
        ("tune", "two"): 6,
        ("tune", "none"): 6,
        ("tune", "open"): 10,
        ("held", "one"): 38,
        ("held", "two"): 6,
        ("held", "none"): 6,
        ("held", "open"): 10,
    }


def test_a_value_that_others_deny_must_not_be_told_alone():
    row = {"group": "two", "holds": ["2.6", "5.4"]}
    assert one_fact.verdict(row, "It takes 2.6 minutes longer.") == "wrong"
    assert one_fact.verdict(row, "It takes 2.6 or 5.4 minutes longer.") == "right"
    assert one_fact.verdict(row, None) == "declined"
