"""A session's results to take away. What is not yours is not found."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from steer_app.steer import session_json, written
from steer_app.steer.report.markdown import render
from steer_app.steer.views.sessions import report_asked_for, session_of


@login_required
@require_safe
def report(request: HttpRequest, run_id: int) -> HttpResponse:
    """The report as Markdown, the latest version if none is named."""
    run = session_of(request, run_id)
    found = report_asked_for(request, run)
    if found is None:
        raise Http404
    text = render(written.pieces_of(run, found))
    answer = HttpResponse(text, content_type="text/markdown; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="report-{run.pk}.md"'
    return answer


@login_required
@require_safe
def session(request: HttpRequest, run_id: int) -> JsonResponse:
    """The whole session (docs/session-json.md)."""
    run = session_of(request, run_id)
    answer = JsonResponse(session_json.session(run), json_dumps_params={"indent": 1, "ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="session-{run.pk}.json"'
    return answer
