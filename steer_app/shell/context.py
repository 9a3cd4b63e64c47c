"""What every page's frame shows."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse


@dataclass(frozen=True)
class Place:
    """One entry of the top bar; the longest `address` that begins the page's path is where one is."""

    label: str
    address: str
    current: bool


def _offered(user) -> Iterator[tuple[str, str]]:
    yield "Research", "home"
    yield "Collections", "sources:collections"
    if getattr(user, "is_admin", False):
        yield "People", "accounts:people"


def navigation(request: HttpRequest) -> dict:
    """The top bar's places, for whoever is signed in."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"places": []}
    named = [(label, reverse(name)) for label, name in _offered(user)]
    here = max((address for _, address in named if request.path.startswith(address)), key=len, default="")
    return {"places": [Place(label, address, address == here) for label, address in named]}
