"""What models really write around, into and instead of their JSON."""

import json
from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steer_app.brains.domain.reading import Unreadable, prose, value, without_thinking

MEANT = {"learnings": [{"claim": "It's 5 °C", "n": 2, "ok": True}], "tags": ["a"], "summary": "x"}
WHOLE = json.dumps(MEANT, ensure_ascii=False)


@pytest.mark.parametrize(
    "written",
    [
        WHOLE,
        f"```json\n{WHOLE}\n```",
        f"```\n{WHOLE}\n```\nI hope this helps. Shall I go on?",
        f"Here is the answer:\n{WHOLE}\nAs in {{x}}, tell me if you need more.",
        f'<think>First {{"learnings": []}} came to mind.</think>\n{WHOLE}',
        f"The user wants an object, so {{}}…</think>{WHOLE}",
        f"<|channel|>analysis<|message|>We need {{1}}<|end|><|channel|>final<|message|>{WHOLE}",
        f"<THINKING depth=2>hm</THINKING>{WHOLE}",
        WHOLE[:-1] + ",}",
        WHOLE.replace("true", "True"),
        str(MEANT),
        f'An example is {{"claim": "no"}}. Mine:\n{WHOLE}',
    ],
    ids=["plain", "fenced", "fenced-talk", "talk", "thinking", "unopened", "channel", "tag-attributes", "comma",
         "python-true", "single-quotes", "example-first"],
)  # fmt: skip
def test_the_object_is_found(written):
    assert value(written) == MEANT


def test_a_cut_off_answer_keeps_what_was_whole():
    cut = WHOLE[: WHOLE.index('"summary"')]
    assert value(cut)["learnings"] == MEANT["learnings"]


def test_escapes_that_json_does_not_know_are_taken_as_they_stand():
    assert value(r'{"claim": "C:\path \% done"}')["claim"] == r"C:\path \% done"


@pytest.mark.parametrize(
    "written",
    ["", "  \n", "I cannot help.", "[1, 2]", "{}", "null", '<think>{"a": 1}</think>', '<think>cut {"a"'],
)
def test_what_is_no_object_is_not_made_into_one(written):
    with pytest.raises(Unreadable):
        value(written)


@given(st.text(max_size=60).filter(lambda text: "<" not in text))
def test_thoughts_reach_nobody(thought):
    assert without_thinking(f"<think>{thought}</think>answer") == "answer"
    assert without_thinking(f"answer<think>{thought}") == "answer"


@given(
    st.dictionaries(st.text(min_size=1, max_size=8), st.text(max_size=20).filter(lambda t: "<" not in t), min_size=1)
)
def test_a_good_answer_comes_through_unchanged(meant):
    if any("<" in key or "`" in key for key in meant):
        return
    assert value(json.dumps(meant)) == meant


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text):
    with suppress(Unreadable):
        assert isinstance(value(text), dict)


def test_a_text_can_be_read_while_it_is_written():
    whole = json.dumps({"section": {"heading": "What “it” costs", "paragraphs": [{"label": "", "sentences": [
        {"text": 'A \\ "b" é\nc', "cites": [1]}, {"text": "And more.", "cites": []}]}]}})  # fmt: skip
    seen = [prose(whole[:end]) for end in range(len(whole) + 1)]
    assert seen[-1] == 'What “it” costs\n\nA \\ "b" é\nc And more.'
    for earlier, later in pairwise(seen):
        assert later.startswith(earlier.rstrip())
    assert prose(f'<think>"text": "hidden"</think>{whole}') == seen[-1]
