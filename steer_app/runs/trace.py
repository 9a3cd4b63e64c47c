"""What a run did, step by step and call by call, in order of time: for its page and as JSON Lines.

Whatever text leaves this module is masked (runs.masking): callers see no secret, however they show it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import BigIntegerField, Case, F, Q, QuerySet, Sum, TextField, Value, When
from django.db.models.functions import Cast, Coalesce

from steer_app.runs.domain.spending import Spent, of_call
from steer_app.runs.masking import deep, masked, remember_stored
from steer_app.runs.methods import method
from steer_app.runs.models import ModelCall, Run, Step
from steer_app.runs.selectors import spent_by_step

PAGE = 100
"""Entries on a page."""
AT_ONCE = 200
"""Entries read at a time for a file."""
STEP, CALL = "step", "call"
OUTCOMES = {
    "done": (["done"], ["done"]),
    "failed": (["failed"], ["failed"]),
    "cancelled": (["cancelled"], []),
    "open": (["ready", "claimed", "parked"], ["in flight"]),
}
"""What a filter's value means for steps and for calls."""
AGAIN = "again"
"""The filter for what was tried more than once."""
WORDS = {
    "ready": ("idle", "next"), "claimed": ("run", "at work"), "parked": ("wait", "waits"), "done": ("done", "done"),
    "failed": ("fail", "failed"), "cancelled": ("idle", "cancelled"), "in flight": ("run", "asked"),
}  # fmt: skip
"""The chip's kind and its words by status."""
_HEAVY = ("request", "messages", "answer")


@dataclass(frozen=True)
class Filters:
    kind: str = ""
    """step, call, or one kind of either: `step:read`, `call:learn`."""
    outcome: str = ""
    node: str = ""
    """A step's place: what follows the colon in its key."""
    q: str = ""

    @classmethod
    def of(cls, asked: Mapping[str, str]) -> "Filters":
        return cls(**{name: asked.get(name, "").strip()[:200] for name in ("kind", "outcome", "node", "q")})

    @property
    def given(self) -> dict[str, str]:
        return {name: value for name, value in vars(self).items() if value}


@dataclass(frozen=True)
class Entry:
    what: str
    row: Step | ModelCall
    at: datetime
    name: str
    """A step's key, a call's skill."""
    place: str
    chip: str
    outcome: str
    attempts: int
    seconds: float | None
    spent: Spent
    """A call's own, a step's calls'."""
    reason: str
    """What went wrong, or why it was not done."""
    result: Mapping[str, Any] = field(default_factory=dict)
    """What a step came to."""
    does: str = ""
    """What a step of this kind is for, where its method puts it into words."""

    @property
    def is_step(self) -> bool:
        return self.what == STEP

    @property
    def step_key(self) -> str:
        return self.row.key if isinstance(self.row, Step) else self.row.step_key


@dataclass(frozen=True)
class Totals:
    steps: int
    calls: int
    spent: Spent


def totals(run: Run, filters: Filters) -> Totals:
    """Of all that the filters let through. Three queries."""
    calls = _calls(run, filters)
    unknown = Case(
        When(microusd=None, then=F("tokens_in") + F("tokens_out")), default=0, output_field=BigIntegerField()
    )
    doubtful = Case(When(in_doubt_microusd=None, then=F("in_doubt_tokens")), default=0, output_field=BigIntegerField())
    sums = calls.aggregate(
        taken=Sum(F("tokens_in") + F("tokens_out") + F("in_doubt_tokens")),
        paid=Sum(Coalesce("microusd", 0) + Coalesce("in_doubt_microusd", 0)),
        unpriced=Sum(unknown + doubtful),
    )
    spent = Spent(sums["taken"] or 0, sums["paid"] or 0, sums["unpriced"] or 0)
    return Totals(_steps(run, filters).count(), calls.count(), spent)


def entries(run: Run, filters: Filters, start: int = 0, stop: int = PAGE) -> list[Entry]:
    """Those from `start` to `stop`, oldest first, without prompts and answers. Four queries."""
    remember_stored()
    places = list(_in_order(run, filters)[start:stop])
    steps = Step.objects.in_bulk([pk for _, what, pk in places if what == STEP])
    calls = ModelCall.objects.defer(*_HEAVY).in_bulk([pk for _, what, pk in places if what == CALL])
    spent = spent_by_step(run.pk, [step.key for step in steps.values()]) if steps else {}
    words = getattr(method(run.method), "step_words", {})
    return [
        _of_step(steps[pk], spent.get(steps[pk].key, Spent()), words) if what == STEP else _of_call(calls[pk])
        for _, what, pk in places
        if pk in (steps if what == STEP else calls)
    ]


def lines(run: Run, filters: Filters) -> Iterator[list[dict[str, Any]]]:
    """Every entry in full, as values for JSON, some hundreds at a time."""
    remember_stored()
    start = 0
    while places := list(_in_order(run, filters)[start : start + AT_ONCE]):
        steps = Step.objects.in_bulk([pk for _, what, pk in places if what == STEP])
        calls = ModelCall.objects.in_bulk([pk for _, what, pk in places if what == CALL])
        rows: list[Step | ModelCall | None] = [(steps if what == STEP else calls).get(pk) for _, what, pk in places]
        yield [deep(_step_line(row) if isinstance(row, Step) else _call_line(row)) for row in rows if row]
        start += len(places)


