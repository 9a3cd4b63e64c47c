"""The only door to collections, documents and passages. What is not yours is not found."""

from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Count, Q, QuerySet, Sum

from steer_app.runs.models import Run
from steer_app.sources.domain.blocks import Block, unpacked
from steer_app.sources.domain.standing import MEMBERS, Group
from steer_app.sources.domain.statuses import GAPS, Status
from steer_app.sources.models import Collection, Document, Passage


def collections_visible_to(user: AbstractBaseUser | AnonymousUser) -> QuerySet[Collection]:
    """A person's own, with what each holds: documents in `total`, `ready`, `waiting`, `failed`, `left_out` (no gap to
    anybody) and `settled` (all but those that wait), and `word_count`."""
    if not user.is_authenticated:
        return Collection.objects.none()
    return Collection.objects.filter(owner_id=user.pk).annotate(
        total=Count("documents"),
        ready=Count("documents", filter=Q(documents__status=Status.READY)),
        waiting=Count("documents", filter=Q(documents__status=Status.WAITING)),
        failed=Count("documents", filter=Q(documents__status__in=GAPS)),
        left_out=Count("documents", filter=Q(documents__status__in=MEMBERS[Group.LEFT_OUT])),
        settled=Count("documents", filter=~Q(documents__status=Status.WAITING)),
        word_count=Sum("documents__words"),
    )


def documents_visible_to(user: AbstractBaseUser | AnonymousUser) -> QuerySet[Document]:
    return Document.objects.filter(collection__in=collections_visible_to(user).values("pk"))


def documents_of(collection_id: int) -> QuerySet[Document]:
    """By path, without their texts."""
    return Document.objects.filter(collection=collection_id).defer("text", "blocks").order_by("path")


def latest_ingestion(collection_id: int) -> Run | None:
    return Run.objects.filter(method="ingest", params__collection_id=collection_id).order_by("-pk").first()


@dataclass(frozen=True)
class Citation:
    """Where a span of a document's text is, for a person and for a link."""

    document: int
    title: str
    path: str
    start: int
    end: int
    place: str
    section: str
    text: str


def passage(passage_id: int) -> Citation:
    """Raises Passage.DoesNotExist."""
    found = Passage.objects.select_related("document").defer("document__text", "document__blocks").get(pk=passage_id)
    return _citation(found)


def neighbours(passage_id: int, reach: int = 1) -> list[Citation]:
    """The passages around one, itself included, in the document's order."""
    centre = Passage.objects.only("document_id", "no").get(pk=passage_id)
    around = Passage.objects.filter(
        document=centre.document_id, no__range=(max(0, centre.no - reach), centre.no + reach)
    )
    found = around.select_related("document").defer("document__text", "document__blocks").order_by("no")
    return [_citation(row) for row in found]


def quote(document_id: int, start: int, end: int) -> str:
    """`text[start:end]` of a document, "" beyond its end."""
    return Document.objects.only("text").get(pk=document_id).text[start:end]


def blocks_of(document_id: int) -> list[Block]:
    return unpacked(Document.objects.only("blocks").get(pk=document_id).blocks)


def blocks_within(document_id: int, start: int, end: int) -> list[Block]:
    """The blocks that a span touches: whether a sentence is a heading, a table's row, or code."""
    return [block for block in blocks_of(document_id) if block.start < end and start < block.end]


def _citation(found: Passage) -> Citation:
    document = found.document
    return Citation(
        document=document.pk,
        title=document.shown_title,
        path=document.path,
        start=found.start,
        end=found.end,
        place=found.place,
        section=found.section,
        text=found.text,
    )
