"""`manage.py calibrate`: fits what the offline brain decides by, and says how well it does on unseen subjects."""

import json
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from steer_app.brains.offline import calibration, thresholds
from steer_app.brains.offline.calibration import Measured

OPEN, CLOSE = "<!-- coverage: written by make calibrate -->", "<!-- end of coverage -->"


class Command(BaseCommand):
    help = "Fit the coverage rule on the labelled pairs, cross-validated by subject, and write thresholds and table."

    def add_arguments(self, parser):
        parser.add_argument("--dry", action="store_true", help="measure only, write nothing")

    def handle(self, *args, **options):
        if settings.EMBEDDER != "minilm":
            raise CommandError("The thresholds hold for the MiniLM embedder: unset STEERLAB_EMBEDDER and run again.")
        pairs = calibration.labelled()
        rows = calibration.features_of(pairs)
        truth = [pair.score for pair in pairs]
        results = {
            "two logistic lines (used)": calibration.measured(truth, calibration.cross_validated(pairs, rows)),
            "cosine alone, two cuts": calibration.measured(truth, calibration.by_cosine_alone(pairs, rows)),
            "words alone, two cuts (baseline)": calibration.measured(truth, calibration.by_words_alone(pairs)),
            "prescription, starting values": calibration.measured(truth, calibration.as_prescribed(pairs, rows)),
        }
        table = _table(results, pairs)
        self.stdout.write(table)
        if not options["dry"]:
            rule = calibration.fit(rows, truth)
            thresholds.PATH.write_text(json.dumps({"coverage": thresholds.as_json(rule)}, indent=2) + "\n")
            _put(table, Path(settings.BASE_DIR) / "docs" / "offline-brain.md")


def _table(results: dict[str, Measured], pairs: list[calibration.Pair]) -> str:
    subjects = sorted({pair.subject for pair in pairs})
    counts = ", ".join(f"{sum(pair.score == level for pair in pairs)} x {level}" for level in calibration.LEVELS)
    lines = [
        f"{len(pairs)} pairs from {len(subjects)} subjects ({counts}); each subject by a rule fitted on the others.",
        "",
        "| rule | macro F1 | F1 of 0, 1, 2 | accuracy |",
        "| --- | --- | --- | --- |",
    ]
    for name, found in results.items():
        each = ", ".join(f"{value:.2f}" for value in found.f1)
        lines.append(f"| {name} | {found.macro_f1:.3f} | {each} | {found.accuracy:.3f} |")
    for name, found in results.items():
        lines += [
            "",
            f"Confusion, {name} (rows: label, columns: said):",
            "",
            "| | 0 | 1 | 2 |",
            "| --- | --- | --- | --- |",
        ]
        lines += [f"| {level} | " + " | ".join(map(str, found.confusion[level])) + " |" for level in calibration.LEVELS]
    return "\n".join(lines)


def _put(table: str, page: Path) -> None:
    text = page.read_text()
    head, _, rest = text.partition(OPEN)
    _, _, tail = rest.partition(CLOSE)
    page.write_text(f"{head}{OPEN}\n{table}\n{CLOSE}{tail}")
