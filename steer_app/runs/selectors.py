"""The only door to a run's rows for those who read."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery, Sum

from steer_app.runs.domain.progress import Progress
from steer_app.runs.domain.spending import COLUMNS, Spent, of_call, total
from steer_app.runs.methods import background, method
from steer_app.runs.models import Budget, Event, ModelCall, Question, Run, Step

NAMED_STEPS = 60
"""Steps shown one by one; the others are counted."""
FINISHED, READINGS = 30, 5
"""Ended runs on the home; the others are a page further."""


def runs_visible_to(user: AbstractBaseUser | AnonymousUser) -> QuerySet[Run]:
    """The runs that `user` may open: their own. A stranger finds nothing, which edges answer with 404."""
    if not user.is_authenticated:
        return Run.objects.none()
    return Run.objects.filter(owner_id=user.pk)


def sees_run(user: AbstractBaseUser | AnonymousUser, run_id: int) -> bool:
    return runs_visible_to(user).filter(pk=run_id).exists()


def owners_of(run_ids: Collection[int]) -> set[int]:
    return set(Run.objects.filter(pk__in=run_ids).values_list("owner_id", flat=True))


def listed_runs_of(user_id: int | None) -> QuerySet[Run]:
    """A person's runs with what a list says of each: the budget, and of the open question `asks` (is there one),
    `asked` (its words) and `asked_at`."""
    question = Question.objects.filter(run=OuterRef("pk"), state=Question.State.OPEN)
    return (
        Run.objects.filter(owner_id=user_id)
        .select_related("budget")
        .annotate(
            asks=Exists(question),
            asked=Subquery(question.values("text")[:1]),
            asked_at=Subquery(question.values("created_at")[:1]),
        )
    )


def latest_runs_of(user_id: int | None, limit: int = 200) -> list[Run]:
    """What the home shows, archived runs left out: those that have not ended, then what ended last: one more than
    FINISHED of those a person began, and READINGS of those that serve others. Three queries."""
    listed = listed_runs_of(user_id).filter(archived_at=None)
    ended = listed.filter(status="ended").order_by("-ended_at", "-pk")
    return [
        *listed.exclude(status="ended").order_by("-created_at", "-pk")[:limit],
        *ended.exclude(method__in=background())[: FINISHED + 1],
        *ended.filter(method__in=background())[:READINGS],
    ]


def found_runs(user_id: int | None, *, words: str = "", archived: bool = False, ended: bool = False) -> QuerySet[Run]:
    """The runs a person began that have every one of `words` in their title or their question: either the archived or
    the others, newest first; with `ended` only those that have ended, by their end."""
    found = listed_runs_of(user_id).filter(archived_at__isnull=not archived).exclude(method__in=background())
    if ended:
        found = found.filter(status="ended")
    for word in words.split():
        found = found.filter(Q(title__icontains=word) | Q(params__query__icontains=word))
    return found.order_by("-ended_at" if ended else "-created_at", "-pk")


def spent_by_step(run_id: int, step_keys: Collection[str] | None = None) -> dict[str, Spent]:
    """What the calls of each step took, by the step's key; of all steps if none are named. One query."""
    rows = ModelCall.objects.filter(run_id=run_id)
    if step_keys is not None:
        rows = rows.filter(step_key__in=step_keys)
    parts: dict[str, list[Spent]] = defaultdict(list)
    for key, *columns in rows.values_list("step_key", *COLUMNS):
        parts[key].append(of_call(*columns))
    return {key: total(calls) for key, calls in parts.items()}


def spent_on(run_id: int, step_keys: Collection[str]) -> Spent:
    """What the calls of some steps took together. One query."""
    return total(spent_by_step(run_id, step_keys).values())


def spent_in(budget: Budget) -> Spent:
    """What a run has spent so far."""
    return Spent(budget.spent_tokens, budget.spent_microusd, budget.unpriced_tokens)


