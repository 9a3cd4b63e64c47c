"""Sentences: verbatim, whole, and what is no sentence is told apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steer_app.brains.offline.sentences import quotable, sentences


def texts(text: str) -> list[str]:
    return [sentence.text for sentence in sentences(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Dr. J. Smith of the U.S. Army paid $3.5 million, e.g. for tanks, in 1999.",
        "The value is 3.14 on average, i.e. about as large as before, etc. and so on.",
        "Version 15.2 needs approx. 2 GB, cf. Fig. 3 and Sec. 4.",
        "Mrs. Jones and Prof. T. H. Lee met at 10 a.m. in the hall.",
    ],
)
def test_abbreviations_initials_and_decimals_end_no_sentence(text):
    assert texts(text) == [text]


def test_sentences_end_at_their_punctuation_with_closing_quotes():
    text = 'He asked "Why?" She said nothing. "It rained." (We left.) The end!'
    assert texts(text) == ['He asked "Why?"', "She said nothing.", '"It rained."', "(We left.)", "The end!"]


def test_an_acronym_with_dots_ends_a_sentence_before_a_word_that_opens_one():
    assert texts("They moved to the U.S. The winter was hard.") == ["They moved to the U.S.", "The winter was hard."]


def test_a_wrapped_paragraph_runs_on_over_its_line_breaks():
    text = "The pump was installed in the cellar by\ntwo people in three days and it has run\never since."
    assert texts(text) == [text]


def test_lines_of_different_lengths_stand_for_themselves():
    text = "We ask for three things:\nA seat.\nLoading until eleven in the morning on all days.\nMore buses."
    assert texts(text)[2] == "Loading until eleven in the morning on all days."


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("## What it costs", "heading"),
        ("25.1.1. Vacuuming Basics", "heading"),
        ("Canal Road | 5,200 | 6,650 | plus 28", "table"),
        ("SELECT * FROM films WHERE year = 1999;", "code"),
        ("```\nprint(1)\n```", "code"),
        ("Copyright by the Example Company, all rights reserved.", "boilerplate"),
        ("and that is why it was closed in the end.", "fragment"),
        (
            "The council has not yet said when the works will begin and how long the street and the square will",
            "fragment",
        ),
        ("- The council pays for the seats and for the bins.", "item"),
        ("The council pays for the seats and for the bins.", "prose"),
    ],
)
def test_each_kind_of_text_is_told_apart(text, kind):
    assert [sentence.kind for sentence in sentences(text)] == [kind]


def test_only_whole_sentences_of_8_to_60_words_may_be_quoted():
    short = "It is closed."
    good = "The street is closed to cars from ten in the morning."
    long = "The " + "very " * 60 + "long street is closed."
    assert [sentence.text for sentence in quotable(f"{short} {good} {long}")] == [good]


def test_a_bullet_is_not_part_of_the_quotation():
    text = "* The council pays for the seats and for the bins."
    assert sentences(text)[0].start == 2


PIECES = st.lists(
    st.one_of(
        st.text(max_size=30),
        st.sampled_from(
            ["Dr. ", "The dog. ", "\n\n", "\n", "e.g. ", '"Yes!" ', "3.5 ", "- ", "| a | b |\n", "# H\n", "```", "1. "]
        ),
    ),
    max_size=20,
).map("".join)


@given(PIECES)
def test_every_sentence_is_a_stretch_of_the_text_and_none_overlap(text):
    at = 0
    for sentence in sentences(text):
        assert text[sentence.start : sentence.end] == sentence.text
        assert sentence.text.strip() == sentence.text != ""
        assert sentence.start >= at
        at = sentence.end
