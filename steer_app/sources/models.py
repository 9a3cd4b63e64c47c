"""What a person has gathered: collections of documents, cut into passages."""

from django.conf import settings
from django.db import models

from steer_app.sources.domain.statuses import Status

STATUSES = [(status.value, status.value) for status in Status]


class Collection(models.Model):
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="collections")
    name = models.CharField(max_length=120)
    revision = models.PositiveBigIntegerField(default=0)
    """Moves whenever a passage comes or goes: what is kept in memory for a search holds for one revision."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.name


class Document(models.Model):
    """One file, message or attachment. Its bytes lie in MEDIA_ROOT under their sha256."""

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="documents")
    parent = models.ForeignKey("self", on_delete=models.CASCADE, null=True, related_name="parts")
    """The message or mailbox that it was in."""
    path = models.CharField(max_length=1000)
    """Within the collection, with slashes: `mails/2024.mbox/00001.eml/offer.pdf`."""
    title = models.CharField(max_length=300, blank=True)
    kind = models.CharField(max_length=12, blank=True)
    status = models.CharField(max_length=12, choices=STATUSES, default=Status.WAITING)
    reason = models.TextField(blank=True)
    """Why it is not ready, or what is worth knowing although it is."""
    sha256 = models.CharField(max_length=64)
    size_bytes = models.PositiveBigIntegerField(default=0)
    text = models.TextField(blank=True)
    blocks = models.JSONField(default=dict)
    """`domain.blocks.packed`."""
    pages = models.PositiveIntegerField(default=0)
    words = models.PositiveIntegerField(default=0)
    embedder = models.CharField(max_length=40, blank=True)
    """Fingerprint of the model that made its passages' vectors."""
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["path"]
        constraints = [models.UniqueConstraint(fields=["collection", "path"], name="path_is_unique_in_its_collection")]
        indexes = [models.Index(fields=["collection", "sha256"]), models.Index(fields=["collection", "status"])]

    def __str__(self) -> str:
        return self.path

    @property
    def shown_title(self) -> str:
        return self.title or self.path.rsplit("/", 1)[-1]


class Passage(models.Model):
    """`text` is always `document.text[start:end]`: kept here too, for a hit must not load a book."""

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="passages")
    no = models.PositiveIntegerField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    place = models.CharField(max_length=120, blank=True)
    section = models.TextField(blank=True)
    text = models.TextField()
    vector = models.BinaryField()
    """384 float16 of a unit vector."""
    terms = models.BinaryField()
    """uint32 hashes of its words and its headings' words, sorted, repeats kept (`domain.words`)."""

    class Meta:
        ordering = ["document", "no"]
        constraints = [models.UniqueConstraint(fields=["document", "no"], name="passage_no_is_unique_in_its_document")]

    def __str__(self) -> str:
        return f"{self.document_id}.{self.no}"
