"""One seed, one tree: what a session finds does not depend on how long its calls take (kernel rules K8, K9, K15)."""

import random

import pytest

from steer_app.runs.models import Run
from steer_app.runs.services import inline
from steer_app.steer import selectors
from steer_app.steer.domain.panel import fold
from steer_app.steer.models import Decision, Learning
from steer_app.steer.models import Report as ReportRow
from tests.steer import factories


def outcome_of(run: Run) -> dict:
    """Everything K15 promises to be the same."""
    decisions = Decision.objects.filter(run=run).order_by("no").values()
    return {
        "outcome": run.outcome,
        "nodes": [(n.path, n.question, n.status, n.origin, n.tags) for n in selectors.nodes(run).values()],
        "decisions": [{k: v for k, v in row.items() if k not in {"id", "run_id"}} for row in decisions],
        "learnings": [
            (row.path, row.no, row.claim, row.start) for row in selectors.learnings(run, selectors.nodes(run))
        ],
        "report": list(ReportRow.objects.filter(run=run).values_list("version", "content")),
    }


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_fifty_random_timings_give_one_tree(owner, library, test_brain):
    first = outcome_of(factories.finished(owner, library, c0=0.4, depth=2))
    assert sum(decision["policy"] == "ask" for decision in first["decisions"]) >= 1
    for timing in range(50):
        test_brain.slowest_ms, test_brain.clock = 12, random.Random(timing)
        run = factories.session(owner, library, c0=0.4, depth=2, answers="suggested")
        run = inline.run_to_end(run.pk, threads=8)
        assert outcome_of(run) == first, f"timing {timing}"


@pytest.mark.django_db(transaction=True)
def test_threads_and_one_thread_give_one_tree(owner, library, test_brain):
    first = outcome_of(factories.finished(owner, library, c0=0.4))
    test_brain.slowest_ms = 8
    run = factories.session(owner, library, c0=0.4, depth=2, answers="suggested")
    assert outcome_of(inline.run_to_end(run.pk, threads=6)) == first


@pytest.mark.django_db
@pytest.mark.parametrize("answers", ["suggested", "never"])
def test_the_journal_folds_to_the_panels(owner, library, answers):
    run = factories.finished(owner, library, c0=0.2, answers=answers)
    folded = fold((event.type, event.payload) for event in run.events.order_by("seq"))
    assert folded.as_dict() == selectors.panel(run).as_dict()


@pytest.mark.django_db
def test_two_sessions_in_one_database_do_not_see_each_other(owner, library):
    first, second = factories.finished(owner, library), factories.finished(owner, library)
    assert outcome_of(first) == outcome_of(second)
    assert Learning.objects.filter(run=first).count() == Learning.objects.filter(run=second).count() > 0
