"""A session from the command line: folders in, a report and the session's own record out, in one process (K17)."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser

from steer_app.runs.models import Event, Question, Run
from steer_app.runs.services import inline, runs
from steer_app.sources.domain import paths
from steer_app.sources.models import Collection, Document
from steer_app.sources.selectors import latest_ingestion
from steer_app.sources.services import collections, documents, folders
from steer_app.steer import selectors, session_json, written
from steer_app.steer.report.markdown import render

OnEvent = Callable[[Event], None]
OnQuestion = Callable[[Question], None]


def collection_of(*, owner: AbstractBaseUser, folder: Path) -> Collection:
    """The owner's collection of a folder, with the files as they are now: read once, and only what changed again.

    Raises NotADirectoryError.
    """
    place = hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:12]
    name = f"{folder.resolve().name[:90]} ({place})"
    found = Collection.objects.filter(owner_id=owner.pk, name=name).first()
    collection = found or collections.create(owner=owner, name=name)
    collections.add_folder(collection_id=collection.pk, path=folder)
    here = {paths.shown_path(file) for file, _ in folders.files(folder)}
    held = Document.objects.filter(collection=collection, parent=None)
    for document in held.exclude(path__in=here).values_list("pk", flat=True):
        documents.delete(document_id=document)
    return collection


def draft(*, owner: AbstractBaseUser, params: Mapping[str, Any], caps: runs.Caps) -> Run:
    """A session that this process will drive. Raises pydantic.ValidationError."""
    return runs.create(
        method_name="steer",
        owner=owner,
        title=params["query"],
        params=params,
        executor=Run.Executor.INLINE,
        caps=caps,
    )


def drive(*, run_id: int, on_event: OnEvent, on_question: OnQuestion | None) -> Run:
    """Read what is not read yet, then do the session to its end, or until nobody is there to answer.

    Raises Conflict if another process is at it.
    """
    run = Run.objects.select_related("owner").get(pk=run_id)
    if run.status == "ended":
        return run
    for collection in selectors.params(run).collections:
        _ingest(run.owner, collection, on_event)
    if run.status == "draft":
        run = runs.start(run_id=run_id)
    elif run.status == "paused":
        run = runs.resume(run_id=run_id)
    return inline.run_to_end(run_id, threads=settings.WORKER_THREADS, on_event=on_event, on_question=on_question)


def _ingest(owner: AbstractBaseUser, collection: int, on_event: OnEvent) -> None:
    """Take up the collection's own unfinished ingestion, or begin one if files wait; workers' are left to them."""
    latest = latest_ingestion(collection)
    if latest and latest.status != "ended":
        if latest.executor == Run.Executor.INLINE:
            inline.run_to_end(latest.pk, on_event=on_event)
        return
    run = runs.create(
        method_name="ingest",
        owner=owner,
        title="Reading a folder",
        params={"collection_id": collection},
        executor=Run.Executor.INLINE,
    )
    runs.start(run_id=run.pk)
    inline.run_to_end(run.pk, on_event=on_event)


def write(*, run: Run, out: Path) -> Sequence[Path]:
    """session.json, and report.md if there is a report; the files written."""
    out.mkdir(parents=True, exist_ok=True)
    record = out / "session.json"
    record.write_text(json.dumps(session_json.session(run), indent=1, ensure_ascii=False) + "\n")
    report = written.latest(run)
    if report is None:
        return [record]
    text = out / "report.md"
    text.write_text(render(written.pieces_of(run, report)))
    return [text, record]
