"""In CI everything that a test can need is installed: a skipped browser or service test hides a fault there."""

import os
from pathlib import Path

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    marked = any(item.get_closest_marker(name) for name in ("browser", "service"))
    if report.skipped and marked and os.environ.get("CI") == "true" and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome, report.longrepr = "failed", f"In CI this must run, and it was skipped. {reason}"
    return report


def longest_files_first(items: list[pytest.Item]) -> None:
    """In place: files by the longest time that one of their tests may take, then those with a slow test, then the
    others, so that no worker is left alone with the longest at the end."""
    rank: dict[Path, tuple[float, bool]] = {}
    for item in items:
        limit = item.get_closest_marker("timeout")
        ours = (float(limit.args[0]) if limit else 0.0, bool(item.get_closest_marker("slow")))
        rank[item.path] = max(ours, rank.get(item.path, (0.0, False)))
    items.sort(key=lambda item: rank[item.path], reverse=True)
