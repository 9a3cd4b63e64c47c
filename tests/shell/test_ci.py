"""CI does what the README says, and does not look away."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SKIPPED = """
import pytest

@pytest.mark.{mark}
def test_needs_something():
    pytest.skip("it is not here")
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ci", "mark", "status"),
    [("true", "service", 1), ("true", "browser", 1), ("true", "slow", 0), ("", "service", 0)],
)
def test_a_test_that_needs_a_program_may_not_be_skipped_in_ci(tmp_path, ci, mark, status):
    (tmp_path / "test_skipped.py").write_text(SKIPPED.format(mark=mark))
    command = [sys.executable, "-m", "pytest", "-p", "tests.ci", "-p", "no:django", "-c", "pyproject.toml", tmp_path]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "CI": ci}, capture_output=True, text=True)
    assert done.returncode == status, done.stdout + done.stderr
    assert ("In CI this must run" in done.stdout) == bool(status)


def test_ci_runs_what_the_readme_tells_people_to_run():
    assert (ROOT / ".ci/run").read_text().rstrip().endswith("make test")
    assert "make test" in (ROOT / "README.md").read_text()


def test_the_torch_that_is_installed_first_is_the_pinned_one():
    assert "grep -m 1 '^torch==' requirements.txt" in (ROOT / "Makefile").read_text()
    assert any(line.startswith("torch==") for line in (ROOT / "requirements.txt").read_text().splitlines())
