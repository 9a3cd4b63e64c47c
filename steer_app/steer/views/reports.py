"""The report as a page, and the passage behind each of its numbers."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from steer_app.runs.models import Run
from steer_app.steer import written
from steer_app.steer.citations import citation
from steer_app.steer.left_out import left_out
from steer_app.steer.models import Report
from steer_app.steer.report.html import page
from steer_app.steer.selectors import is_direct
from steer_app.steer.views.sessions import report_asked_for, session_of, wants_part


@login_required
@never_cache
@require_safe
def report(request: HttpRequest, run_id: int) -> HttpResponse:
    """A version of the report, the latest if none is named; before the first, where the session stands."""
    run = session_of(request, run_id)
    found = report_asked_for(request, run)
    if found is None:
        return render(request, "steer/no_report.html", {"run": run})
    pieces = written.pieces_of(run, found)
    context = {
        "run": run,
        "report": found,
        "pieces": pieces,
        "page": page(pieces),
        "versions": written.versions(run),
        "left_out": left_out(run),
        "direct": is_direct(run),
        "cites_at": _cites_at(run, found),
    }
    return render(request, "steer/report.html", context)


def _cites_at(run: Run, found: Report) -> str:
    """What the address of every citation begins with, its number and a slash to follow: a report has hundreds, and
    finding each address by its name took nearly half of the page's time."""
    return reverse("steer:cite", args=[run.pk, found.version, 0]).removesuffix("0/")


@login_required
@never_cache
@vary_on_headers("HX-Request")
@require_safe
def cite(request: HttpRequest, run_id: int, version: int, number: int) -> HttpResponse:
    """The passage that a number of the report stands for."""
    run = session_of(request, run_id)
    found = written.version(run, version)
    shown = citation(request.user, run, found, number) if found else None
    if found is None or shown is None:
        raise Http404
    beside = wants_part(request)
    context = {"run": run, "report": found, "shown": shown, "beside": beside}
    return render(request, "steer/_passage.html" if beside else "steer/cite.html", context)
