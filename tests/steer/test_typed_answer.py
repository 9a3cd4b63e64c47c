"""What a person types under a question."""

import pytest

from steer_app.steer.domain.typed_answer import TypedAnswer, parse


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("1, 3", (1, 3)),
        ("3 and 1", (1, 3)),
        ("2", (2,)),
        ("directions 1 & 2.", (1, 2)),
        ("#1 #4", (1, 4)),
        ("all", (1, 2, 3)),
        ("7", (7,)),
    ],
)
def test_numbers_choose(text, numbers):
    assert parse(text, 3) == TypedAnswer(numbers=numbers)


def test_the_papers_form_with_reasons_and_a_block_of_new_questions():
    text = "1 (cost is what I worry about), 3\n\nNew follow-up questions:\n- Who pays the deposit?\n2. How long is it?"
    assert parse(text, 3) == TypedAnswer(
        numbers=(1, 3),
        added=("Who pays the deposit?", "How long is it?"),
        remark="cost is what I worry about",
    )


def test_a_new_question_may_stand_on_the_opening_line():
    assert parse("New question: Is it loud?", 2).added == ("Is it loud?",)


def test_other_lines_are_a_remark_even_if_they_hold_numbers():
    assert parse("I have 2 bedrooms\nskip rebates", 3) == TypedAnswer(remark="I have 2 bedrooms\nskip rebates")


@pytest.mark.parametrize("text", ["you decide", "You decide.", "up to you", "as suggested"])
def test_you_decide(text):
    assert parse(text, 3) == TypedAnswer(you_decide=True)


def test_none_is_said_in_words_and_silence_is_not_none():
    assert parse("none", 3).none
    assert parse("  \n", 3) == TypedAnswer()
