"""Paths from outside lead nowhere but into the collection."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steer_app.sources.domain import paths


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("html/sql/select.html", "html/sql/select.html"),
        ("../../etc/passwd", "etc/passwd"),
        ("/absolute//and/./empty", "absolute/and/empty"),
        (r"C:\Users\ana\notes.txt", "C:/Users/ana/notes.txt"),
        ("", "unnamed"),
        ("..", "unnamed"),
    ],
)
def test_a_path_within_a_folder(given, kept):
    assert paths.relative(given) == kept


def test_a_name_alone_loses_its_folders():
    assert paths.bare(r"C:\fakepath\a.txt") == paths.bare("x/a.txt") == "a.txt"


@given(st.text(max_size=60))
def test_no_part_is_empty_or_leads_up(path):
    assert not {"", ".", ".."} & set(paths.relative(path).split("/"))
