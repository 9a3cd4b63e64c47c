"""A new session: the question alone is enough."""

from collections.abc import Sequence
from typing import Any, cast

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.decorators import login_required
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from steer_app.brains.offers import Choice, Offer, choice, leaving
from steer_app.runs.selectors import runs_visible_to
from steer_app.runs.services.runs import caps_of
from steer_app.sources.domain.statuses import Status
from steer_app.sources.forms import UploadForm
from steer_app.sources.models import Collection
from steer_app.sources.selectors import collections_visible_to
from steer_app.steer import estimates
from steer_app.steer.forms import NewSessionForm, initial
from steer_app.steer.listed import EXAMPLES
from steer_app.steer.services import samples, sessions
from steer_app.steer.views.sessions import session_of


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The form; `?from=` fills it in from an earlier session, `?question=` with a question.

    From the home comes `go` and a question only: `start` takes the defaults for the rest, `form` comes here with it.
    """
    if request.POST.get("go") == "form":
        return redirect(f"{reverse('steer:new')}?{urlencode({'question': request.POST.get('question', '')})}")
    collections = _collections(request)
    brains = choice()
    start = _initial(request, collections, brains)
    if request.method != "POST":
        return _page(request, NewSessionForm(initial=start, collections=collections, brains=brains.offers))
    if "go" in request.POST:
        given = start | {"question": request.POST.get("question", ""), "about": ""}  # what is not shown is not used
        return _begun(request, NewSessionForm(given, collections=collections, brains=brains.offers))
    uploads = UploadForm(request.POST, request.FILES) if request.FILES else None
    data = request.POST.copy()
    data["brain"] = data.get("brain") or start["brain"]
    if uploads and uploads.is_valid():
        # Kept whatever else is wrong with the form: a browser cannot fill in files a second time.
        made = sessions.gather(owner=_person(request), name=_name(data), files=uploads.cleaned_data["files"])
        data.appendlist("collections", str(made.pk))
        collections = _collections(request)
    form = NewSessionForm(data, collections=collections, brains=brains.offers)
    if uploads and not uploads.is_valid():
        form.add_error("collections", uploads.errors["files"])
    return _begun(request, form)


@login_required
@never_cache
@require_safe
def estimate(request: HttpRequest) -> HttpResponse:
    """What the settings in the query would come to; settings that make no sense are taken for the defaults."""
    start = initial({})
    depth, breadth = (_between(request.GET.get(name), 1, 6, start[name]) for name in ("depth", "breadth"))
    brain = request.GET.get("brain", "")
    known = choice()
    brain = brain if brain in known.offers else known.preferred
    return render(request, "steer/_estimate.html", _estimated(request, depth, breadth, brain, known.offers[brain]))


@login_required
@require_POST
def examples(request: HttpRequest) -> HttpResponse:
    """The two worked examples, for whoever would like to see how it goes."""
    samples.queue_samples(_person(request))
    return redirect("home")


@login_required
@require_POST
def in_depth(request: HttpRequest, run_id: int) -> HttpResponse:
    """The same question once more, with a tree whatever it looks like: for what was answered directly."""
    earlier = session_of(request, run_id)
    there = {one.pk for one in collections_visible_to(request.user)}
    params = earlier.params | {"direct": False}
    if not set(params["collections"]) <= there:
        return redirect(f"{reverse('steer:new')}?{urlencode({'from': earlier.pk})}")
    run = sessions.begin(owner=_person(request), params=params, caps=caps_of(earlier))
    return redirect("runs:run", run.pk)


def _begun(request: HttpRequest, form: NewSessionForm) -> HttpResponse:
    if not form.is_valid():
        return _page(request, form, status=422)
    run = sessions.begin(owner=_person(request), params=form.params(), caps=form.caps())
    return redirect("runs:run", run.pk)


def _page(request: HttpRequest, form: NewSessionForm, status: int = 200) -> HttpResponse:
    start = initial({})
    depth, breadth = (_between(form[name].value(), 1, 6, start[name]) for name in ("depth", "breadth"))
    brain = form["brain"].value()
    brain = brain if brain in form.brains else next(iter(form.brains))
    c0 = _c0(form)
    context = {
        "form": form,
        "asking": estimates.asking(c0),
        "asking_words": estimates.ASKING,
        "upload_mb": settings.UPLOAD_MB,
        "is_remembered": not form.is_bound and bool(form["about"].value()),
    } | _estimated(request, depth, breadth, brain, form.brains[brain])
    return render(request, "steer/new.html", context, status=status)


def _estimated(request: HttpRequest, depth: int, breadth: int, brain: str, offer: Offer) -> dict[str, Any]:
    rate = estimates.rate(request.user.pk, brain)
    return {"estimate": estimates.estimate(depth, breadth, rate), "leaving": leaving(offer)}


def _initial(request: HttpRequest, collections: Sequence[Collection], brains: Choice) -> dict[str, Any]:
    """From the session that is duplicated; else the defaults, with what the last session says of person and sources."""
    there = [one.pk for one in collections]
    if given := request.GET.get("from", ""):
        run = get_object_or_404(_sessions(request), pk=given if given.isdecimal() and len(given) < 19 else 0)
        start = initial(run.params, caps_of(run))
    else:
        last = _sessions(request).exclude(params__query__in=EXAMPLES).order_by("-pk").first()
        kept = last.params if last else {}
        start = initial({name: kept[name] for name in ("about", "collections") if name in kept})
        start |= {"question": request.GET.get("question", ""), "direct": True}
        if asked := [pk for pk in there if str(pk) in request.GET.getlist("collection")]:
            start["collections"] = asked
    if start["brain"] not in brains.offers:
        start["brain"] = brains.preferred
    start["collections"] = [pk for pk in start["collections"] if pk in there] or (there if len(there) == 1 else [])
    return start


def _sessions(request: HttpRequest):
    return runs_visible_to(request.user).filter(Q(method="steer"), ~Q(params={})).select_related("budget")


def _collections(request: HttpRequest) -> list[Collection]:
    """The person's, each with the numbers that the list says, and `still_waiting`: files that are not read yet."""
    waiting = Count("documents", filter=Q(documents__status=Status.WAITING))
    return list(collections_visible_to(request.user).annotate(still_waiting=waiting))


def _c0(form: NewSessionForm) -> float:
    try:
        return min(1.0, max(0.0, float(form["c0"].value())))
    except (TypeError, ValueError):
        return initial({})["c0"]


def _between(given: Any, least: int, most: int, otherwise: int) -> int:
    text = str(given)
    return min(most, max(least, int(text))) if text.isascii() and text.isdecimal() and len(text) < 9 else otherwise


def _name(data: Any) -> str:
    """What a collection is called that comes with a question."""
    words = " ".join(str(data.get("question", "")).split())
    return f"For “{words[:90]}{'…' if len(words) > 90 else ''}”" if words else "New documents"


def _person(request: HttpRequest) -> AbstractBaseUser:
    return cast(AbstractBaseUser, request.user)
