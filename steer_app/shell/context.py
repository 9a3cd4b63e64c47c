"""What every page's frame shows."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

# label, name of the address, prefixes of the paths that belong to it, for admins only
PLACES = (
    ("Research", "home", ("/runs/", "/sessions/"), False),
    ("Collections", "sources:collections", ("/collections/", "/documents/"), False),
    ("Models", "models", ("/models/",), True),
    ("People", "accounts:people", ("/people/",), True),
)


@dataclass(frozen=True)
class Place:
    """One entry of the top bar."""

    label: str
    address: str
    current: bool


def navigation(request: HttpRequest) -> dict:
    """The top bar's places, for whoever is signed in."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"places": []}
    offered = [
        (label, reverse(name), prefixes) for label, name, prefixes, admin in PLACES if user.is_admin or not admin
    ]
    return {
        "places": [
            Place(label, address, request.path == address or request.path.startswith(prefixes))
            for label, address, prefixes in offered
        ]
    }
