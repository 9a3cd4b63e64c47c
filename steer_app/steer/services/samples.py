"""The worked examples: the sample collection, and ordinary sessions over it, queued at the first start."""

from django.contrib.auth.base_user import AbstractBaseUser

from steer_app.runs.models import Run
from steer_app.runs.services import runs
from steer_app.sources.models import Collection
from steer_app.sources.services import collections, documents, ingestion
from steer_app.steer import samples

ANSWERS = ("suggested", "person")
"""The first example goes its whole way by itself; the second asks, so that a newcomer has something to answer."""


def queue_samples(owner: AbstractBaseUser) -> list[Run]:
    """Make sure the owner has the sample collection and the worked sessions; those begun now.

    Nothing waits for them here: workers read the collection, and the sessions' first step waits for it. What is there
    already is left as it is, so this may be called at every start; a worked session that was deleted comes back, one
    that ended does not run again.
    """
    collection = Collection.objects.filter(owner_id=owner.pk, name=samples.COLLECTION_NAME).first()
    if collection is None:
        collection = collections.create(owner=owner, name=samples.COLLECTION_NAME)
        for path in samples.documents():
            with path.open("rb") as stream:
                documents.add_upload(collection_id=collection.pk, name=path.name, stream=stream)
        ingestion.ensure(collection_id=collection.pk)
    begun = []
    for sample, answers in zip(samples.WORKED, ANSWERS, strict=True):
        if Run.objects.filter(owner_id=owner.pk, method="steer", title=sample.title).exists():
            continue
        params = {
            "query": sample.query,
            "about": sample.about,
            "collections": [collection.pk],
            "seed": sample.seed,
            "answers": answers,
        }
        run = runs.create(method_name="steer", owner=owner, title=sample.title, params=params)
        begun.append(runs.start(run_id=run.pk))
    return begun
