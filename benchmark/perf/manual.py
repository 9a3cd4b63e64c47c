"""The offline brain on the whole PostgreSQL manual: 30 measured questions, each searched and each a session.

Ten minutes or more: not among the benches that run when none is named.
"""

import time
from collections.abc import Sequence
from pathlib import Path

from django.contrib.auth import get_user_model
from django.core.management import call_command

from benchmark.perf.rows import Row, median
from steer_app.sources.models import Document, Passage
from steer_app.sources.search import search
from steer_app.steer import evidence
from tests.steer import manual_index
from tests.steer.manual_index import QUESTIONS
from tests.steer.manual_text import MANUAL

FIRST, ALL = 10, evidence.READ_HITS


def run(folder: Path) -> list[Row]:
    if not MANUAL.is_dir():
        return [Row("the measured questions", "not measured: the package postgresql-doc-15 is not installed")]
    call_command("migrate", verbosity=0)
    owner = get_user_model().objects.create_user("asker")
    names = sorted(page.name for page in MANUAL.glob("*.html"))
    collection = manual_index.indexed(owner, names, folder / "manual")
    size = f"{Document.objects.filter(collection=collection, status='ready').count():,} pages"
    size += f", {Passage.objects.filter(document__collection=collection).count():,} passages"
    searched, read, cited, times = [], [], [], []
    for question in QUESTIONS:
        spans = manual_index.right_spans(collection, question)
        hits = search([collection.pk], question["question"], ALL)
        found = [one.source for one in evidence.find_closely([collection.pk], question["question"])]
        searched.append(_rank(spans, [(hit.document, hit.start, hit.end) for hit in hits]))
        read.append(_rank(spans, [(one.document, one.start, one.start + len(one.text)) for one in found]))
        began = time.perf_counter()
        cited.append(manual_index.cites_right(manual_index.session(owner, collection, question), spans))
        times.append(time.perf_counter() - began)
        print(f"{question['id']}: rank {searched[-1]}, reread {read[-1]}, cited {cited[-1]}", flush=True)
    return [
        Row(f"plain search, right among {FIRST} and {ALL} hits ({size})", _counted(searched)),
        Row(f"root's hits, right among {FIRST} and {ALL}", _counted(read), "27 among 10"),
        Row("a right passage cited, sessions of depth 1 and breadth 2", f"{sum(cited)} of {len(cited)}", "21"),
        Row("wall of such a session", f"median {median(times):.0f} s"),
    ]


def _rank(spans, hits: Sequence[tuple[int, int, int]]) -> int:
    """The place of the first right hit, from 1; 0 if there is none."""
    return next((place for place, hit in enumerate(hits, 1) if manual_index.is_right(spans, *hit)), 0)


def _counted(ranks: Sequence[int]) -> str:
    return " and ".join(f"{sum(0 < rank <= most for rank in ranks)} of {len(ranks)}" for most in (FIRST, ALL))
