"""The worked examples: the sample collection, and ordinary sessions over it, queued at the first start."""

from django.contrib.auth.base_user import AbstractBaseUser

from steer_app.runs.models import Run
from steer_app.runs.services import runs
from steer_app.sources.models import Collection
from steer_app.sources.services import collections, ingestion
from steer_app.steer.samples import COLLECTION_NAME, FOLDER, WORKED


def queue_samples(owner: AbstractBaseUser) -> list[Run]:
    """Make sure the owner has the sample collection and the worked sessions; those begun now.

    Nothing waits for them here: workers read the collection, and the sessions' first step waits for it. What is there
    already is left as it is, so this may be called at every start; a worked session that was deleted comes back, one
    that ended does not run again.
    """
    collection = Collection.objects.filter(owner=owner, name=COLLECTION_NAME).first()
    if collection is None:
        collection = collections.create(owner=owner, name=COLLECTION_NAME)
        collections.add_folder(collection_id=collection.pk, path=FOLDER)
        ingestion.ensure(collection_id=collection.pk)
    begun = []
    for sample in WORKED:
        if Run.objects.filter(owner=owner, method="steer", title=sample.title).exists():
            continue
        params = {
            "query": sample.query,
            "about": sample.about,
            "collections": [collection.pk],
            "seed": sample.seed,
            "answers": "suggested",
        }
        run = runs.create(method_name="steer", owner=owner, title=sample.title, params=params)
        begun.append(runs.start(run_id=run.pk))
    return begun
