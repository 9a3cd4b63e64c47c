"""Requests made to fit, numbers kept."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steer_app.brains.domain.fitting import TooLong, fitted, tokens
from steer_app.steer.skills import coverage
from tests.steer.report_samples import HEAT, request_of


@dataclass(frozen=True)
class Piece:
    id: int
    text: str


@dataclass(frozen=True)
class Ask:
    question: str
    pieces: tuple[Piece, ...]


def _render(ask) -> str:
    return ask.question + "\n".join(f"[{piece.id}] {piece.text}" for piece in ask.pieces)


def test_what_fits_is_left_alone():
    ask = Ask("why?", (Piece(1, "because"),))
    assert fitted(ask, _render, 100).request is ask
    assert fitted(ask, _render, 100).notice == ""


@given(st.integers(1, 30), st.integers(1, 3000), st.integers(120, 4000))
def test_ids_come_first_and_texts_only_shrink(count, length, room):
    ask = Ask("why?", tuple(Piece(number, "word " * (length // 5 + 1)) for number in range(count)))
    try:
        done = fitted(ask, _render, room)
    except TooLong:
        return
    assert tokens(_render(done.request)) <= room
    assert [piece.id for piece in done.request.pieces] == list(range(len(done.request.pieces)))
    assert bool(done.notice) == (done.request != ask)


def test_the_question_stays_whole():
    ask = Ask("why? " * 100, tuple(Piece(number, "x y " * 500) for number in range(9)))
    assert fitted(ask, _render, 600).request.question == ask.question


def test_lists_that_the_answer_must_match_are_never_cut():
    sets = tuple(tuple(f"{'claim ' * 40}{number}" for number in range(50)) for _ in range(4))
    request = coverage.Request(("a", "b"), sets)
    done = fitted(request, lambda one: repr(one), 3000).request
    assert len(done.sets) == 4
    assert done.aspects == ("a", "b")
    assert all(0 < len(one) < 50 for one in done.sets)


def test_a_report_loses_no_direction_and_no_number_changes():
    request = request_of(HEAT)
    done = fitted(request, repr, tokens(repr(request)) * 3 // 4).request
    assert [way.path for way in done.directions] == [way.path for way in request.directions]
    before = {one.id: one.claim for way in request.directions for one in way.learnings}
    after = {one.id: one.claim for way in done.directions for one in way.learnings}
    assert 0 < len(after) < len(before)
    assert all(before[number] == claim for number, claim in after.items())  # short ones are left out, not cut


def test_what_can_never_fit_is_refused():
    with pytest.raises(TooLong):
        fitted(Ask("why? " * 1000, (Piece(1, "x"),)), _render, 100)
