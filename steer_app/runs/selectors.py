"""The only door to a run's rows for those who read."""

from collections import defaultdict

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from steer_app.runs.domain.progress import Progress
from steer_app.runs.models import Event, Question, Run, Step


def runs_visible_to(user: AbstractBaseUser | AnonymousUser) -> QuerySet[Run]:
    """The runs that `user` may open: their own. A stranger finds nothing, which edges answer with 404."""
    if not user.is_authenticated:
        return Run.objects.none()
    return Run.objects.filter(owner_id=user.pk)


def events_after(run_id: int, seq: int, limit: int = 1000) -> list[Event]:
    """Up to `limit` events newer than `seq`, oldest first."""
    return list(Event.objects.filter(run_id=run_id, seq__gt=seq).order_by("seq")[:limit])


def open_question(run_id: int) -> Question | None:
    return Question.objects.filter(run_id=run_id, state=Question.State.OPEN).first()


def progress(run: Run) -> Progress:
    """The keys of the run's steps by status; two queries."""
    by_status: dict[str, set[str]] = defaultdict(set)
    for status, key in Step.objects.filter(run=run).values_list("status", "key"):
        by_status[status].add(key)
    question = Question.objects.filter(run=run, state=Question.State.OPEN).values_list("key", flat=True).first()
    return Progress(
        **{status: frozenset(by_status[status]) for status in Step.Status.values},
        closed=run.closed,
        open_question=question or "",
    )
