"""What the pages of a session share: whose it is, which report is meant, whether only a part is wanted."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from steer_app.runs.models import Run
from steer_app.runs.selectors import runs_visible_to
from steer_app.steer import written
from steer_app.steer.models import Report


def session_of(request: HttpRequest, run_id: int) -> Run:
    """The session, if it is the person's. Raises Http404."""
    return get_object_or_404(runs_visible_to(request.user), pk=run_id, method="steer")


def wants_part(request: HttpRequest) -> bool:
    """htmx asks for the part that it swaps in; anybody else gets the whole page."""
    return bool(getattr(request, "htmx", False))


def report_asked_for(request: HttpRequest, run: Run) -> Report | None:
    """The version in the address, the latest without one; None before the first. Raises Http404 for a version that
    there is not."""
    version = request.GET.get("version", "")
    if not version:
        return written.latest(run)
    found = written.version(run, int(version)) if version.isdecimal() and len(version) < 6 else None
    if found is None:
        raise Http404
    return found
