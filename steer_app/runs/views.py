"""The live page of any run, and the moves on it. A stranger gets 404 from every one of them."""

from collections.abc import Callable, Iterable
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from steer_app.runs import pages, parts, selectors
from steer_app.runs.domain.failures import BadAnswer, Conflict, Failure
from steer_app.runs.domain.method import LivePage
from steer_app.runs.methods import method
from steer_app.runs.models import Run
from steer_app.runs.services import questions, runs

LINES = 200
"""Events on a page that has just been opened; the socket adds what comes."""


@login_required
@never_cache
@require_safe
def run(request: HttpRequest, run_id: int) -> HttpResponse:
    return _page(request, visible(request, run_id))


@login_required
@require_POST
def answer(request: HttpRequest, run_id: int) -> HttpResponse:
    """Answer the open question with the ticked options, or as the method reads its own form."""
    seen = visible(request, run_id)
    question = selectors.question_of(seen.pk, request.POST.get("question", ""))
    if question is None:
        raise Http404
    read = getattr(method(seen.method), "read_answer", _ticked)
    revision = request.POST.get("revision", "")

    def move(**who: Any) -> None:
        questions.answer(
            question_id=question.pk,
            revision=int(revision) if revision.isdigit() else 0,
            answer=read(question, request.POST),
            by=who["by"],
        )

    return moved(request, seen, move, typed(request, getattr(method(seen.method), "typed_fields", ())))


@login_required
@require_POST
def pause(request: HttpRequest, run_id: int) -> HttpResponse:
    return moved(request, visible(request, run_id), runs.pause)


@login_required
@require_POST
def resume(request: HttpRequest, run_id: int) -> HttpResponse:
    return moved(request, visible(request, run_id), runs.resume)


@login_required
@require_POST
def stop(request: HttpRequest, run_id: int) -> HttpResponse:
    return moved(request, visible(request, run_id), runs.stop)


@login_required
@require_POST
def write_now(request: HttpRequest, run_id: int) -> HttpResponse:
    return moved(request, visible(request, run_id), runs.write_now)


def visible(request: HttpRequest, run_id: int) -> Run:
    return get_object_or_404(selectors.runs_visible_to(request.user), pk=run_id)


def _ticked(question: Any, form: Any) -> dict[str, list[str]]:
    return {"kept": form.getlist("kept")}


def typed(request: HttpRequest, fields: Iterable[str]) -> str:
    """A person's own words in a posted form, a field a paragraph: they are given back when the move is refused."""
    return "\n\n".join(words for name in fields if (words := request.POST.get(name, "").strip()))


def moved(request: HttpRequest, seen: Run, move: Callable[..., Any], words: str = "") -> HttpResponse:
    """Make a move; an illegal one answers 409, one that cannot be read 422, with the same parts, a message, and the
    person's `words` given back. Where the form is still on the page (422 to htmx) they are in it."""
    try:
        move(run_id=seen.pk, by=request.user.get_username())
    except (Conflict, BadAnswer) as refusal:
        return _shown(request, seen, refusal, words)
    return _shown(request, seen, None)


def _shown(request: HttpRequest, seen: Run, refusal: Failure | None, words: str = "") -> HttpResponse:
    status = 200 if refusal is None else 409 if isinstance(refusal, Conflict) else 422
    message = refusal.reason if refusal else ""
    if getattr(request, "htmx", False):
        own = hasattr(method(seen.method), "page")  # such a page has its socket bring what changes
        shown = [] if own else parts.of_run(seen.pk)[1]
        said = {"parts": shown, "message": message, "kept_words": words if status == 409 else ""}
        return render(request, "runs/_update.html", said, status=status)
    return _page(request, seen, message, status, words) if refusal else redirect("runs:run", seen.pk)


def _page(request: HttpRequest, seen: Run, message: str = "", status: int = 200, words: str = "") -> HttpResponse:
    how = method(seen.method)
    sheet, seq = pages.opened(seen.pk)
    context = {"run": seen, "sheet": sheet, "seq": seq, "cursor": parts.cursor(seen.pk, seq)}
    context |= {"message": message, "kept_words": words}
    if hasattr(how, "page"):
        own = cast(LivePage, how)
        around = own.page_context(seen, request.GET)
        return render(request, own.page_template, context | dict(around), status=status)
    events = selectors.newest_events(seen.pk, LINES, seq)
    context |= {
        "lines": parts.newest_first(parts.line(event) for event in events),
        "earlier": events[0].seq - 1 if events else 0,
    }
    return render(request, "runs/run.html", context, status=status)
