"""Where quoted words lie, as a page shows it, and the address that opens the document there while it still exists."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.urls import reverse

from steer_app.sources.selectors import documents_visible_to
from steer_app.steer.report.markdown import within
from steer_app.steer.report.pieces import Source

KINDS = {
    "pdf": "PDF",
    "docx": "Word document",
    "pptx": "Slides",
    "xlsx": "Spreadsheet",
    "html": "Web page",
    "markdown": "Markdown",
    "text": "Text file",
    "eml": "E-mail",
    "mbox": "Mailbox",
}


@dataclass(frozen=True)
class Spot:
    title: str
    file: str
    kind: str
    """In words; "" once the document is gone."""
    place: str
    words: str
    address: str
    """Opens the document with the words marked; "" once it is gone."""

    @property
    def is_gone(self) -> bool:
        return not self.address


def kinds_of(user: AbstractBaseUser | AnonymousUser, sources: Iterable[Source]) -> dict[int, str]:
    """Kinds of the documents that these sources lie in, of those that still exist and are the person's; one query."""
    wanted = {source.span.document for source in sources}
    return dict(documents_visible_to(user).filter(pk__in=wanted).values_list("pk", "kind"))


@dataclass(frozen=True)
class CitedBy:
    """The citation that opens a document, so that its page can lead back to it."""

    run: int
    version: int
    number: int


def spot(source: Source, kinds: Mapping[int, str], cited_by: CitedBy | None = None) -> Spot:
    """A source as a page shows it."""
    span = source.span
    address = ""
    if span.document in kinds:
        document = reverse("sources:document", args=[span.document])
        back = f"&from={cited_by.run}&version={cited_by.version}&cite={cited_by.number}" if cited_by else ""
        address = f"{document}?start={span.start}&end={span.end}{back}#here"
    kind = kinds.get(span.document, "")
    return Spot(source.title, source.path, KINDS.get(kind, kind), within(source), source.words, address)
