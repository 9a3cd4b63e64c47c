"""What a person does with their runs as things on a shelf: name, put away, take out again, copy, throw away.

Each takes the person and finds only what is theirs: Run.DoesNotExist is raised for everything else.
"""

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.db.models.functions import Now

from steer_app.runs import bus
from steer_app.runs.domain import events as ev
from steer_app.runs.domain.failures import BadAnswer, Conflict
from steer_app.runs.domain.states import ALIVE
from steer_app.runs.models import Run
from steer_app.runs.selectors import runs_visible_to
from steer_app.runs.services import journal, runs

LONGEST_TITLE = 300


def rename(*, run_id: int, by: AbstractBaseUser, title: str) -> Run:
    """Give it another title, and tell those who watch. Raises BadAnswer for a title that is empty or too long."""
    title = " ".join(title.split())
    if not title:
        raise BadAnswer("A title needs at least one letter.")
    if len(title) > LONGEST_TITLE:
        raise BadAnswer(f"A title has {LONGEST_TITLE} characters at most; this one has {len(title)}.")
    with transaction.atomic():
        run = _locked(run_id, by)
        if run.title != title:
            run.title = title
            run.save(update_fields=["title"])
            journal.record(run, [ev.RunRenamed(title, by.get_username())])
    return run


def archive(*, run_id: int, by: AbstractBaseUser) -> Run:
    """Take it off the home; nothing of it changes. Raises Conflict while it is under way: it may come to need you."""
    with transaction.atomic():
        run = _locked(run_id, by)
        if run.status in ALIVE:
            raise Conflict("It is still under way. Stop or pause it first, then archive it.")
        Run.objects.filter(pk=run.pk, archived_at=None).update(archived_at=Now())
        transaction.on_commit(lambda: bus.ring(run_id))
    return run


def unarchive(*, run_id: int, by: AbstractBaseUser) -> Run:
    """Put it back on the home."""
    with transaction.atomic():
        run = _locked(run_id, by)
        Run.objects.filter(pk=run.pk).update(archived_at=None)
        transaction.on_commit(lambda: bus.ring(run_id))
    return run


def duplicate(*, run_id: int, by: AbstractBaseUser) -> Run:
    """A draft with the same method, title, settings and caps, for the workers."""
    with transaction.atomic():
        run = _locked(run_id, by)
        return runs.create(
            method_name=run.method,
            owner=run.owner,
            title=run.title,
            params=run.params,
            caps=runs.caps_of(run),
        )


def delete(*, run_id: int, by: AbstractBaseUser) -> None:
    """Remove it with all that is in it; one that is under way stops there and then, without a report.

    What a worker still brings for it finds no run and is dropped (steps.perform).
    """
    with transaction.atomic():
        _locked(run_id, by).delete()
        transaction.on_commit(lambda: bus.ring(run_id))


def _locked(run_id: int, by: AbstractBaseUser) -> Run:
    runs_visible_to(by).values("pk").get(pk=run_id)
    return journal.lock(run_id)
