"""Starts the run that reads what waits in a collection."""

from steer_app.runs.models import Run
from steer_app.runs.services import runs
from steer_app.sources import selectors
from steer_app.sources.domain.statuses import Status
from steer_app.sources.models import Collection, Document


def ensure(*, collection_id: int) -> Run:
    """The collection's ingestion that is on its way, or a new one; a running one takes in what came meanwhile."""
    latest = selectors.latest_ingestion(collection_id)
    if latest is not None and latest.status != "ended" and not latest.closed:
        return latest
    collection = Collection.objects.select_related("owner").get(pk=collection_id)
    run = runs.create(
        method_name="ingest",
        owner=collection.owner,
        title=f"Reading {collection.name}",
        params={"collection_id": collection_id},
    )
    runs.start(run_id=run.pk)
    return run


def ensure_if_waiting(*, collection_id: int) -> Run | None:
    """As ensure, but only where a file waits."""
    waits = Document.objects.filter(collection=collection_id, status=Status.WAITING).exists()
    return ensure(collection_id=collection_id) if waits else None
