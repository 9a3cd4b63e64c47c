"""Pages of the PostgreSQL manual as a collection, and what counts as a right answer to a measured question."""

import json
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from steer_app.runs.models import Run
from steer_app.runs.services import inline, runs
from steer_app.sources.models import Collection, Document
from steer_app.sources.services import collections
from steer_app.steer import written
from steer_app.steer.steps.report import cited
from tests.steer.manual_text import MANUAL, STRAIGHT

QUESTIONS = [json.loads(line) for line in (Path(__file__).parent / "manual_questions.jsonl").read_text().splitlines()]
_DROPPED = "\N{ZERO WIDTH SPACE}"


def pages(count: int) -> list[str]:
    """Names of `count` pages: all that the questions name, then every so many-th of the others, in sorted order."""
    named = sorted({file for question in QUESTIONS for file in question["files"]})
    others = sorted({page.name for page in MANUAL.glob("*.html")} - set(named))
    wanted = max(0, count - len(named))
    return sorted(named + [others[place * len(others) // wanted] for place in range(wanted)])


def indexed(owner: Any, names: Iterable[str], folder: Path) -> Collection:
    """A collection of the pages, read by a run of the method `ingest` in this process. `folder` takes the copies."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        shutil.copyfile(MANUAL / name, folder / name)
    collection = collections.create(owner=owner, name="manual")
    collections.add_folder(collection_id=collection.pk, path=folder)
    reading = runs.create(
        method_name="ingest",
        owner=owner,
        title="Reading the manual",
        params={"collection_id": collection.pk},
        executor=Run.Executor.INLINE,
    )
    runs.start(run_id=reading.pk)
    inline.run_to_end(reading.pk)
    return collection


def right_spans(collection: Collection, question: Mapping[str, Any]) -> dict[int, list[tuple[int, int]]]:
    """By document, where its text says one of the question's acceptable passages."""
    documents = Document.objects.filter(collection=collection, path__in=question["files"])
    texts = documents.values_list("pk", "text")
    return {pk: [span for passage in question["passages"] for span in _spans(text, passage)] for pk, text in texts}


def _spans(text: str, passage: str) -> list[tuple[int, int]]:
    """Where the passage stands in a text, white space, curly quotes and zero-width spaces aside."""
    straight = text.translate(STRAIGHT).replace(_DROPPED, " ")
    pattern = r"\s+".join(re.escape(word) for word in passage.split())
    return [match.span() for match in re.finditer(pattern, straight)]


def is_right(spans: Mapping[int, Sequence[tuple[int, int]]], document: int, start: int, end: int) -> bool:
    """Whether a span of a document overlaps a right one."""
    return any(start < right_end and right_start < end for right_start, right_end in spans.get(document, ()))


def session(owner: Any, collection: Collection, question: Mapping[str, Any], **params: Any) -> Run:
    """A session on the question with the offline brain, done to its end in this process."""
    given = {"query": question["question"], "about": question["about"], "collections": [collection.pk]}
    given |= {"brain": "offline", "answers": "suggested", "depth": 1, "breadth": 2}
    run = runs.create(
        method_name="steer",
        owner=owner,
        title=question["id"],
        params=given | params,
        executor=Run.Executor.INLINE,
    )
    runs.start(run_id=run.pk)
    return inline.run_to_end(run.pk, threads=2)


def cites_right(run: Run, spans: Mapping[int, Sequence[tuple[int, int]]]) -> bool:
    """Whether the report cites a learning whose quotation overlaps a right passage."""
    report = written.latest(run)
    learned = written.numbered_learnings(run)
    numbers = {number for _, number in cited(written.skill.Answer.model_validate(report.content))} if report else set()
    return any(
        is_right(spans, quote["document"], quote["start"], quote["end"])
        for number in numbers
        for quote in [vars(learned[number]), *learned[number].further]
    )
