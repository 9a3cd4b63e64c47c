"""Rows for the session's tests."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from steer_app.brains import embeddings
from steer_app.runs.models import Run
from steer_app.runs.services import inline, runs
from steer_app.sources.domain import words
from steer_app.sources.domain.statuses import Status
from steer_app.sources.models import Collection, Document, Passage
from tests.steer.doubles import TOPICS


def library(owner: Any) -> Collection:
    """Twelve short documents, each with passages about two of the topics."""
    texts = []
    for number in range(12):
        one, two = TOPICS[number % 10], TOPICS[(number * 3 + 1) % 10]
        parts = [
            f"The {one} of a pump is told in report {number} with {two}. It is measured twice.",
            f"On {two} the report {number} says that {one} matters in winter. Nobody agrees about it.",
        ]
        texts.append((f"Report {number}", "\n\n".join(parts)))
    return documents(owner, "library", texts)


def documents(owner: Any, name: str, texts: Iterable[tuple[str, str]]) -> Collection:
    """A collection that has been read: (title, text) each; what blank lines part is a passage."""
    collection = Collection.objects.create(owner=owner, name=name)
    for title, text in texts:
        document = Document.objects.create(
            collection=collection,
            path=f"{title.lower().replace(' ', '-')}.txt",
            title=title,
            text=text,
            status=Status.READY,
            embedder=embeddings.embedder().fingerprint,
        )
        start = 0
        for place, part in enumerate(text.split("\n\n")):
            Passage.objects.create(
                document=document,
                no=place,
                start=start,
                end=start + len(part),
                text=part,
                vector=embeddings.embed_one(part).astype(np.float16).tobytes(),
                terms=words.hashed(words.terms(part)).tobytes(),
            )
            start += len(part) + 2
    return collection


def session(owner: Any, collection: Collection, **params: Any) -> Run:
    """A started session, driven by nobody yet."""
    given = {"query": "Is a pump worth its cost and noise?", "collections": [collection.pk], "brain": "test"}
    run = runs.create(
        method_name="steer", owner=owner, title="a session", params=given | params, executor=Run.Executor.INLINE
    )
    return runs.start(run_id=run.pk)


def finished(owner: Any, collection: Collection, **params: Any) -> Run:
    """A session done to its end, one step after another."""
    run = session(owner, collection, **({"answers": "suggested", "depth": 2} | params))
    return inline.run_to_end(run.pk, threads=0)
