"""The product's home: what waits for a person, what is under way, what is done; and how to find the rest."""

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from steer_app.runs.methods import background
from steer_app.runs.selectors import FINISHED, found_runs, latest_runs_of
from steer_app.shell.library import HtmxRequest
from steer_app.sources.selectors import collections_visible_to
from steer_app.steer.listed import EXAMPLES


@dataclass(frozen=True)
class Search:
    """What of one's research is looked for; nothing at all on the home itself."""

    words: str = ""
    archived: bool = False
    finished: bool = False

    @classmethod
    def of(cls, request: HttpRequest) -> "Search":
        words = request.GET.get("q", "").strip()[:200]
        return cls(words, "archived" in request.GET, "finished" in request.GET)

    def __bool__(self) -> bool:
        return bool(self.words or self.archived or self.finished)


@login_required
@never_cache
@require_safe
def home(request: HtmxRequest) -> HttpResponse:
    """The page, or to htmx what was found; the list that the socket keeps is there beside it all the time."""
    search = Search.of(request)
    context = {"search": search} | (_found(request, search) if search else _own(request))
    if request.htmx and not request.htmx.history_restore_request:
        return render(request, "_found.html", context | {"oob": True})
    return render(request, "home.html", context)


def _found(request: HttpRequest, search: Search) -> dict:
    found = found_runs(request.user.pk, words=search.words, archived=search.archived, ended=search.finished)
    page = Paginator(found, FINISHED).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    return {"found": page, "query": query.urlencode()}


def _own(request: HttpRequest) -> dict:
    runs = latest_runs_of(request.user.pk)
    own = [run for run in runs if run.method not in background()]
    examples = [run for run in own if run.params.get("query") in EXAMPLES]
    return {
        "runs": runs,
        "is_new_here": len(own) == len(examples),
        "has_examples": bool(examples),
        "collections": list(collections_visible_to(request.user)[:2]),
    }


@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """For whoever watches the process: it answers, and says nothing else."""
    return HttpResponse("ok\n", content_type="text/plain")
