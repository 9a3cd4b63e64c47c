"""Collections: the list, one of them, and what can be done with it."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.middleware import HtmxDetails

from steer_app.sources import selectors
from steer_app.sources.forms import CollectionForm, UploadForm
from steer_app.sources.models import Collection
from steer_app.sources.services import collections as services
from steer_app.sources.services import documents, ingestion

FILES_A_PAGE = 100


class HtmxRequest(HttpRequest):
    """A request as the htmx middleware hands it on."""

    htmx: HtmxDetails


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def collections(request: HttpRequest) -> HttpResponse:
    form = CollectionForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        made = services.create(owner=cast(AbstractBaseUser, request.user), name=form.cleaned_data["name"])
        return redirect("sources:collection", made.pk)
    context = {"collections": selectors.collections_visible_to(request.user), "form": form}
    return render(request, "sources/collections.html", context, status=422 if form.errors else 200)


@login_required
@require_GET
def collection(request: HtmxRequest, collection_id: int) -> HttpResponse:
    """The whole page, or only its list of files when htmx asks again while they are being read."""
    found = _own(request, collection_id)
    template = "sources/_files.html" if request.htmx else "sources/collection.html"
    return render(request, template, _context(request, found) | {"form": UploadForm()})


@login_required
@require_POST
def upload(request: HttpRequest, collection_id: int) -> HttpResponse:
    found = _own(request, collection_id)
    form = UploadForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, "sources/collection.html", _context(request, found) | {"form": form}, status=422)
    for file in form.cleaned_data["files"]:
        documents.add_upload(collection_id=found.pk, name=file.name, stream=file.file)
    ingestion.ensure(collection_id=found.pk)
    return redirect("sources:collection", found.pk)


@login_required
@require_POST
def rename(request: HttpRequest, collection_id: int) -> HttpResponse:
    found = _own(request, collection_id)
    form = CollectionForm(request.POST)
    if form.is_valid():
        services.rename(collection_id=found.pk, name=form.cleaned_data["name"])
    else:
        messages.error(request, "A collection needs a name of at most 120 characters.")
    return redirect("sources:collection", found.pk)


@login_required
@require_POST
def delete(request: HttpRequest, collection_id: int) -> HttpResponse:
    found = _own(request, collection_id)
    services.delete(collection_id=found.pk)
    messages.success(request, f"{found.name} and its files are gone.")
    return redirect("sources:collections")


def _own(request: HttpRequest, collection_id: int) -> Collection:
    return get_object_or_404(selectors.collections_visible_to(request.user), pk=collection_id)


def _context(request: HttpRequest, found: Collection) -> dict:
    run = selectors.latest_ingestion(found.pk)
    files = Paginator(selectors.documents_of(found.pk), FILES_A_PAGE).get_page(request.GET.get("page"))
    return {
        "collection": found,
        "files": files,
        "unread": selectors.unread_of(found.pk),
        "run": run,
        "is_reading": run is not None and run.status != "ended",
    }
