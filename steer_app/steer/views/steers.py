"""Steering a session and taking an answer back, from its live page. A stranger gets 404."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.views.decorators.http import require_POST

from steer_app.brains.offers import offers
from steer_app.runs.domain.failures import BadAnswer, Conflict
from steer_app.runs.models import Run, Steer
from steer_app.runs.selectors import question_of, runs_visible_to
from steer_app.runs.services import holds, questions
from steer_app.runs.services import steers as steering
from steer_app.runs.views import moved, typed
from steer_app.steer import steer_fields


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
