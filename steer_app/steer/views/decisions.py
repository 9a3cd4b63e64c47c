"""Why a session asked, or went on: one decision with every number behind it."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from steer_app.runs.models import Run
from steer_app.steer import decided
from steer_app.steer.domain.sums import DecisionSum
from steer_app.steer.explain import explained
from steer_app.steer.models import Node
from steer_app.steer.views.sessions import session_of, wants_part


@login_required
@never_cache
@vary_on_headers("HX-Request")
@require_safe
def decision(request: HttpRequest, run_id: int, no: int) -> HttpResponse:
    run = session_of(request, run_id)
    found = decided.numbered(run, no)
    if found is None:
        raise Http404
    in_drawer = wants_part(request)
    context = {"run": run, "why": explained(found), "in_drawer": in_drawer, "basis": _basis(run, found)}
    return render(request, "steer/_decision.html" if in_drawer else "steer/decision.html", context)


def _basis(run: Run, found: DecisionSum) -> list[tuple[str, str]]:
    """The nodes it rests on, as (path, question), in the run's order."""
    questions = dict(Node.objects.filter(run=run, path__in=[*found.basis, found.path]).values_list("path", "question"))
    return [(path, questions[path]) for path in found.basis if path in questions]