def events_after(run_id: int, seq: int, limit: int = 1000) -> list[Event]:
    """Up to `limit` events newer than `seq`, oldest first."""
    return list(Event.objects.filter(run_id=run_id, seq__gt=seq).order_by("seq")[:limit])


def newest_events(run_id: int, limit: int, up_to: int) -> list[Event]:
    """The newest `limit` events with a seq of at most `up_to`, oldest first."""
    return list(Event.objects.filter(run_id=run_id, seq__lte=up_to).order_by("-seq")[:limit])[::-1]


def last_seqs(run_ids: Collection[int]) -> dict[int, int]:
    """How far the journals of these runs have come."""
    return dict(Run.objects.filter(pk__in=run_ids).values_list("pk", "last_seq"))


def home_marks(user_ids: Collection[int]) -> dict[int, tuple[int, int]]:
    """For each person a mark that changes when a run of theirs is made, moves, goes or is archived: (how many are
    not archived, events in all)."""
    of_these = Run.objects.filter(owner_id__in=user_ids).values("owner_id")
    marks = of_these.annotate(kept=Count("pk", filter=Q(archived_at=None)), moved=Sum("last_seq"))
    return {mark["owner_id"]: (mark["kept"], mark["moved"]) for mark in marks}


def open_question(run_id: int) -> Question | None:
    return Question.objects.filter(run_id=run_id, state=Question.State.OPEN).first()


def question_of(run_id: int, question_id: str) -> Question | None:
    """A question of this run by the number that a form sent, open or not."""
    return Question.objects.filter(run_id=run_id, pk=question_id).first() if question_id.isdecimal() else None


def closed_questions(run_id: int, limit: int = 5) -> list[Question]:
    """The questions that were answered or closed last, newest first."""
    return list(Question.objects.filter(run_id=run_id).exclude(state=Question.State.OPEN).order_by("-pk")[:limit])


@dataclass(frozen=True)
class StepCounts:
    kind: str
    counts: dict[str, int]
    """By status; a status that no step is in is left out."""


def step_counts(run_id: int) -> list[StepCounts]:
    """How many steps of each kind are in which status, kinds in the order in which they first came up."""
    counted: dict[str, dict[str, int]] = {}
    rows = Step.objects.filter(run_id=run_id).values_list("kind", "status").annotate(number=Count("pk"))
    for kind, status, number in rows.order_by("kind", "status"):
        counted.setdefault(kind, {})[status] = number
    return [StepCounts(kind, counts) for kind, counts in counted.items()]


def step_totals(run: Run) -> tuple[int, int]:
    """Steps that are over, and all that are known of so far."""
    over = Q(status__in=[Step.Status.DONE, Step.Status.FAILED, Step.Status.CANCELLED])
    totals = Step.objects.filter(run=run).aggregate(over=Count("pk", filter=over), known=Count("pk"))
    return totals["over"], totals["known"]


def steps_to_name(run_id: int) -> list[Step]:
    """The steps a reader wants to see by name: at work, next, parked and failed, in the order they came up."""
    worth = [Step.Status.CLAIMED, Step.Status.READY, Step.Status.PARKED, Step.Status.FAILED]
    return list(Step.objects.filter(run_id=run_id, status__in=worth).order_by("pk")[:NAMED_STEPS])


def keys_at_work(run_id: int) -> frozenset[str]:
    """The keys of the steps that somebody is at."""
    return frozenset(Step.objects.filter(run_id=run_id, status=Step.Status.CLAIMED).values_list("key", flat=True))


def waits_beside(run: Run) -> bool:
    """Whether all that is to be done has been begun, and is done beside a waiting question and not before it."""
    beside: frozenset[str] = getattr(method(run.method), "beside_questions", frozenset())
    to_do = Step.objects.filter(run=run, status__in=[Step.Status.READY, Step.Status.CLAIMED])
    return not to_do.exclude(status=Step.Status.CLAIMED, kind__in=beside).exists()


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
