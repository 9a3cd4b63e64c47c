"""A document's text, opened where a citation points."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from steer_app.runs.models import Run
from steer_app.runs.selectors import runs_visible_to
from steer_app.sources import selectors, uses
from steer_app.sources.domain.blocks import unpacked
from steer_app.sources.domain.excerpts import excerpt
from steer_app.sources.domain.standing import standing
from steer_app.sources.models import Document
from steer_app.sources.services import documents, ingestion


@login_required
@require_GET
def document(request: HttpRequest, document_id: int) -> HttpResponse:
    """`start` and `end` are offsets in the text: the span is marked and carries the id `here`. `from`, `version` and
    `cite` name the citation that led here, to go back to it."""
    visible = selectors.documents_visible_to(request.user).select_related("collection", "parent")
    found = get_object_or_404(visible, pk=document_id)
    start, end = _offset(request, "start"), _offset(request, "end")
    at = _offset(request, "at") if "at" in request.GET else None
    context = {
        "document": found,
        "standing": standing(found.status, found.reason),
        "excerpt": excerpt(found.text, unpacked(found.blocks), start, end, at),
        "parts": found.parts.defer("text", "blocks").order_by("path"),
        "came_from": _came_from(request),
        "version": _offset(request, "version"),
        "cite": _offset(request, "cite"),
    }
    return render(request, "sources/document.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, document_id: int) -> HttpResponse:
    """First says what would be lost, then does it."""
    found = _own(request, document_id)
    if request.method != "POST":
        context = {"document": found, "collection": found.collection, "uses": uses.uses(found.collection, found.pk)}
        return render(request, "sources/delete_document.html", context)
    documents.delete(document_id=found.pk)
    ingestion.ensure_if_waiting(collection_id=found.collection_id)
    messages.success(request, f"{found.path} is gone from the collection.")
    return redirect("sources:collection", found.collection_id)


@login_required
@require_POST
def read_again(request: HttpRequest, document_id: int) -> HttpResponse:
    found = _own(request, document_id)
    documents.read_again(document_id=found.pk)
    ingestion.ensure_if_waiting(collection_id=found.collection_id)
    return redirect("sources:collection", found.collection_id)


def _came_from(request: HttpRequest) -> Run | None:
    """The run whose report led here, to go back to; None unless it is the person's own."""
    return runs_visible_to(request.user).filter(pk=_offset(request, "from")).first()


def _own(request: HttpRequest, document_id: int) -> Document:
    """Without its text."""
    visible = selectors.documents_visible_to(request.user).select_related("collection").defer("text", "blocks")
    return get_object_or_404(visible, pk=document_id)


def _offset(request: HttpRequest, name: str) -> int:
    value = request.GET.get(name, "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 12 else 0
