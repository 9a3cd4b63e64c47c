"""Settings: the README's table lists every one, and a wrong one is named in a sentence."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from steer_app import env

ROOT = Path(__file__).resolve().parents[2]


def _start(tmp_path, **variables) -> subprocess.CompletedProcess:
    environment = {**os.environ, "STEERLAB_DATA": str(tmp_path), **variables}
    return subprocess.run(
        [sys.executable, "manage.py", "check"], cwd=ROOT, env=environment, capture_output=True, text=True
    )


def test_the_readme_lists_exactly_the_variables_that_settings_read():
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', (ROOT / "steer_app/settings.py").read_text()))
    listed = set(re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "README.md").read_text(), re.MULTILINE))
    assert listed == read


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("STEERLAB_PORT", "eighty"),
        ("STEERLAB_PORT", "70000"),
        ("STEERLAB_SECRET_KEY", "short"),
        ("STEERLAB_DATABASE_URL", "mysql://localhost/steer"),
        ("STEERLAB_DATABASE_URL", "postgresql://localhost/"),
        ("STEERLAB_BUS_URL", "localhost:6379"),
        ("STEERLAB_EMBEDDER", "magic"),
        ("STEERLAB_HTTPS", "perhaps"),
        ("STEERLAB_DATA", "/proc/nowhere"),
    ],
)
def test_a_wrong_setting_stops_the_start_with_a_sentence_that_names_it(tmp_path, name, value):
    done = _start(tmp_path, **{name: value})
    assert done.returncode == 2
    assert name in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_password_in_an_address_is_never_shown(tmp_path):
    done = _start(tmp_path, STEERLAB_DATABASE_URL="mysql://me:sesame@localhost/steer")
    assert done.returncode == 2
    assert "sesame" not in done.stderr


def test_a_name_that_no_setting_has_is_noticed(monkeypatch):
    monkeypatch.setenv("STEERLAB_PROT", "8001")
    assert env.unknown("STEERLAB_") == ["STEERLAB_PROT"]


@pytest.mark.parametrize(("raw", "value"), [("yes", True), ("OFF", False), ("1", True), ("", True)])
def test_a_flag_is_said_in_plain_words(monkeypatch, raw, value):
    monkeypatch.setenv("STEERLAB_X", raw)
    assert env.flag("STEERLAB_X", True) is value


def test_settings_stay_one_short_file():
    assert len((ROOT / "steer_app/settings.py").read_text().splitlines()) <= 250
