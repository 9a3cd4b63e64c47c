"""What a newcomer can open at once: a sample collection, and two runs over it that begin at the first start."""

from steer_app.accounts.models import User
from steer_app.runs.services import runs
from steer_app.sources.models import Collection
from steer_app.sources.services import collections, documents, ingestion
from steer_app.steer import samples

ANSWERS = ("suggested", "person")
"""The first example goes its whole way by itself; the second asks, so that a newcomer has something to answer."""


def wanted(owner: User) -> bool:
    """Once only: somebody who has been here and removed them does not get them again."""
    return owner.last_login is None and not Collection.objects.filter(owner=owner).exists()


def begin(owner: User) -> None:
    """Fills the collection and starts its reading and the two runs; they wait for the reading by themselves."""
    collection = collections.create(owner=owner, name=samples.COLLECTION_NAME)
    for path in samples.documents():
        with path.open("rb") as stream:
            documents.add_upload(collection_id=collection.pk, name=path.name, stream=stream)
    ingestion.ensure(collection_id=collection.pk)
    for sample, answers in zip(samples.WORKED, ANSWERS, strict=False):
        params = {"query": sample.query, "about": sample.about, "seed": sample.seed, "answers": answers}
        run = runs.create(
            method_name="steer",
            owner=owner,
            title=sample.title,
            params={**params, "collections": [collection.pk]},
        )
        runs.start(run_id=run.pk)
