"""The product's home."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from steer_app.runs.selectors import latest_runs_of


@login_required
@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "home.html", {"runs": latest_runs_of(request.user.pk)})


@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """For whoever watches the process: it answers, and says nothing else."""
    return HttpResponse("ok\n", content_type="text/plain")
