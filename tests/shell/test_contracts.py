"""The import contract of pyproject.toml, held from the first day."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_imports_go_down_only():
    command = Path(sys.executable).parent / "lint-imports"
    if not command.exists():
        pytest.fail("lint-imports is missing: pip install -r requirements-dev.txt")
    done = subprocess.run([command, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_web_process_starts_without_the_heavy_libraries():
    program = (
        "import sys, steer_app.asgi\n"
        "heavy = {'torch', 'sentence_transformers', 'transformers', 'langchain', 'plotly', 'sklearn', 'scipy'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr
