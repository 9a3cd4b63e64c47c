"""Who would miss a document. What cites documents stands above this app, so it is named in settings.CITERS."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils.module_loading import import_string

from steer_app.sources.models import Collection


@dataclass(frozen=True)
class Use:
    """A session that rests on some documents."""

    run: int
    title: str
    quotes: int
    """Passages of them that its latest report cites."""
    learnings: int
    """What it learned from them, quoted or not."""


Citer = Callable[[Collection, int | None], Sequence[Use]]
"""Uses of a collection, or of one of its documents."""


def uses(collection: Collection, document_id: int | None = None) -> list[Use]:
    """Most quoted first."""
    citers: list[Citer] = [import_string(place.replace(":", ".")) for place in settings.CITERS.values()]
    found = [use for citer in citers for use in citer(collection, document_id)]
    return sorted(found, key=lambda use: (-use.quotes, -use.learnings, -use.run))
