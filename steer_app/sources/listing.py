"""A collection's files as a list that can be narrowed and ordered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from django.core.paginator import Page, Paginator
from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.http import urlencode

from steer_app.sources import selectors
from steer_app.sources.domain.standing import MEMBERS, Group, Standing, standing
from steer_app.sources.models import Document, Passage

FILES_A_PAGE = 200
GROUPS: dict[str, str] = {
    "": "All files",
    Group.READY: "Ready",
    Group.WAITING: "Waiting to be read",
    Group.UNREAD: "Could not be read",
    Group.LEFT_OUT: "Left out",
}
ORDERS = {
    "name": ("path",),
    "state": ("status", "path"),
    "size": ("-size_bytes", "path"),
    "pages": ("-pages", "path"),
    "passages": ("-passage_count", "path"),
    "newest": ("-added_at", "path"),
}
"""Names first to last, amounts most first."""


@dataclass(frozen=True)
class Wanted:
    """What a person asked of the list; what makes no sense is as if it were not said."""

    name: str = ""
    group: str = ""
    order: str = "name"
    page: str = "1"

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Self:
        group, order = query.get("state", ""), query.get("sort", "")
        return cls(
            name=query.get("name", "").strip()[:200],
            group=group if group in GROUPS else "",
            order=order if order in ORDERS else "name",
            page=query.get("page", "1"),
        )

    @property
    def is_narrowed(self) -> bool:
        return bool(self.name or self.group)

    @property
    def parameters(self) -> str:
        """What narrows the list as the beginning of a query string: "" or "name=x&"."""
        said = urlencode({key: value for key, value in (("name", self.name), ("state", self.group)) if value})
        return f"{said}&" if said else ""


@dataclass(frozen=True)
class Row:
    document: Document
    passages: int
    standing: Standing = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "standing", standing(self.document.status, self.document.reason))


def page_of(collection_id: int, wanted: Wanted) -> Page:
    """Documents of one page, without their texts; three queries with `rows`."""
    files = selectors.documents_of(collection_id)
    if wanted.group:
        files = files.filter(status__in=MEMBERS[Group(wanted.group)])
    if wanted.name:
        files = files.filter(Q(path__icontains=wanted.name) | Q(title__icontains=wanted.name))
    if wanted.order == "passages":
        files = _counted(files)
    return Paginator(files.order_by(*ORDERS[wanted.order]), FILES_A_PAGE).get_page(wanted.page)


def rows(documents: Sequence[Document]) -> list[Row]:
    """The documents with the number of their passages."""
    counts = dict(
        Passage.objects.filter(document__in=[document.pk for document in documents])
        .order_by()
        .values_list("document")
        .annotate(Count("pk"))
    )
    return [Row(document, counts.get(document.pk, 0)) for document in documents]


def _counted(files: QuerySet[Document]) -> QuerySet[Document]:
    own = Passage.objects.filter(document=OuterRef("pk")).order_by().values("document").annotate(n=Count("pk"))
    return files.annotate(passage_count=Coalesce(Subquery(own.values("n"), output_field=IntegerField()), 0))
