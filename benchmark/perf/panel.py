"""A session's page with a tree of 1,000 nodes: rendering it whole, one update, and what an update sends.

An update is what one decision changes: three directions more, or the reading of one. Measured is all that the server
does for it once it is in the journal: reading on, rendering what has changed, and the message for a socket.
"""

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management import call_command

from benchmark.perf.rows import Row, median, percentile
from steer_app.runs.domain.events import Event, RunStarted
from steer_app.runs.models import Event as EventRow
from steer_app.runs.models import Run
from steer_app.runs.services import runs
from steer_app.runs.sheets import Sheet
from steer_app.sources.models import Collection
from steer_app.steer.domain import events as ev
from steer_app.steer.domain.place import parent
from steer_app.steer.models import Learning
from steer_app.steer.page import SessionPage, rendered

NODES, UPDATES = 1000, 60
BREADTH, DEPTH, ASPECTS, LEARNINGS = 4, 5, 7, 5


def run(folder: Path) -> list[Row]:
    call_command("migrate", verbosity=0)
    session = _session()
    began = time.process_time()
    cold, page, sheet = _opened(session)
    processor_s = time.process_time() - began
    warm, _, _ = _opened(session)
    whole = sum(len(part.html.encode()) for part in sheet.parts.values())
    updates = [_update(session, page, sheet, number) for number in range(UPDATES)]
    times, processor, sizes = (list(each) for each in zip(*updates, strict=True))
    figures = f"median {median(times):.1f} ms, p95 {percentile(times, 95):.1f} ms"
    of_processor = f"({median(processor):.1f} and {percentile(processor, 95):.1f} ms of processor)"
    return [
        Row(
            f"session's page, {NODES} nodes: rendered whole",
            f"{cold:.0f} ms ({processor_s * 1000:.0f} ms of processor), again {warm:.0f} ms",
        ),
        Row("its parts", f"{whole / 1024:.0f} KiB"),
        Row("one update of it on the server", f"{figures} {of_processor}", "50 ms"),
        Row("one update on the wire", f"median {median(sizes) / 1024:.1f} KiB, most {max(sizes) / 1024:.1f} KiB"),
    ]


def _opened(session: Run) -> tuple[float, SessionPage, Sheet]:
    began = time.perf_counter()
    page, sheet = SessionPage(session.pk), Sheet()
    sheet.apply(page.paint().changes)
    sheet.listing("tree"), sheet.listing("turns")
    return (time.perf_counter() - began) * 1000, page, sheet


def _update(session: Run, page: SessionPage, sheet: Sheet, number: int) -> tuple[float, float, int]:
    before = sheet.revision
    path = f"0.{number % BREADTH + 1}.{number % BREADTH + 1}"
    new = f"{path}.{BREADTH + 1 + number}"
    _record(session, [_added(new)] if number % 2 else [_added(new), _read(new, number), _decided(new, 1000 + number)])
    began, began_on_processor = time.perf_counter(), time.process_time()
    sheet.apply(page.paint().changes)
    message = "".join(sheet.since(before))
    spent, processor = time.perf_counter() - began, time.process_time() - began_on_processor
    return spent * 1000, processor * 1000, len(message.encode())


def _session() -> Run:
    """A session whose journal tells of 1,000 nodes, nearly all of them read."""
    rendered.cache_clear()
    owner = get_user_model().objects.create_user("reader")
    collection = Collection.objects.create(owner=owner, name="bench")
    params = {"query": "What is measured here?", "collections": [collection.pk], "depth": DEPTH, "breadth": BREADTH}
    session = runs.create(method_name="steer", owner=owner, title="bench", params=params)
    Run.objects.filter(pk=session.pk).update(status="running")
    _record(session, list(_told()))
    Learning.objects.bulk_create(
        Learning(run=session, path=path, no=no, claim="c", text="t", document=no + place % 300, title="d", passage=1,
                 start=0, end=1)
        for place, path in enumerate(_paths()) for no in range(LEARNINGS)
    )  # fmt: skip
    return session


def _paths() -> list[str]:
    """A tree that is grown level by level."""
    paths = ["0"]
    for path in paths:
        below = [f"{path}.{number}" for number in range(1, BREADTH + 1)]
        paths += below[: NODES - len(paths)]
    return paths


def _told() -> Iterator[Event]:
    yield RunStarted("steer")
    yield ev.SessionStarted("What is measured here?", "", DEPTH, BREADTH, 0.7, 3)
    paths = _paths()
    has_children = {parent(path) for path in paths}
    for no in range(1, ASPECTS + 1):
        yield ev.AspectAdded(no, f"interest number {no}", "inferred", "words")
    yield ev.PersonaChanged(1, "Somebody who measures.", "start")
    for number, path in enumerate(paths):
        yield _added(path)
        yield _read(path, number)
        if path in has_children:
            yield _decided(path, number)


def _added(path: str) -> Event:
    question = f"How long does the part of the tree at {path} take to be shown, and what drives it?"
    return ev.NodeAdded(path, question, "planned", "queued", 0.8, 0.62, True, [0.2, 0.12, 0.3])


def _read(path: str, number: int) -> Event:
    coverage = {str(number % ASPECTS + 1): 1 + number % 2}
    return ev.NodeRead(path, LEARNINGS, 3, ["tag"], "A summary.", coverage=coverage)


def _decided(path: str, number: int) -> Event:
    return ev.DecisionMade(number, path, "proceed", "none", 0.12, 0.7, 1, [], [])


def _record(session: Run, events: list[Event]) -> None:
    """Append to the journal, and to nothing else: rows are not what is measured."""
    first = Run.objects.values_list("last_seq", flat=True).get(pk=session.pk) + 1
    at = datetime.now(UTC)
    rows: list[Any] = [
        EventRow(run=session, seq=seq, type=event.type, payload=event.payload(), at=at)
        for seq, event in enumerate(events, first)
    ]
    EventRow.objects.bulk_create(rows)
    Run.objects.filter(pk=session.pk).update(last_seq=first + len(rows) - 1)