@dataclass(frozen=True)
class Opened:
    """A call with all that was said."""

    entry: Entry
    messages: Sequence[tuple[str, str]]
    """(role, text) as they were sent; empty for a brain that is handed the request itself."""
    request: Any
    answer: str
    notice: str

    @property
    def request_text(self) -> str:
        return json.dumps(self.request, indent=1, ensure_ascii=False)

    @property
    def answer_text(self) -> str:
        """JSON set out in lines, anything else as it is."""
        try:
            return json.dumps(json.loads(self.answer), indent=1, ensure_ascii=False)
        except ValueError:
            return self.answer


def opened(run: Run, call_id: int) -> Opened | None:
    """A call of this run; None if there is no such one."""
    row = ModelCall.objects.filter(run=run, pk=call_id).first()
    if row is None:
        return None
    remember_stored()
    messages = [(role, text) for role, text in deep(row.messages)]
    return Opened(_of_call(row), messages, deep(row.request), masked(row.answer), masked(row.notice))


def kinds(run: Run) -> tuple[list[str], list[str]]:
    """The kinds of steps and the skills that there are, to choose from. Two queries."""
    steps = Step.objects.filter(run=run).order_by("kind").values_list("kind", flat=True).distinct()
    skills = ModelCall.objects.filter(run=run).order_by("skill").values_list("skill", flat=True).distinct()
    return list(steps), list(skills)


def _steps(run: Run, filters: Filters) -> QuerySet[Step]:
    what, _, kind = filters.kind.partition(":")
    found = Step.objects.filter(run=run) if what in {"", STEP} else Step.objects.none()
    if kind:
        found = found.filter(kind=kind)
    if filters.outcome == AGAIN:
        found = found.filter(epoch__gt=1)
    elif filters.outcome:
        found = found.filter(status__in=OUTCOMES.get(filters.outcome, ([], []))[0])
    if filters.node:
        found = found.filter(key__endswith=f":{filters.node}")
    if filters.q:
        found = found.filter(Q(key__icontains=filters.q) | Q(reason__icontains=filters.q))
    return found


def _calls(run: Run, filters: Filters) -> QuerySet[ModelCall]:
    what, _, kind = filters.kind.partition(":")
    found = ModelCall.objects.filter(run=run) if what in {"", CALL} else ModelCall.objects.none()
    if kind:
        found = found.filter(skill=kind)
    if filters.outcome == AGAIN:
        found = found.filter(attempts__gt=1)
    elif filters.outcome:
        found = found.filter(state__in=OUTCOMES.get(filters.outcome, ([], []))[1])
    if filters.node:
        found = found.filter(step_key__endswith=f":{filters.node}")
    if filters.q:
        found = found.annotate(asked=Cast("request", TextField()), sent=Cast("messages", TextField()))
        texts = ("skill", "step_key", "model", "error", "answer", "asked", "sent")
        any_of = Q()
        for name in texts:
            any_of |= Q(**{f"{name}__icontains": filters.q})
        found = found.filter(any_of)
    return found


def _in_order(run: Run, filters: Filters) -> QuerySet:
    """(time, step or call, id): a step when it was begun, then the calls that it made."""
    columns = ("at", "what", "pk")
    steps = _steps(run, filters).annotate(at=Coalesce("claimed_at", "created_at"), what=Value(STEP))
    calls = _calls(run, filters).annotate(at=F("created_at"), what=Value(CALL))
    both = steps.order_by().values_list(*columns).union(calls.order_by().values_list(*columns), all=True)
    return both.order_by("at", "-what", "pk")


def _of_step(row: Step, spent: Spent, words: Mapping[str, str]) -> Entry:
    began = row.claimed_at or row.created_at
    return Entry(
        STEP, row, began, row.key, place_of(row.key), *WORDS[row.status], row.epoch,
        _seconds(row.claimed_at, row.ended_at), spent, masked(row.reason), deep(row.result),
        words.get(row.kind, ""),
    )  # fmt: skip


def _of_call(row: ModelCall) -> Entry:
    took = of_call(row.tokens_in, row.tokens_out, row.microusd, row.in_doubt_tokens, row.in_doubt_microusd)
    return Entry(
        CALL, row, row.created_at, row.skill, place_of(row.step_key), *WORDS[row.state], row.attempts,
        _seconds(row.began_at, row.ended_at), took, masked(row.error),
    )  # fmt: skip


def place_of(key: str) -> str:
    return key.partition(":")[2]


def _seconds(began: datetime | None, ended: datetime | None) -> float | None:
    return round(max(0.0, (ended - began).total_seconds()), 3) if began and ended else None


def _moment(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def _step_line(row: Step) -> dict[str, Any]:
    return {
        "type": STEP, "at": _moment(row.claimed_at or row.created_at), "step": row.key, "kind": row.kind,
        "node": place_of(row.key), "outcome": row.status, "reason": row.reason, "attempts": row.epoch,
        "seconds": _seconds(row.claimed_at, row.ended_at), "result": row.result,
    }  # fmt: skip


def _call_line(row: ModelCall) -> dict[str, Any]:
    entry = _of_call(row)
    return {
        "type": CALL, "at": _moment(row.created_at), "step": row.step_key, "skill": row.skill, "node": entry.place,
        "outcome": row.state, "error": row.error, "attempts": row.attempts, "seconds": entry.seconds,
        "brain": row.brain, "model": row.model, "fingerprint": row.fingerprint, "notice": row.notice,
        "tokens_in": row.tokens_in, "tokens_cached": row.tokens_cached, "tokens_out": row.tokens_out,
        "tokens_in_doubt": row.in_doubt_tokens, "cost_usd": entry.spent.usd, "price": row.price,
        "messages": row.messages, "request": row.request, "answer": row.answer,
    }  # fmt: skip
