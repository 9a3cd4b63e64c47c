"""What matches a query is marked, and nothing is lost or added."""

from hypothesis import given
from hypothesis import strategies as st

from steer_app.sources.domain import words
from steer_app.sources.domain.marks import marked, said


def shown(text, query):
    pieces = marked(text, frozenset(words.terms(query)))
    return "".join(f"[{piece.text}]" if piece.marked else piece.text for piece in pieces)


def test_words_match_by_stem():
    assert shown("The pumps were humming.", "pump hums") == "The [pumps] were [humming]."


def test_stop_words_are_never_marked():
    assert shown("What is it to be or not?", "what is to be") == "What is it to be or not?"


def test_a_name_is_marked_whole_or_in_its_parts():
    assert shown("Set max_wal_size.", "max_wal_size") == "Set [max_wal_size]."
    assert shown("Set max_wal_size.", "wal") == "Set max_[wal]_size."


def test_numbers_count_whole():
    assert shown("Versions 9.6 and 9.", "9.6") == "Versions [9.6] and 9."


def test_accents_do_not_matter():
    assert shown("Le café est fermé.", "cafe") == "Le [café] est fermé."


def test_words_of_the_query_are_counted_once_and_whole():
    assert said("How do the pumps and the pump hum at wal-level?", "A pump hums.") == (2, 3)
    assert said("max_wal_size", "the wal of a size") == (0, 1)
    assert said("the of and", "the of and") == (0, 0)


@given(st.text(max_size=80), st.text(max_size=20))
def test_the_pieces_are_the_text(text, query):
    assert "".join(piece.text for piece in marked(text, frozenset(words.terms(query)))) == text
