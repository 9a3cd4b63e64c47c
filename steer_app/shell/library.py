"""The moves on a run as a thing on one's shelf. htmx gets the row or a message, everybody else a page."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import reswap, retarget
from django_htmx.middleware import HtmxDetails

from steer_app.runs.domain.failures import BadAnswer, Conflict
from steer_app.runs.domain.states import ALIVE
from steer_app.runs.models import Run
from steer_app.runs.selectors import latest_runs_of, listed_runs_of
from steer_app.runs.services import library, runs
from steer_app.steer.listed import listed

LISTS = ("run", "found")
"""What the ids of a list's rows begin with: the live list, and what was searched for."""


class HtmxRequest(HttpRequest):
    """A request as the htmx middleware hands it on."""

    htmx: HtmxDetails


@login_required
@never_cache
@require_safe
def moves(request: HtmxRequest, run_id: int) -> HttpResponse:
    """What can be done with it: a row's menu, or a page of its own."""
    return _moves(request, _own(request, run_id))


@login_required
@require_POST
def rename(request: HtmxRequest, run_id: int) -> HttpResponse:
    run = _own(request, run_id)
    typed = request.POST.get("title", "")
    try:
        library.rename(run_id=run.pk, by=_person(request), title=typed)
    except BadAnswer as refusal:
        return _moves(request, run, typed=typed, problem=refusal.reason)
    if not request.htmx:
        return redirect("home")
    return render(request, "runs/_run_row.html", _row(request, run))


@login_required
@require_POST
def archive(request: HtmxRequest, run_id: int) -> HttpResponse:
    run = _own(request, run_id)
    try:
        library.archive(run_id=run.pk, by=_person(request))
    except Conflict as refusal:
        if request.htmx:
            context = {"said": refusal.reason, "level": "warning"}
            return reswap(render(request, "runs/_said.html", context, status=409), "none")
        messages.warning(request, refusal.reason)
        return redirect("home")
    if request.htmx:
        return render(request, "runs/_said.html", {"said": f"“{run.title}” is archived.", "run": run, "undo": True})
    messages.success(request, f"“{run.title}” is archived.")
    return redirect("home")


@login_required
@require_POST
def unarchive(request: HtmxRequest, run_id: int) -> HttpResponse:
    run = _own(request, run_id)
    library.unarchive(run_id=run.pk, by=_person(request))
    said = f"“{run.title}” is back among your research."
    if request.htmx:
        context = {"said": said, "runs": latest_runs_of(request.user.pk), "oob": True}
        return render(request, "runs/_said.html", context)
    messages.success(request, said)
    return redirect("home")


@login_required
@require_POST
def again(request: HtmxRequest, run_id: int) -> HttpResponse:
    """Once more with the same settings, at once."""
    run = library.duplicate(run_id=_own(request, run_id).pk, by=_person(request))
    runs.start(run_id=run.pk)
    return redirect("runs:run", run.pk)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HtmxRequest, run_id: int) -> HttpResponse:
    """Says what would be lost, then does it."""
    run = _own(request, run_id)
    if request.method != "POST":
        context = {"run": run, "facts": listed([run]).get(run.pk), "is_alive": run.status in ALIVE}
        return render(request, "runs/delete.html", context)
    library.delete(run_id=run.pk, by=_person(request))
    messages.success(request, f"“{run.title}” is deleted.")
    return redirect("home")


def _own(request: HttpRequest, run_id: int) -> Run:
    return get_object_or_404(listed_runs_of(request.user.pk), pk=run_id)


def _person(request: HttpRequest) -> AbstractBaseUser:
    return cast(AbstractBaseUser, request.user)


def _at(request: HttpRequest) -> str:
    given = (request.POST or request.GET).get("at", "")
    return given if given in LISTS else LISTS[0]


def _row(request: HttpRequest, run: Run) -> dict:
    fresh = listed_runs_of(request.user.pk).get(pk=run.pk)
    return {"run": fresh, "facts": listed([fresh]), "at": _at(request)}


def _moves(request: HtmxRequest, run: Run, typed: str | None = None, problem: str = "") -> HttpResponse:
    at = _at(request)
    context = {
        "run": run,
        "at": at,
        "title": run.title if typed is None else typed,
        "problem": problem,
        "is_alive": run.status in ALIVE,
    }
    status = 422 if problem else 200
    if not request.htmx:
        return render(request, "runs/moves.html", context, status=status)
    answer = render(request, "runs/_moves.html", context, status=status)
    return retarget(reswap(answer, "innerHTML"), f"#{at}-menu-{run.pk} .menu")
