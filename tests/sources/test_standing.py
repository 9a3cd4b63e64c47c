"""A file's state is said in words, with what can be done about it."""

import pytest

from steer_app.sources.domain.standing import MEMBERS, Group, group, standing
from steer_app.sources.domain.statuses import Status


@pytest.mark.parametrize("status", list(Status))
def test_every_status_has_words_and_one_group(status):
    assert standing(status).words
    assert [name for name, members in MEMBERS.items() if status in members] == [group(status)]


@pytest.mark.parametrize("status", sorted(MEMBERS[Group.UNREAD]))
def test_what_could_not_be_read_comes_with_advice(status):
    assert standing(status).advice.endswith(".")


def test_advice_is_not_given_twice():
    reason = "The PDF has a password. Save a copy without one and add that."
    assert standing(Status.ENCRYPTED, reason).advice == ""
    assert standing(Status.ENCRYPTED, "It is locked.").advice == "Save a copy without the password and add that."


def test_only_what_may_go_better_is_offered_again():
    assert [status for status in Status if standing(status).may_be_read_again] == [Status.CORRUPT, Status.TIMED_OUT]
