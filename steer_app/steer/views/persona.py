"""Who a session is for, and how that came about: in the drawer beside the tree, or as a page that needs no script."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from steer_app.steer.persona_shown import persona_shown
from steer_app.steer.views.sessions import session_of, wants_part


@login_required
@never_cache
@vary_on_headers("HX-Request")
@require_safe
def persona(request: HttpRequest, run_id: int) -> HttpResponse:
    run = session_of(request, run_id)
    in_drawer = wants_part(request)
    can_move = not run.closed and run.status not in {"draft", "reporting", "ended"}
    context = {
        "run": run,
        "shown": persona_shown(run, request.user.get_username()),
        "in_drawer": in_drawer,
        "can_move": can_move and not in_drawer,
        "seq": run.last_seq,
    }
    return render(request, "steer/_persona.html" if in_drawer else "steer/persona.html", context)
