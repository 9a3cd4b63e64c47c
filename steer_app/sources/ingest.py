"""Reading a collection's waiting files, as a method of the run kernel.

`open:n` lists what waits and cuts it into batches, `read:n.m` parses and embeds one batch, `close:n` ends the run or,
if more has come meanwhile, lets the next round begin. A file that cannot be read is a gap with its name; it stops
nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from pydantic import BaseModel

from steer_app.brains import embeddings
from steer_app.runs.domain.failures import BadAnswer, Permanent, SteerRefused
from steer_app.runs.domain.method import Context
from steer_app.runs.domain.outcome import NOTHING, End, Gap, Outcome, StepSpec
from steer_app.runs.domain.progress import Progress
from steer_app.runs.models import Question, Run, Steer, Step
from steer_app.runs.selectors import progress
from steer_app.sources.domain import events, told
from steer_app.sources.domain.statuses import GAPS, Status
from steer_app.sources.models import Collection, Document, Passage
from steer_app.sources.services import reading

BATCH_FILES, BATCH_BYTES = 16, 2 * 2**20
"""A step costs a transaction and some bookkeeping, about 10 ms: too dear for each of a thousand small pages."""


class Params(BaseModel):
    collection_id: int


@dataclass(frozen=True)
class State:
    progress: Progress
    batches: Mapping[int, Sequence[Sequence[int]]]
    """Of each round opened so far, the document ids of each batch."""
    more: bool
    """The last close found files that had come meanwhile."""


@dataclass(frozen=True)
class GiveUp:
    """The files of a batch that failed as a whole: none of them may go on waiting."""

    document_ids: Sequence[int]
    reason: str

    def apply(self, run: Run) -> None:
        waiting = Document.objects.filter(pk__in=self.document_ids, status=Status.WAITING)
        waiting.update(status=Status.CORRUPT, reason=self.reason)


class Ingest:
    params = Params
    report_kinds = frozenset({"close"})
    is_background = True
    step_words = {"open": "lists the files to read", "read": "reads some of the files", "close": "sums up"}
    told = staticmethod(told.line)

    def load(self, run: Run) -> State:
        done = Step.objects.filter(run=run, status=Step.Status.DONE, kind__in=["open", "close"]).order_by("pk")
        results = {step.key: step.result for step in done.only("key", "result")}
        batches = {_round(key): result["batches"] for key, result in results.items() if key.startswith("open:")}
        return State(progress(run), batches, bool(results.get(f"close:{max(batches, default=0)}", {}).get("more")))

    def plan_next(self, state: State) -> list[StepSpec]:
        current = max(state.batches, default=0)
        if state.progress.closed:
            busy = {key for key in state.progress.claimed if not key.startswith("close:")}
            return [] if busy else [StepSpec("close", f"close:{max(current, 1)}")]
        if not current or state.more:
            return [StepSpec("open", f"open:{current + 1}")]
        reads = [
            StepSpec("read", f"read:{current}.{number}", {"documents": list(batch)})
            for number, batch in enumerate(state.batches[current], 1)
        ]
        settled = state.progress.done | state.progress.failed | state.progress.cancelled
        if all(spec.key in settled for spec in reads):
            return [StepSpec("close", f"close:{current}")]
        return reads

    def perform(self, step: Step, ctx: Context) -> Outcome:
        collection_id = Params.model_validate(ctx.run.params).collection_id
        if not Collection.objects.filter(pk=collection_id).exists():
            raise Permanent("The collection has been deleted.")
        if step.kind == "open":
            return _open(collection_id)
        if step.kind == "read":
            return _read(step, ctx)
        return _close(ctx.run, collection_id)

    def failed(self, run: Run, step: Step, reason: str) -> Outcome:
        if step.kind == "read":
            lost = Document.objects.filter(pk__in=step.payload["documents"]).values_list("path", flat=True)
            gaps = tuple(Gap(step.key, f"{path}: reading it failed") for path in lost)
            return Outcome(changes=(GiveUp(step.payload["documents"], f"Reading it failed: {reason}"),), gaps=gaps)
        return Outcome(end=End("failed", reason))

    def serves(self, run: Run) -> tuple[str, str]:
        """The collection whose files it reads, as a link; ("", "") when it has been deleted."""
        name = Collection.objects.filter(pk=run.params["collection_id"]).values_list("name", flat=True).first()
        address = reverse("sources:collection", args=[run.params["collection_id"]])
        return (f"Open the collection “{name}”", address) if name else ("", "")

    def answered(self, run: Run, question: Question, answer: Mapping[str, Any]) -> Outcome:
        raise BadAnswer("An ingestion asks nothing.")

    def expired(self, run: Run, question: Question) -> Outcome:
        return NOTHING

    def steered(self, run: Run, steer: Steer) -> Outcome:
        raise SteerRefused("Reading files cannot be steered; it can be paused and stopped.")


def to_read(collection_id: int):
    """Files that wait, and files whose vectors are of another model."""
    files = Document.objects.filter(collection=collection_id)
    stale = files.filter(status=Status.READY, parent=None).exclude(embedder=embeddings.embedder().fingerprint)
    return (files.filter(status=Status.WAITING) | stale).order_by("path")


def _open(collection_id: int) -> Outcome:
    batches: list[list[int]] = []
    room = 0
    for document_id, size in to_read(collection_id).values_list("pk", "size_bytes"):
        if not batches or len(batches[-1]) == BATCH_FILES or room < size:
            batches.append([])
            room = BATCH_BYTES
        batches[-1].append(document_id)
        room -= size
    opened = events.CollectionOpened(collection_id, sum(map(len, batches)), len(batches))
    return Outcome(events=(opened,), result={"batches": batches})


def _read(step: Step, ctx: Context) -> Outcome:
    rows = Document.objects.filter(pk__in=step.payload["documents"]).order_by("path")
    records = [
        reading.Record(pk, reading.read(path, sha256, size, check=ctx.check))
        for pk, path, sha256, size in rows.values_list("pk", "path", "sha256", "size_bytes")
    ]
    parts = [(record.document_id, part) for record in records for part in record.reading.all()]
    gaps = [Gap(step.key, f"{part.path}: {part.reason}") for _, part in parts if part.status in GAPS]
    return Outcome(changes=tuple(records), events=tuple(_told(pk, part) for pk, part in parts), gaps=tuple(gaps))


def _told(document_id: int, part: reading.Reading) -> events.DocumentRead | events.DocumentFailed:
    if part.status is Status.READY:
        words = len(part.parsed.text.split())
        return events.DocumentRead(document_id, part.path, part.parsed.kind, words, len(part.spans))
    return events.DocumentFailed(document_id, part.path, part.status.value, part.reason)


def _close(run: Run, collection_id: int) -> Outcome:
    """A file that comes between this look and the write makes the guard send the step round again."""
    files = Document.objects.filter(collection=collection_id)
    more = not run.closed and to_read(collection_id).exists()
    if more:
        return Outcome(result={"more": True})
    indexed = events.CollectionIndexed(
        collection_id,
        files.filter(status=Status.READY).count(),
        Passage.objects.filter(document__collection=collection_id).count(),
        files.filter(status__in=GAPS).count(),
    )
    return Outcome(
        events=(indexed,), end=End(), guard=lambda run: bool(run.closed) or not to_read(collection_id).exists()
    )


def _round(key: str) -> int:
    return int(key.partition(":")[2])
