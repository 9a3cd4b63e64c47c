"""Every screen of the product, frozen: sessions in each of their states, and the pages around them.

Made in a process of its own on the data of a product without a worker, so that nothing moves on.
"""

import json
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore
from django.core.files.base import ContentFile
from django.urls import reverse
from django.utils import timezone

from steer_app.accounts.services import invitations
from steer_app.brains.models import Connection
from steer_app.brains.services import connections
from steer_app.runs.models import Run, Step
from steer_app.runs.selectors import open_question
from steer_app.runs.services import claims, inline, library, questions, runs, steps
from steer_app.sources.models import Collection, Document
from steer_app.sources.services import collections, documents
from steer_app.steer import samples
from steer_app.steer.models import Learning, Node, Report

SAMPLE = samples.WORKED[0]


def prepare() -> str:
    """The screens as [name, who sees it, address], people's cookies and the sessions' numbers, as JSON."""
    people = get_user_model().objects
    owner = people.create_user("ada", password="a long enough phrase", role="admin")
    newcomer = people.create_user("grace", password="another long phrase", role="researcher")
    people.create_user("hilda", password="a third long phrase", role="annotator", is_active=False)
    town, reading = _town(owner)
    sessions = _sessions(owner, town)
    screens = [
        *_around(owner, town),
        *_live(sessions, reading),
        *_inside(sessions["complete"], sessions["failed node"]),
    ]
    screens += [("no report yet", "owner", reverse("steer:report-page", args=[sessions["waiting"].pk]))]
    screens += [(f"newcomer's {name}", "newcomer", path) for name, path in NEWCOMERS]
    screens += [(name, "stranger", path) for name, path in STRANGERS]
    screens += [("join", "stranger", f"/join/?token={invitations.create(by=owner, role='annotator')}")]
    cookies = {"owner": cookie(owner), "newcomer": cookie(newcomer)}
    named = {name: run.pk for name, run in sessions.items()}
    return json.dumps({"screens": screens, "cookies": cookies, "sessions": named})


NEWCOMERS = [("home", "/"), ("new session", "/sessions/new/"), ("collections", "/collections/")]
STRANGERS = [
    ("sign-in", "/sign-in/"),
    ("sign-in link refused", "/sign-in/link/?token=used"),
    ("invitation refused", "/join/?token=used"),
]


def cookie(person: Any) -> dict[str, str]:
    session = SessionStore()
    session[SESSION_KEY], session[HASH_SESSION_KEY] = str(person.pk), person.get_session_auth_hash()
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session.save()
    return {"name": settings.SESSION_COOKIE_NAME, "value": session.session_key}


def _town(owner: Any) -> tuple[Collection, Run]:
    """The sample collection with a picture, a broken file and a sheet of code beside it, read to the end."""
    town = collections.create(owner=owner, name="Mill Street and everything that was said about it")
    for path in samples.documents():
        with path.open("rb") as stream:
            documents.add_upload(collection_id=town.pk, name=path.name, stream=stream)
    others = {
        "a-very-long-name-of-a-file-that-nobody-can-break-" * 3 + ".txt": b"Nothing that bears on it. " * 40,
        "photo-of-the-street.png": b"\x89PNG\r\n\x1a\n" + bytes(64),
        "broken.pdf": b"%PDF-1.7 broken",
        "notes.md": b"# Notes\n\n```\n" + b"a line of code that is wider than a phone " * 6 + b"\n```\n",
    }
    for name, content in others.items():
        documents.add_upload(collection_id=town.pk, name=name, stream=ContentFile(content))
    return town, _read(owner, town)


def _read(owner: Any, collection: Collection) -> Run:
    params = {"collection_id": collection.pk}
    reading = runs.create(method_name="ingest", owner=owner, title="Reading it", params=params, executor="inline")
    runs.start(run_id=reading.pk)
    return inline.run_to_end(reading.pk, threads=0)


