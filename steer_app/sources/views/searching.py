"""A search by hand."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_headers

from steer_app.sources import by_hand
from steer_app.sources.views.common import HtmxRequest, own_collection, wants_part


@login_required
@require_GET
@vary_on_headers("HX-Request")
def search(request: HtmxRequest, collection_id: int) -> HttpResponse:
    """Passages of one collection for the query `q`, best first; for htmx the results alone."""
    collection = own_collection(request, collection_id)
    query = request.GET.get("q", "").strip()[: by_hand.LONGEST_QUERY]
    found = by_hand.find(collection.pk, query) if query else None
    context = {
        "collection": collection,
        "query": query,
        "found": found,
        "most": by_hand.MOST,
        "longest": by_hand.LONGEST_QUERY,
    }
    return render(request, "sources/_found.html" if wants_part(request) else "sources/search.html", context)
