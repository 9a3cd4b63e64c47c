"""A text that is being written reaches those who watch its run, and nobody else."""

import json

from steer_app.runs import bus, parts
from steer_app.runs.feeds import Feed
from steer_app.runs.services import writing


def test_parts_come_and_go():
    feed = Feed(("run", 1))
    feed.hear("section-0.1", "Cost", "It costs")
    feed.hear("summary", "", "In all")
    assert list(feed.writing.values()) == [("Cost", "It costs"), ("", "In all")]
    feed.hear("section-0.1", "Cost", "")
    assert list(feed.writing) == ["summary"]
    assert feed.writing_no == 3


def test_what_was_done_unheard_goes_with_the_end():
    feed = Feed(("run", 1))
    feed.settle()
    assert feed.writing_no == 0
    feed.hear("summary", "", "In all")
    feed.settle()
    assert (feed.writing, feed.writing_no) == ({}, 2)


def test_what_is_shown_is_escaped_and_hidden_when_there_is_nothing():
    shown = parts.writing({"summary": ("<b>", "a <script> b\nc")})
    assert "&lt;script&gt;" in shown
    assert "<br>" in shown
    assert " hidden" not in shown
    assert 'hx-swap-oob="true" hidden' in parts.writing({})


def test_a_writer_speaks_four_times_a_second_at_most(monkeypatch):
    said, now = [], [0.0]
    monkeypatch.setattr(bus, "publish", lambda channel, message: said.append((channel, json.loads(message))))
    monkeypatch.setattr(writing.time, "monotonic", lambda: now[0])
    writer = writing.Writer(7, "summary", "Head")
    for tenth in range(10):
        now[0] = tenth / 10
        writer.show(f"text {tenth}")
    writer.done()
    assert [message[3] for _, message in said] == ["text 0", "text 3", "text 6", "text 9", ""]
    assert {channel for channel, _ in said} == {bus.WRITING}