def _sessions(owner: Any, town: Collection) -> dict[str, Run]:
    def begun(name: str, query: str = SAMPLE.query, **params: Any) -> Run:
        given = {"query": query, "about": SAMPLE.about, "collections": [town.pk], "brain": "offline", "seed": 7}
        given |= {"depth": 2, "breadth": 2, "c0": 0.0} | params
        run = runs.create(method_name="steer", owner=owner, title=f"{query} ({name})", params=given, executor="inline")
        return runs.start(run_id=run.pk)

    def asked(run: Run) -> Run:
        return _moved(run, lambda: open_question(run.pk) is not None)

    found = {}
    found["complete"] = inline.run_to_end(begun("complete", answers="suggested").pk, threads=0)
    found["waiting"] = asked(begun("waiting"))
    found["paused"] = runs.pause(run_id=asked(begun("paused")).pk)
    stopped = asked(begun("stopped"))
    runs.stop(run_id=stopped.pk)
    found["stopped"] = inline.run_to_end(stopped.pk, threads=0)
    running = asked(begun("running"))
    question = open_question(running.pk)
    questions.answer(question_id=question.pk, revision=question.revision, answer={"you_decide": True}, by="ada")
    found["running"] = _moved(running, lambda: Node.objects.filter(run=running, status="read").count() > 1)
    Step.objects.filter(run=running, status="ready").update(status="claimed")
    found["reporting"] = asked(begun("reporting"))
    runs.write_now(run_id=found["reporting"].pk)
    scans = collections.create(owner=owner, name="Scans")
    documents.add_upload(collection_id=scans.pk, name="scan.pdf", stream=ContentFile(b"%PDF-1.7 broken"))
    _read(owner, scans)
    found["nothing found"] = inline.run_to_end(begun("nothing found", collections=[scans.pk]).pk, threads=0)
    found["away"] = begun("away")
    steps.hold(claims.claim(Step.objects.get(run=found["away"], key="start").pk), "models.example cannot be reached.")
    failed_node = asked(begun("failed node"))
    question = open_question(failed_node.pk)
    both = {"ticked": [option["path"] for option in question.options], "added": []}
    questions.answer(question_id=question.pk, revision=question.revision, answer=both, by="ada")
    to_read = Step.objects.filter(run=failed_node, kind="read", status="ready").order_by("pk")
    _moved(failed_node, to_read.exists)
    to_fail, *others = to_read
    steps.failed(claims.claim(to_fail.pk), "The page could not be read in time.")
    for step in others:
        claims.claim(step.pk)
    found["failed node"] = failed_node
    found["failed"] = begun("failed")
    gaps = [{"step": "read:0.1", "reason": "it could not be read"}]
    values = {"status": "ended", "outcome": "failed", "reason": "The brain could not be reached.", "gaps": gaps}
    Run.objects.filter(pk=found["failed"].pk).update(**values)
    empty = collections.create(owner=owner, name="Not read yet")
    documents.add_upload(collection_id=empty.pk, name="late.txt", stream=ContentFile(b"Late."))
    found["reading first"] = begun("reading first", collections=[empty.pk])
    archived = begun("archived")
    Run.objects.filter(pk=archived.pk).update(status="ended", outcome="stopped")
    library.archive(run_id=archived.pk, by=owner)
    return {name: Run.objects.get(pk=run.pk) for name, run in found.items()}


def _moved(run: Run, is_there: Callable[[], bool]) -> Run:
    """One step after another until it is so."""
    while not is_there():
        step = Step.objects.filter(run=run, status="ready").order_by("pk").first()
        assert step is not None, f"nothing is left to do of {run}"
        steps.perform(step.pk, with_heartbeat=False)
    return run


