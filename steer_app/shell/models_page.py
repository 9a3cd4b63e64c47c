"""The page of models, for admins."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from steer_app.accounts.access import admins_only
from steer_app.brains import selectors
from steer_app.brains.domain.price import Rates
from steer_app.brains.forms import ConnectionForm
from steer_app.brains.models import Connection
from steer_app.brains.services import connections


@admins_only
@never_cache
@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    connections, environment = list(Connection.objects.all()), selectors.from_environment()
    names = [row.model for row in connections] + ([environment.model] if environment else [])
    context = {"connections": connections, "environment": environment, "rates": _rates(names)}
    return render(request, "brains/models.html", context)


@admins_only
@never_cache
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, connection_id: int | None = None) -> HttpResponse:
    row = get_object_or_404(Connection, pk=connection_id) if connection_id else Connection()
    form = ConnectionForm(request.POST or None, instance=row)
    if request.method == "POST" and form.is_valid():
        kept = connections.save(
            values=form.values(),
            key=form.cleaned_data["new_key"],
            forget_key=form.cleaned_data.get("forget_key", False),
            connection_id=connection_id,
        )
        messages.success(request, f"{kept.name} is saved. Test it before a session needs it.")
        return redirect("models")
    status = 422 if form.errors else 200
    return render(request, "brains/model.html", {"form": form, "connection": row}, status=status)


@admins_only
@require_POST
def try_out(request: HttpRequest, connection_id: int) -> HttpResponse:
    get_object_or_404(Connection, pk=connection_id)
    row = connections.ask_for_trial(connection_id=connection_id)
    return _row(request, row)


@admins_only
@never_cache
@require_safe
def trial(request: HttpRequest, connection_id: int) -> HttpResponse:
    return _row(request, get_object_or_404(Connection, pk=connection_id))


@admins_only
@require_POST
def delete(request: HttpRequest, connection_id: int) -> HttpResponse:
    row = get_object_or_404(Connection, pk=connection_id)
    connections.delete(connection_id=row.pk)
    messages.success(request, f"{row.name} is gone. Sessions that use it wait until they are given another.")
    return redirect("models")


def _row(request: HttpRequest, row: Connection) -> HttpResponse:
    if getattr(request, "htmx", False):
        return render(request, "brains/_connection.html", {"connection": row, "rates": _rates([row.model])})
    return redirect("models")


def _rates(models: list[str]) -> dict[str, Rates]:
    """What they cost today, without those of unknown price."""
    return selectors.rates_of(models, timezone.now().date())
