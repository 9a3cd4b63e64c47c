"""What the views of this app share."""

from typing import cast

from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django_htmx.middleware import HtmxDetails

from steer_app.sources import selectors
from steer_app.sources.models import Collection


class HtmxRequest(HttpRequest):
    """A request as the htmx middleware hands it on."""

    htmx: HtmxDetails


def own_collection(request: HttpRequest, collection_id: int) -> Collection:
    """Raises Http404 for what is not the person's own."""
    return get_object_or_404(selectors.collections_visible_to(request.user), pk=collection_id)


def person(request: HttpRequest) -> AbstractBaseUser:
    """Who is signed in; for views behind login_required."""
    return cast(AbstractBaseUser, request.user)


def wants_json(request: HttpRequest) -> bool:
    """Whether a script asks; a browser's own form never names JSON."""
    return "application/json" in request.headers.get("Accept", "")


def wants_part(request: HtmxRequest) -> bool:
    """Whether htmx asks for a part of the page; going back in the history it wants the whole."""
    return bool(request.htmx) and not request.htmx.history_restore_request
