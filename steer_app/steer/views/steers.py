"""Steering a session and taking an answer back, from its live page. A stranger gets 404."""

from typing import Any, cast

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_POST

from steer_app.brains.offers import offers
from steer_app.runs.domain.failures import BadAnswer, Conflict
from steer_app.runs.models import Run, Steer
from steer_app.runs.selectors import question_of, runs_visible_to
from steer_app.runs.services import holds, questions
from steer_app.runs.services import steers as steering
from steer_app.runs.views import moved, typed
from steer_app.steer import steer_fields
from steer_app.steer.services import followups
from steer_app.steer.views.sessions import wants_part


@login_required
@require_POST
def steer(request: HttpRequest, run_id: int) -> HttpResponse:
    """Prune, revive, add, say, move the settings or an interest: fields in steer_fields."""
    seen = _session(request, run_id)

    def move(*, run_id: int, by: str) -> None:
        if seen.status == "ended":
            raise Conflict(render_to_string("steer/_ended.html", {"run": seen}))
        given = steer_fields.read(request.POST)
        against = seen.last_seq if given.against is None else min(given.against, seen.last_seq)
        done = steering.submit(
            run_id=run_id, by=by, kind=given.kind, text=given.text, payload=given.payload, against=against
        )
        if done.state == Steer.State.REFUSED:
            raise Conflict(done.reason)

    return moved(request, seen, move, typed(request, steer_fields.TYPED))


@login_required
@require_POST
def follow_up(request: HttpRequest, run_id: int) -> HttpResponse:
    """Begin a new session from this one's finished tree: with one of its steers that came too late (`steer`), or with
    new words (`text`). 409 says what is in the way."""
    seen = _session(request, run_id)
    wanted = request.POST.get("steer", "")
    late = seen.steers.filter(pk=int(wanted)).first() if wanted.isdecimal() else None
    first = followups.offered(late) if late else None
    if wanted and first is None:
        raise Http404
    text = first.text if first else request.POST.get("text", "").strip()[: steer_fields.LONGEST]
    begun: list[Run] = []

    def move(**_: Any) -> None:
        if first is None and not text:
            raise BadAnswer("Write what the follow-up should look into.")
        kind, payload = (first.kind, first.payload) if first else ("say", {})
        person = cast(AbstractBaseUser, request.user)
        begun.append(followups.begin(earlier_id=run_id, by=person, kind=kind, text=text, payload=payload))

    shown = moved(request, seen, move, typed(request, steer_fields.TYPED))
    if not begun:
        return shown
    address = reverse("runs:run", args=[begun[0].pk])
    return HttpResponse(headers={"HX-Redirect": address}) if wants_part(request) else redirect(address)


@login_required
@require_POST
def undo(request: HttpRequest, run_id: int) -> HttpResponse:
    """Take the last answer back; 409 says why it stands."""
    seen = _session(request, run_id)
    question = question_of(seen.pk, request.POST.get("question", ""))
    if question is None:
        raise Http404
    revision = request.POST.get("revision", "")

    def move(*, by: str, **_: Any) -> None:
        questions.take_back(question_id=question.pk, revision=int(revision) if revision.isdecimal() else 0, by=by)

    return moved(request, seen, move)


@login_required
@require_POST
def brain(request: HttpRequest, run_id: int) -> HttpResponse:
    """Go on with another brain; what was answered so far stays."""
    seen = _session(request, run_id)
    chosen = request.POST.get("brain", "")

    def move(*, run_id: int, by: str) -> None:
        if chosen not in offers():
            raise BadAnswer("Choose one of the brains in the list.")
        holds.change_params(run_id=run_id, changes={"brain": chosen}, by=by)

    return moved(request, seen, move)


def _session(request: HttpRequest, run_id: int) -> Run:
    return get_object_or_404(runs_visible_to(request.user), pk=run_id, method="steer")
