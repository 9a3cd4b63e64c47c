"""The price list, for admins: what a model's tokens cost from a day on."""

from datetime import date

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from steer_app.accounts.access import admins_only
from steer_app.brains import selectors
from steer_app.brains.forms import PriceForm
from steer_app.brains.models import Price
from steer_app.brains.services import prices
from steer_app.runs.domain.failures import Conflict


@admins_only
@never_cache
@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    return _listed(request)


@admins_only
@never_cache
@require_http_methods(["GET", "POST"])
def add(request: HttpRequest) -> HttpResponse:
    """`?model=` fills in whose price it is."""
    start = {"valid_from": _today(), "currency": Price.Currency.USD, "model": request.GET.get("model", "")}
    form = PriceForm(request.POST or None, initial=start, names=_names())
    if request.method == "POST" and form.is_valid():
        row = prices.add(values=form.values())
        messages.success(request, f"Calls of {row.model} are priced by it from {row.valid_from:%-d %B %Y} on.")
        return redirect("prices")
    context = {"form": form, "price": None}
    return render(request, "brains/price.html", context, status=422 if form.errors else 200)


@admins_only
@never_cache
@require_http_methods(["GET", "POST"])
def correct(request: HttpRequest, price_id: int) -> HttpResponse:
    row = get_object_or_404(Price, pk=price_id)
    form = PriceForm(request.POST or None, instance=row, names=_names())
    if request.method == "POST" and form.is_valid():
        try:
            prices.correct(price_id=price_id, values=form.values())
        except Conflict as refusal:
            return _listed(request, refusal)
        messages.success(request, f"The price of {row.model} is corrected.")
        return redirect("prices")
    if selectors.calls_at(price_id):
        return redirect("prices")
    return render(request, "brains/price.html", {"form": form, "price": row}, status=422 if form.errors else 200)


@admins_only
@require_POST
def remove(request: HttpRequest, price_id: int) -> HttpResponse:
    row = get_object_or_404(Price, pk=price_id)
    try:
        prices.remove(price_id=price_id)
    except Conflict as refusal:
        return _listed(request, refusal)
    messages.success(request, f"The price of {row.model} from {row.valid_from:%-d %B %Y} is gone.")
    return redirect("prices")


def _listed(request: HttpRequest, refusal: Conflict | None = None) -> HttpResponse:
    rows = selectors.price_list(_today())
    priced = {one.row.model for one in rows if one.is_valid}
    context = {
        "rows": rows,
        "unpriced": sorted(set(_names()) - priced),
        "refusal": refusal.reason if refusal else "",
    }
    return render(request, "brains/prices.html", context, status=409 if refusal else 200)


def _names() -> list[str]:
    """Models that are set up."""
    return [one.model for one in selectors.described()[0]]


def _today() -> date:
    return timezone.now().date()
