"""Collections: the list, one of them, and what can be done with it."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django.views.decorators.vary import vary_on_headers

from steer_app.sources import listing, selectors, uses
from steer_app.sources.forms import CollectionForm, UploadForm
from steer_app.sources.models import Collection
from steer_app.sources.services import collections as services
from steer_app.sources.services import ingestion
from steer_app.sources.views.common import HtmxRequest, own_collection, person, wants_part

STOP_POLLING = 286
"""htmx takes the answer and asks no more."""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def collections(request: HttpRequest) -> HttpResponse:
    form = CollectionForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        made = services.create(owner=person(request), name=form.cleaned_data["name"])
        return redirect("sources:collection", made.pk)
    context = {"collections": selectors.collections_visible_to(request.user), "form": form}
    return render(request, "sources/collections.html", context, status=422 if form.errors else 200)


@login_required
@require_GET
@vary_on_headers("HX-Request", "HX-Target")
def collection(request: HtmxRequest, collection_id: int) -> HttpResponse:
    """The whole page; for htmx the list of files alone, or with it how far the reading has come."""
    found = own_collection(request, collection_id)
    template = "sources/collection.html"
    if wants_part(request):
        template = "sources/_shelf.html" if request.htmx.target == "shelf" else "sources/_files.html"
    return render(request, template, page_context(request, found) | {"form": UploadForm()})


@login_required
@require_GET
def reading(request: HtmxRequest, collection_id: int) -> HttpResponse:
    """How far the reading has come, and the rows that have moved on of those the page shows as waiting.

    The rows' cells are put in place one by one: no row comes, goes or grows under the pointer.
    """
    found = own_collection(request, collection_id)
    shown = [
        int(pk)
        for pk in request.GET.get("shown", "").split(",")[: listing.FILES_A_PAGE]
        if pk.isdecimal() and len(pk) < 19
    ]
    there = listing.rows(list(selectors.documents_of(found.pk).filter(pk__in=shown)))
    context = reading_context(found) | {
        "moved_on": [row for row in there if row.document.status != "waiting"],
        "waiting_rows": [row for row in there if row.document.status == "waiting"],
        "was_watched": True,
    }
    return render(request, "sources/_progress.html", context, status=200 if context["is_reading"] else STOP_POLLING)


@login_required
@require_POST
def read(request: HttpRequest, collection_id: int) -> HttpResponse:
    """Reads what still waits, after a reading that was stopped or failed."""
    found = own_collection(request, collection_id)
    ingestion.ensure_if_waiting(collection_id=found.pk)
    return redirect("sources:collection", found.pk)


@login_required
@require_POST
def rename(request: HttpRequest, collection_id: int) -> HttpResponse:
    found = own_collection(request, collection_id)
    form = CollectionForm(request.POST)
    if form.is_valid():
        services.rename(collection_id=found.pk, name=form.cleaned_data["name"])
    else:
        messages.error(request, "A collection needs a name of at most 120 characters.")
    return redirect("sources:collection", found.pk)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, collection_id: int) -> HttpResponse:
    """First says what would be lost, then does it."""
    found = own_collection(request, collection_id)
    if request.method != "POST":
        return render(request, "sources/delete.html", {"collection": found, "uses": uses.uses(found)})
    services.delete(collection_id=found.pk)
    messages.success(request, f"{found.name} and its files are gone.")
    return redirect("sources:collections")


def page_context(request: HttpRequest, found: Collection) -> dict:
    wanted = listing.Wanted.of(request.GET)
    files = listing.page_of(found.pk, wanted)
    rows = listing.rows(list(files))
    return reading_context(found) | {
        "wanted": wanted,
        "files": files,
        "rows": rows,
        "groups": listing.GROUPS,
        "upload_mb": settings.UPLOAD_MB,
        "waiting_rows": [row for row in rows if row.document.status == "waiting"],
    }


def reading_context(found: Collection) -> dict:
    run = selectors.latest_ingestion(found.pk)
    return {
        "collection": found,
        "run": run,
        "is_reading": run is not None and run.status != "ended",
        "is_paused": run is not None and run.status == "paused",
    }
