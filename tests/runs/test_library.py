"""A person's shelf: they name, put away, copy and throw away what is theirs, and nobody else does."""

import pytest
from django.db import IntegrityError

from steer_app.runs import selectors
from steer_app.runs.domain.failures import BadAnswer, Conflict
from steer_app.runs.domain.outcome import Outcome
from steer_app.runs.models import Budget, Event, Run, Step
from steer_app.runs.services import claims, library, runs, steps

pytestmark = pytest.mark.django_db

MOVES = {
    "rename": {"title": "Taken"},
    "archive": {},
    "unarchive": {},
    "duplicate": {},
    "delete": {},
}


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize("who", ["stranger", "teammate", "annotator", "admin"])
def test_a_run_of_another_is_not_found_by_any_move(draft, request, move, who):
    run = draft()
    with pytest.raises(Run.DoesNotExist):
        getattr(library, move)(run_id=run.pk, by=request.getfixturevalue(who), **MOVES[move])
    assert Run.objects.get().title == run.title


def test_a_new_title_is_tidied_and_told_in_the_journal(started, owner):
    run = library.rename(run_id=started().pk, by=owner, title="  Shops \n and  lorries ")
    assert Run.objects.get().title == "Shops and lorries"
    last = Event.objects.latest("seq")
    assert (last.type, last.payload, last.seq) == (
        "run.renamed",
        {"title": "Shops and lorries", "by": "owner"},
        run.last_seq,
    )


def test_the_same_title_again_tells_nothing(draft, owner):
    library.rename(run_id=draft().pk, by=owner, title="Count")
    assert not Event.objects.exists()


@pytest.mark.parametrize("title", ["", " \n ", "x" * 301])
def test_a_title_that_is_empty_or_too_long_is_refused(draft, owner, title):
    run = draft()
    with pytest.raises(BadAnswer):
        library.rename(run_id=run.pk, by=owner, title=title)
    assert Run.objects.get().title == "Count"


def test_an_archived_run_leaves_the_home_and_comes_back_as_it_was(draft, owner):
    run = draft()
    mark = selectors.home_marks([owner.pk])
    library.archive(run_id=run.pk, by=owner)
    assert selectors.latest_runs_of(owner.pk) == []
    assert list(selectors.found_runs(owner.pk, archived=True)) == [run]
    assert selectors.home_marks([owner.pk]) != mark
    library.unarchive(run_id=run.pk, by=owner)
    assert selectors.latest_runs_of(owner.pk) == [run]
    assert list(selectors.found_runs(owner.pk, archived=True)) == []


def test_what_is_under_way_is_not_put_out_of_sight_but_what_is_paused_may_be(started, owner):
    run = started()
    with pytest.raises(Conflict, match="Stop or pause it first"):
        library.archive(run_id=run.pk, by=owner)
    runs.pause(run_id=run.pk)
    assert library.archive(run_id=run.pk, by=owner).status == "paused"


def test_a_copy_has_the_settings_and_the_caps_and_is_not_started(draft, owner):
    caps = runs.Caps(tokens=5000, microusd=70, seconds=60, report_tokens=1000, report_microusd=14)
    run = draft(depth=4, caps=caps)
    copy = library.duplicate(run_id=run.pk, by=owner)
    assert (copy.params, copy.title, copy.status, copy.executor) == (run.params, "Count", "draft", "workers")
    spent = Budget.objects.filter(run=copy).values_list(
        "cap_tokens", "cap_microusd", "cap_s", "report_tokens", "report_microusd", "spent_tokens"
    )
    assert spent.get() == (5000, 70, 60, 1000, 14, 0)


def test_deleting_takes_everything_of_the_run_and_nothing_of_another(started, owner):
    run, other = started(), started()
    library.delete(run_id=run.pk, by=owner)
    assert list(Run.objects.all()) == [other]
    assert set(Step.objects.values_list("run_id", flat=True)) == {other.pk}


def _checks(ctx):
    ctx.check()


def _breaks(ctx):
    raise IntegrityError("the row it belongs to is gone")


def _returns(ctx):
    return Outcome(result={"number": 1})


@pytest.mark.parametrize("then", [_checks, _breaks, _returns])
def test_what_a_worker_brings_for_a_run_that_was_deleted_is_dropped(script, started, owner, step_of, caplog, then):
    run = started("scripted")
    step = step_of(run, "work:1")
    script["perform"] = lambda step, ctx: library.delete(run_id=run.pk, by=owner) or then(ctx)
    assert steps.perform(step.pk, with_heartbeat=False)
    assert not Run.objects.exists()
    assert claims.claim(step.pk) is None
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
