"""What became of each document of a session, and why."""

from collections import Counter

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from steer_app.runs.models import Run
from steer_app.runs.selectors import runs_visible_to
from steer_app.sources.models import Document
from steer_app.sources.selectors import documents_visible_to
from steer_app.steer.domain.unused import Fate, explain
from steer_app.steer.unused import Evidence, Line, evidence, facts, lines, nearest_passage

DOCUMENTS_A_PAGE = 200


@login_required
@require_safe
def sources(request: HttpRequest, run_id: int) -> HttpResponse:
    """All documents of the session's collections: `state` and `name` narrow the list."""
    run = _session(request, run_id)
    found = evidence(run)
    every = lines(found)
    state, name = request.GET.get("state", ""), request.GET.get("name", "").strip()[:200]
    counts = Counter(line.fate for line in every)
    shown = [line for line in every if _is_wanted(line, state if state in counts else "", name)]
    context = {
        "run": run,
        "total": len(every),
        "searches": found.searches,
        "has_report": found.has_report,
        "missing": len(run.params.get("collections", ())) - len(found.collections),
        "states": [(value, counts[value]) for value in Fate if counts[value]],
        "state": state,
        "name": name,
        "narrowed": urlencode({key: value for key, value in (("state", state), ("name", name)) if value}),
        "page": Paginator(shown, DOCUMENTS_A_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "steer/sources.html", context)


@login_required
@require_safe
def unused(request: HttpRequest, run_id: int, document_id: int) -> HttpResponse:
    """Why one document was used, or not, with what says so."""
    run = _session(request, run_id)
    found = evidence(run)
    theirs = documents_visible_to(request.user).filter(collection__in=found.collections)
    document = get_object_or_404(theirs.select_related("collection").defer("text", "blocks"), pk=document_id)
    told = facts(found, document)
    explanation = explain(told)
    is_near = explanation.fate in {Fate.UNFOUND, Fate.FOUND}
    context = {
        "run": run,
        "document": document,
        "explanation": explanation,
        "sightings": told.sightings,
        "learnings": _learnings(found, document),
        "nearest": nearest_passage(found, document) if is_near else None,
    }
    return render(request, "steer/unused.html", context)


def _session(request: HttpRequest, run_id: int) -> Run:
    return get_object_or_404(runs_visible_to(request.user), pk=run_id, method="steer")


def _is_wanted(line: Line, state: str, name: str) -> bool:
    is_named = not name or name.lower() in line.path.lower() or name.lower() in line.title.lower()
    return is_named and state in {"", line.fate}


def _learnings(found: Evidence, document: Document) -> list[dict]:
    """Its learnings with the words they rest on in this document."""
    return [
        {
            "row": row,
            "is_cited": (row.path, row.no, document.pk) in found.cited_places,
            "quotes": [
                quote
                for quote in ({"document": row.document, "start": row.start, "end": row.end}, *row.further)
                if quote["document"] == document.pk
            ],
        }
        for row in found.learnings.get(document.pk, [])
    ]
