"""What a bench reports, and the sums they share."""

import os
import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One figure. `limit` is what it shall not pass, in the same unit; empty where nothing was promised."""

    what: str
    value: str
    limit: str = ""


def median(values: Sequence[float]) -> float:
    return statistics.median(values)


def percentile(values: Sequence[float], percent: float) -> float:
    """By the nearest rank."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, round(percent / 100 * len(ordered) + 0.5) - 1))]


def table(rows: Sequence[Row]) -> str:
    """Markdown, columns aligned."""
    cells = [("what", "measured", "limit"), *((row.what, row.value, row.limit) for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(3)]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |" for line in cells
    ]
    return "\n".join([lines[0], "| " + " | ".join("-" * width for width in widths) + " |", *lines[1:]])


def load() -> str:
    """How busy the machine is: figures from a busy one say little."""
    return f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}"
