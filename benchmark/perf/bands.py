"""How often the session asks, by C0: the calibration bands over the sample collection, with the offline brain.

    python benchmark/perf/bands.py [--epsilon X] [--c0 0.7 0.8 ...] [--questions 1 2 ...]

The bands of the design: the median number of questions is 1 to 3 at C0 = 0.7, 5 to 12 at 0, at most 2 at 1, and changes
by at most 1 from one tenth of C0 to the next. Answers are `suggested`, D = K = 3, Tol = 3.

Runs share one database, and one brain that remembers its answers: the offline brain says the same to the same request,
so remembering changes nothing but the time.
"""

import argparse
import os
import statistics
import sys
import tempfile
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
TENTHS = [n / 10 for n in range(11)]


@dataclass(frozen=True)
class Row:
    title: str
    c0: float
    questions: int
    decisions: int
    nodes: int


def remembering() -> type:
    """The offline brain, asked each request once."""
    from steer_app.brains.offline_brain import OfflineBrain
    from steer_app.runs.domain.canonical import digest

    class Remembering(OfflineBrain):
        name = "remembering"
        known: dict[str, Any] = {}

        def make(self, asked: ModuleType, request: Any, talk: Any) -> Any:
            key = digest(asked.NAME, request)
            if key not in self.known:
                self.known[key] = super().make(asked, request, talk)
            return self.known[key]

    return Remembering


def measured(questions: list[Any], c0s: list[float], **params: Any) -> list[Row]:
    """One session for each question and C0, over the sample collection. Needs an empty, migrated database."""
    from django.contrib.auth import get_user_model

    from steer_app.runs.models import Run
    from steer_app.runs.services import inline, runs
    from steer_app.steer.models import Decision
    from steer_app.steer.samples import FOLDER
    from steer_app.steer.services import research

    owner, _ = get_user_model().objects.get_or_create(username="bands")
    collection = research.collection_of(owner=owner, folder=FOLDER)
    reading = runs.create(
        method_name="ingest",
        owner=owner,
        title="bands",
        params={"collection_id": collection.pk},
        executor=Run.Executor.INLINE,
    )
    runs.start(run_id=reading.pk)
    inline.run_to_end(reading.pk, threads=0)
    rows = []
    for question in questions:
        for c0 in c0s:
            given = {"query": question.query, "about": question.about, "seed": question.seed, "c0": c0}
            given |= {"collections": [collection.pk], "answers": "suggested", "brain": "remembering", **params}
            run = research.draft(owner=owner, params=given, caps=runs.Caps())
            runs.start(run_id=run.pk)
            run = inline.run_to_end(run.pk, threads=0)
            decisions = Decision.objects.filter(run=run)
            asked = decisions.filter(policy="ask").count()
            rows.append(Row(question.title, c0, asked, decisions.count(), run.nodes.filter(status="read").count()))
            print(f"{question.title[:40]:<42} C0 {c0:.1f}: {rows[-1].questions} questions", file=sys.stderr, flush=True)
    return rows


def medians(rows: list[Row]) -> dict[float, float]:
    """Median number of questions by C0."""
    return {c0: statistics.median(row.questions for row in rows if row.c0 == c0) for c0 in sorted({r.c0 for r in rows})}


def misses(by_c0: dict[float, float]) -> list[str]:
    """Where the medians leave the bands, in words; empty when they hold."""
    bands = {0.7: (1, 3), 0.0: (5, 12), 1.0: (0, 2)}
    out = [
        f"median {by_c0[c0]:g} at C0 = {c0:g}, not {low} to {high}"
        for c0, (low, high) in bands.items()
        if c0 in by_c0 and not low <= by_c0[c0] <= high
    ]
    steps = sorted(by_c0)
    return out + [
        f"{by_c0[lower]:g} at C0 = {lower:g} and {by_c0[upper]:g} at {upper:g}: more than 1 apart"
        for lower, upper in pairwise(steps)
        if round(upper - lower, 1) == 0.1 and abs(by_c0[upper] - by_c0[lower]) > 1
    ]


def table(rows: list[Row]) -> str:
    """Markdown: a row a question, a column a C0, the medians last."""
    c0s = sorted({row.c0 for row in rows})
    by_place = {(row.title, row.c0): row for row in rows}
    titles = list(dict.fromkeys(row.title for row in rows))
    lines = ["| question | " + " | ".join(f"{c0:.1f}" for c0 in c0s) + " |", "| --- |" + " ---: |" * len(c0s)]
    for title in titles:
        lines.append(f"| {title} | " + " | ".join(str(by_place[title, c0].questions) for c0 in c0s) + " |")
    by_c0 = medians(rows)
    lines.append("| **median** | " + " | ".join(f"{by_c0[c0]:g}" for c0 in c0s) + " |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--c0", type=float, nargs="+", default=TENTHS)
    parser.add_argument("--epsilon", type=float, default=0.4)
    parser.add_argument("--questions", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {"STEERLAB_DATA": data, "DJANGO_SETTINGS_MODULE": "steer_app.settings"}
        sys.path.insert(0, str(ROOT))
        import django
        from django.conf import settings
        from django.core.management import call_command

        django.setup()
        settings.BRAINS["remembering"] = "benchmark.perf.bands:brain"
        call_command("migrate", verbosity=0)
        from steer_app.steer.samples import CALIBRATION, WORKED

        every = [*WORKED, *CALIBRATION]
        rows = measured([every[n - 1] for n in options.questions], options.c0, epsilon=options.epsilon)
    print(table(rows))
    out = misses(medians(rows))
    print("\n".join(out) or "The bands hold.")
    return bool(out)


def brain() -> Any:
    """For settings.BRAINS."""
    return remembering()()


if __name__ == "__main__":
    sys.exit(main())
