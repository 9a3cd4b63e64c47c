"""Passages indexed a second: 2,000 real ones, of pages of the PostgreSQL manual, from file to searchable row."""

import time
from pathlib import Path

from django.contrib.auth import get_user_model
from django.core.management import call_command

from benchmark.perf.rows import Row
from steer_app.brains import embeddings
from steer_app.sources.models import Passage
from tests.steer import manual_index
from tests.steer.manual_text import MANUAL

PASSAGES, PAGES = 2000, 150
"""So many pages, the measured questions' own among them, hold a little more than 2,000 passages."""


def run(folder: Path) -> list[Row]:
    what = f"passages indexed a second, {PASSAGES:,} real ones, parsing and database included"
    if not MANUAL.is_dir():
        return [Row(what, "not measured: the package postgresql-doc-15 is not installed")]
    call_command("migrate", verbosity=0)
    embeddings.warm()
    owner = get_user_model().objects.create_user("reader")
    began, began_on_processor = time.perf_counter(), time.process_time()
    collection = manual_index.indexed(owner, manual_index.pages(PAGES), folder / "manual")
    wall, processor = time.perf_counter() - began, time.process_time() - began_on_processor
    made = Passage.objects.filter(document__collection=collection).count()
    figures = f"{made / wall:.0f} ({made:,} in {wall:.1f} s, {processor:.1f} s of this process on the processor)"
    return [Row(what, figures)]
