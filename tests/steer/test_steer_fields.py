"""What a form of a steer must hold, and what is said when it does not."""

import pytest

from steer_app.runs.domain.failures import BadAnswer
from steer_app.steer import steer_fields
from steer_app.steer.steers import KINDS


@pytest.mark.parametrize(
    ("kind", "fields", "says"),
    [
        ("", {}, "the kind is missing"),
        ("dance", {}, "There is no steer called “dance”."),
        ("prune", {}, "by its number in the tree"),
        ("prune", {"path": "0.x"}, "by its number in the tree"),
        ("add", {"under": "0", "text": "  "}, "Write the question to add."),
        ("add", {"text": "Why?"}, "by its number in the tree"),
        ("say", {"text": ""}, "Write what you want to say."),
        ("say", {"text": "x" * 2001}, "2001 characters long"),
        ("settings", {}, "Say how often to ask"),
        ("settings", {"c0": "often"}, "How often to ask must be a number from 0 to 1."),
        ("settings", {"tol": "nan"}, "The tolerance must be a number from 1 to 20."),
        ("aspect", {"do": "eat"}, "one of add, down, edit, pin"),
        ("aspect", {"do": "edit", "no": "1"}, "in a few words"),
        ("aspect", {"do": "pin", "no": "one"}, "must be a whole number"),
        ("accept", {}, "which proposal"),
        ("prune", {"path": "0.1", "against": "then"}, "must be a whole number"),
    ],
)
def test_the_first_thing_to_mend_is_named(kind, fields, says):
    with pytest.raises(BadAnswer) as refusal:
        steer_fields.read({"kind": kind, **fields})
    assert says in refusal.value.reason


def test_every_kind_of_steer_can_be_sent():
    assert steer_fields.KINDS.keys() == KINDS.keys()


def test_fields_are_read_as_what_they_are():
    given = steer_fields.read({"kind": "settings", "c0": "0.5", "tol": "", "against": "12"})
    assert (given.payload, given.against) == ({"c0": 0.5}, 12)
    given = steer_fields.read({"kind": "aspect", "do": "edit", "no": "3", "text": " what it weighs "})
    assert (given.payload, given.text, given.against) == ({"do": "edit", "no": 3}, "what it weighs", None)