def _around(owner: Any, town: Collection) -> list[tuple[str, str, str]]:
    """What is not about one session."""
    empty = collections.create(owner=owner, name="Empty")
    ready = Document.objects.filter(collection=town, path="cabinet-report.pdf").get()
    broken = Document.objects.filter(collection=town, path="broken.pdf").get()
    code = Document.objects.filter(collection=town, path="notes.md").get()
    a_collection = reverse("sources:collection", args=[town.pk])
    by_hand = reverse("sources:search", args=[town.pk])
    words = ready.text.index("Mill Street")
    model = _models()
    pages = [
        ("home", "/"),
        ("home, searched", "/?q=mill"),
        ("home, nothing found", "/?q=" + "abracadabra" * 8),
        ("home, archived", "/?archived=1"),
        ("home, all finished", "/?finished=1"),
        ("new session", "/sessions/new/"),
        ("collections", "/collections/"),
        ("collection", a_collection),
        ("collection, empty", reverse("sources:collection", args=[empty.pk])),
        ("collection, none like it", f"{a_collection}?name=zzz"),
        ("search by hand", by_hand),
        ("search by hand, found", f"{by_hand}?q=bus+stop"),
        ("search by hand, nothing", reverse("sources:search", args=[empty.pk]) + "?q=bus"),
        ("delete a collection", reverse("sources:delete", args=[town.pk])),
        ("document", reverse("sources:document", args=[ready.pk])),
        ("document at a spot", reverse("sources:document", args=[ready.pk]) + f"?start={words}&end={words + 300}#here"),
        ("document with code", reverse("sources:document", args=[code.pk])),
        ("document not read", reverse("sources:document", args=[broken.pk])),
        ("delete a document", reverse("sources:delete-document", args=[ready.pk])),
        ("account", "/account/"),
        ("people", "/people/"),
        ("models", reverse("models")),
        ("model", reverse("model-edit", args=[model.pk])),
        ("error 404", "/nowhere/"),
    ]
    return [(name, "owner", path) for name, path in pages]


def _models() -> Connection:
    """A model that works, and one that does not; the first."""
    served = {
        "kind": "openai",
        "base_url": "https://a-long-host-name-of-a-server.department.example.org:8443/openai/v1",
    }
    works = connections.save(values={"name": "office", "model": "gpt-oss-120b", "is_default": True, **served}, key="k")
    fails = connections.save(values={"name": "laptop", "model": "llama3.2:3b", "kind": "ollama"}, key="")
    for row, worked, said in ((works, True, "It answered in 1.4 s."), (fails, False, "It cannot be reached.")):
        told = {"tested_at": timezone.now(), "test_worked": worked, "test_result": said}
        Connection.objects.filter(pk=row.pk).update(**told)
    return works


def _live(sessions: dict[str, Run], reading: Run) -> list[tuple[str, str, str]]:
    """Every session in its state, and the plain page of another method."""
    pages = [(f"session, {name}", "owner", reverse("runs:run", args=[run.pk])) for name, run in sessions.items()]
    return [*pages, ("run of another method", "owner", reverse("runs:run", args=[reading.pk]))]


def _inside(done: Run, failed: Run) -> list[tuple[str, str, str]]:
    """The pages below an ended session."""
    version = Report.objects.filter(run=done).latest("version").version
    cited = Learning.objects.filter(run=done).values_list("document", flat=True)
    town = done.params["collections"]
    never = Document.objects.filter(collection__in=town, status="ready").exclude(pk__in=cited).first()
    broken = Document.objects.filter(collection__in=town, path="broken.pdf").get()
    gone = Node.objects.filter(run=failed, status="failed").get().path
    pages = [
        ("node", reverse("steer:node", args=[done.pk, "0"])),
        ("node below", reverse("steer:node", args=[done.pk, "0.1"])),
        ("node that failed", reverse("steer:node", args=[failed.pk, gone])),
        ("decision", reverse("steer:decision", args=[done.pk, 1])),
        ("report", reverse("steer:report-page", args=[done.pk])),
        ("passage of a number", reverse("steer:cite", args=[done.pk, version, 1])),
        ("sources of a session", reverse("steer:sources", args=[done.pk])),
        ("how it was used", reverse("steer:unused", args=[done.pk, cited[0]])),
        ("why it was not used", reverse("steer:unused", args=[done.pk, never.pk])),
        ("why it was not read", reverse("steer:unused", args=[done.pk, broken.pk])),
        ("changed settings", reverse("steer:new") + f"?from={done.pk}"),
        ("moves on a run", reverse("library:moves", args=[done.pk])),
        ("delete a run", reverse("library:delete", args=[done.pk])),
    ]
    return [(name, "owner", path) for name, path in pages]
