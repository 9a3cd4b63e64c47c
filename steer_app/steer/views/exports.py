"""A session's results to take away. What is not yours is not found."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from steer_app.runs.models import Run
from steer_app.runs.selectors import runs_visible_to
from steer_app.steer import session_json, written
from steer_app.steer.report.markdown import render


@login_required
@require_safe
def report(request: HttpRequest, run_id: int) -> HttpResponse:
    """The latest report as Markdown."""
    run = _session(request, run_id)
    latest = written.latest(run)
    if latest is None:
        raise Http404
    text = render(written.pieces_of(run, latest))
    answer = HttpResponse(text, content_type="text/markdown; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="report-{run.pk}.md"'
    return answer


@login_required
@require_safe
def session(request: HttpRequest, run_id: int) -> JsonResponse:
    """The whole session (docs/session-json.md)."""
    run = _session(request, run_id)
    answer = JsonResponse(session_json.session(run), json_dumps_params={"indent": 1, "ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="session-{run.pk}.json"'
    return answer


def _session(request: HttpRequest, run_id: int) -> Run:
    return get_object_or_404(runs_visible_to(request.user), pk=run_id, method="steer")
