"""Starts the run that reads what waits in a collection."""

from django.db import transaction

from steer_app.runs.models import Run
from steer_app.runs.services import runs
from steer_app.sources import selectors
from steer_app.sources.domain.statuses import Status
from steer_app.sources.models import Collection, Document


def ensure(*, collection_id: int) -> Run:
    """The collection's ingestion that is on its way, or a new one; a running one takes in what came meanwhile.

    Batches of an upload arrive side by side: the collection's row is locked, so that they begin one reading, not two.
    """
    with transaction.atomic():
        collection = Collection.objects.select_for_update(of=("self",)).select_related("owner").get(pk=collection_id)
        latest = selectors.latest_ingestion(collection_id)
        if latest is not None and latest.status != "ended" and not latest.closed:
            return latest
        run = runs.create(
            method_name="ingest",
            owner=collection.owner,
            title=f"Reading {collection.name}",
            params={"collection_id": collection_id},
        )
        return runs.start(run_id=run.pk)


def ensure_if_waiting(*, collection_id: int) -> Run | None:
    """As ensure, but only where a file waits."""
    waits = Document.objects.filter(collection=collection_id, status=Status.WAITING).exists()
    return ensure(collection_id=collection_id) if waits else None
