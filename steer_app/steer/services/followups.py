"""A session that goes on from the finished tree of another: the steer that came too late is its first step.

It is begun in one transaction: the tree is carried over and the steer is applied while the new run is a draft, so that
nothing is planned before both are there; starting it plans, as for every run (kernel rules K1, K2, K4).
"""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from steer_app.runs.domain.failures import Conflict
from steer_app.runs.models import Run, Steer
from steer_app.runs.services import journal, runs, steers, transitions
from steer_app.sources.selectors import collections_visible_to
from steer_app.steer import carried
from steer_app.steer.models import Node, Session
from steer_app.steer.steers import reports

FIRST_STEPS = frozenset({"say", "add", "prune", "revive", "aspect"})
"""Kinds of steers that a new session can begin with."""

AFTER = " · after "


def begin(
    *, earlier_id: int, by: AbstractBaseUser, kind: str, text: str, payload: Mapping[str, Any] | None = None
) -> Run:
    """Start the follow-up. Raises Conflict with what is in the way; then nothing was begun."""
    with transaction.atomic():
        earlier = journal.lock(earlier_id)
        if reason := in_the_way(earlier, kind):
            raise Conflict(reason)
        if not collections_visible_to(by).filter(pk__in=earlier.params["collections"]).exists():
            raise Conflict("The documents of this session are gone, so nothing more can be read.")
        run = runs.create(
            method_name=earlier.method,
            owner=by,
            title=_title(earlier, text),
            params=earlier.params,
            caps=runs.caps_of(earlier),
        )
        transitions.settle(journal.lock(run.pk), carried.carried(run, earlier))
        first = steers.submit(
            run_id=run.pk,
            by=by.get_username(),
            kind=kind,
            against=Run.objects.values_list("last_seq", flat=True).get(pk=run.pk),
            text=text,
            payload=payload,
        )
        if first.state == Steer.State.REFUSED:
            raise Conflict(first.reason)
        return runs.start(run_id=run.pk)


def in_the_way(earlier: Run, kind: str) -> str:
    """Why no follow-up can be begun with such a steer now, "" if one can."""
    if kind not in FIRST_STEPS:
        return "A follow-up begins with something to look into, to leave out or to bring back, or with a remark."
    if earlier.status != "ended" and not reports(earlier):
        return "This session is still at work: steer it here."
    if not Session.objects.filter(run=earlier).exists() or not Node.objects.filter(run=earlier, status="read").exists():
        return "This session has read nothing that a follow-up could start from. Duplicate it instead."
    return ""


def offered(steer: Steer) -> Steer | None:
    """The steer that a follow-up would begin with: this one, or the remark that this one confirms."""
    if steer.kind in FIRST_STEPS:
        return steer
    key = str(steer.payload.get("key", ""))
    if steer.kind == "accept" and key[:1] == "s" and key[1:].isdecimal():
        return Steer.objects.filter(run=steer.run_id, pk=int(key[1:]), kind="say").first()
    return None


def _title(earlier: Run, text: str) -> str:
    """What is new first, for lists cut titles short; and of a chain of follow-ups only the last."""
    words, before = " ".join(text.split()), earlier.title.partition(AFTER)[0]
    return f"{words or 'Follow-up'}{AFTER}{before}"[:300]
