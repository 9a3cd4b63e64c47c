"""One node, as the drawer beside the tree or as a page of its own."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from steer_app.steer.models import Node
from steer_app.steer.node_shown import node_shown
from steer_app.steer.views.sessions import session_of, wants_part


@login_required
@never_cache
@vary_on_headers("HX-Request")
@require_safe
def node(request: HttpRequest, run_id: int, path: str) -> HttpResponse:
    run = session_of(request, run_id)
    found = get_object_or_404(Node, run=run, path=path)
    in_drawer = wants_part(request)
    context = {"run": run, "shown": node_shown(request.user, run, found), "in_drawer": in_drawer}
    return render(request, "steer/_node.html" if in_drawer else "steer/node.html", context)
