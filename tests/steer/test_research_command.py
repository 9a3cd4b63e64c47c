"""`manage.py research`, from a folder to a report, in one process."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from steer_app.runs.models import Run
from steer_app.sources.models import Collection, Document
from tests.steer.doubles import TOPICS

pytestmark = pytest.mark.django_db(transaction=True)

QUESTION = "Is a pump worth its cost and noise?"


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "papers"
    place.mkdir()
    for number in range(4):
        one, two = TOPICS[number], TOPICS[number + 1]
        text = f"The {one} of a pump is told in report {number} with {two} in mind and with care.\n"
        (place / f"report-{number}.txt").write_text(text)
    return place


def research(*args: str, stdin: str | None = None, monkeypatch=None) -> tuple[str, str]:
    """What the command wrote to standard output and to standard error."""
    out, err = io.StringIO(), io.StringIO()
    if stdin is not None:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
    call_command("research", *args, "--brain", "test", "--depth", "1", stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_a_question_and_a_folder_make_a_report_and_a_record(folder, tmp_path):
    out = tmp_path / "out"
    written, told = research(QUESTION, "--folder", str(folder), "--out", str(out))
    assert written.split() == [str(out / "report.md"), str(out / "session.json")]
    assert QUESTION.rstrip("?") in (out / "report.md").read_text()
    session = json.loads((out / "session.json").read_text())
    assert session["outcome"] == "complete"
    assert session["settings"]["depth"] == 1
    assert {document["file"] for document in session["documents"]} == {f"report-{n}.txt" for n in range(4)}
    assert "read: " in told
    assert f"--resume {session['run']}" in told


def test_a_folder_is_read_once_and_what_left_it_is_forgotten(folder, tmp_path):
    research(QUESTION, "--folder", str(folder), "--out", str(tmp_path / "one"))
    (folder / "report-3.txt").unlink()
    _, told = research(QUESTION, "--folder", str(folder), "--out", str(tmp_path / "two"))
    assert Collection.objects.count() == 1
    assert not Document.objects.filter(path="report-3.txt").exists()
    assert "Reading 0 files" in told


def test_a_folder_without_an_answer_ends_with_a_report_that_says_so(tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    research(QUESTION, "--folder", str(empty), "--out", str(tmp_path / "out"))
    assert "Nothing in these sources speaks to this question" in (tmp_path / "out" / "report.md").read_text()
    session = json.loads((tmp_path / "out" / "session.json").read_text())
    assert (session["learnings"], session["decisions"]) == ([], [])


def test_questions_are_asked_on_the_terminal(folder, tmp_path, monkeypatch):
    args = (QUESTION, "--folder", str(folder), "--answers", "ask", "--c0", "0", "--out", str(tmp_path / "out"))
    _, told = research(*args, stdin="9\n\n1\nNew questions:\nWho pays for it?\n\n", monkeypatch=monkeypatch)
    assert "numbered 1 to" in told
    session = json.loads((tmp_path / "out" / "session.json").read_text())
    assert session["decisions"][0]["outcome"] == "answered"
    assert [node["question"] for node in session["nodes"] if node["origin"] == "user"] == ["Who pays for it?"]


def test_a_closed_terminal_leaves_a_session_that_can_be_taken_up(folder, tmp_path, monkeypatch):
    args = (QUESTION, "--folder", str(folder), "--answers", "ask", "--c0", "0", "--out", str(tmp_path / "out"))
    with pytest.raises(CommandError, match="No report was written"):
        research(*args, stdin="", monkeypatch=monkeypatch)
    run = Run.objects.get(method="steer")
    assert run.status == "waiting"
    research("--resume", str(run.pk), "--out", str(tmp_path / "out"), stdin="\n", monkeypatch=monkeypatch)
    assert (tmp_path / "out" / "report.md").exists()
    assert Run.objects.get(pk=run.pk).outcome == "complete"


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ((), "what you want to know"),
        ((QUESTION,), "--folder DIR"),
        ((QUESTION, "--folder", "/nowhere/at/all"), "not a folder"),
        (("--resume", "999"), "no session 999"),
    ],
)
def test_what_is_missing_is_said(args, says):
    with pytest.raises(CommandError, match=says):
        research(*args)


def test_a_setting_out_of_range_is_named(folder):
    with pytest.raises(CommandError, match="--c0"):
        research(QUESTION, "--folder", str(folder), "--c0", "3")


def test_a_budget_ends_the_research_and_the_report_is_still_written(folder, tmp_path):
    research(QUESTION, "--folder", str(folder), "--cap-tokens", "60", "--out", str(tmp_path / "out"))
    session = json.loads((tmp_path / "out" / "session.json").read_text())
    assert session["outcome"] == "budget"
    assert session["report"] is not None


def test_reading_ahead_is_a_flag_and_what_was_in_vain_is_said(folder, tmp_path, monkeypatch):
    args = (QUESTION, "--folder", str(folder), "--out", str(tmp_path / "out"), "--answers", "ask", "--c0", "0")
    _, told = research(*args, "--speculate", stdin="none\n\n", monkeypatch=monkeypatch)
    session = json.loads((tmp_path / "out" / "session.json").read_text())
    assert session["settings"]["speculate"] is True
    assert Run.objects.get(pk=session["run"]).steps.filter(kind="ahead").exists()
    ahead = session["usage"]["read_ahead"]
    assert [one["used"] for one in ahead] == [False] * len(ahead)
    assert all(f"{one['node']} was read ahead in vain" in told for one in ahead)
