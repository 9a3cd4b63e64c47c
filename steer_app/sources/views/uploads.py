"""Files come in: from a form, or in batches from static/js/upload.js."""

from typing import BinaryIO, cast

from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from steer_app.sources.domain import paths
from steer_app.sources.forms import CollectionForm, UploadForm
from steer_app.sources.models import Collection
from steer_app.sources.services import collections, documents, ingestion
from steer_app.sources.services.documents import Upload
from steer_app.sources.views.collections import page_context
from steer_app.sources.views.common import own_collection, person, wants_json


@login_required
@require_POST
def create_json(request: HttpRequest) -> JsonResponse:
    """Makes a collection named `name`; 201 with {id, name, address, upload}, 422 with {error}."""
    form = CollectionForm(request.POST)
    if not form.is_valid():
        return JsonResponse({"error": "A collection needs a name of at most 120 characters."}, status=422)
    made = collections.create(owner=person(request), name=form.cleaned_data["name"])
    told = {
        "id": made.pk,
        "name": made.name,
        "address": reverse("sources:collection", args=[made.pk]),
        "upload": reverse("sources:upload", args=[made.pk]),
    }
    return JsonResponse(told, status=201)


@login_required
@require_POST
def upload(request: HttpRequest, collection_id: int) -> HttpResponse:
    """Takes `files` in and has them read. Whoever asks for JSON may send `paths` beside them, one for each.

    A form is refused as a whole, so that nothing is left out unseen; a script gets {added, changed, unchanged,
    refused: [{path, reason}]}.
    """
    found = own_collection(request, collection_id)
    return _from_script(request, found) if wants_json(request) else _from_form(request, found)


def _from_form(request: HttpRequest, found: Collection) -> HttpResponse:
    form = UploadForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, "sources/collection.html", page_context(request, found) | {"form": form}, status=422)
    files = form.cleaned_data["files"]
    documents.take(collection_id=found.pk, uploads=[Upload(paths.bare(file.name), _bytes(file)) for file in files])
    ingestion.ensure(collection_id=found.pk)
    return redirect("sources:collection", found.pk)


def _from_script(request: HttpRequest, found: Collection) -> JsonResponse:
    files, given = request.FILES.getlist("files"), request.POST.getlist("paths")
    if not files:
        return JsonResponse({"error": "Choose at least one file."}, status=422)
    if given and len(given) != len(files):
        return JsonResponse({"error": "Each file needs its path."}, status=422)
    named = [paths.relative(path) for path in given] or [paths.bare(file.name or "") for file in files]
    taken, refused = documents.take(collection_id=found.pk, uploads=list(map(Upload, named, map(_bytes, files))))
    ingestion.ensure_if_waiting(collection_id=found.pk)
    told = {"added": taken.added, "changed": taken.changed, "unchanged": taken.unchanged}
    return JsonResponse(told | {"refused": [{"path": one.path, "reason": one.reason} for one in refused]})


def _bytes(file: UploadedFile) -> BinaryIO:
    return cast(BinaryIO, file.file)
