"""Passages are the document's own text, in order, apart, within sections."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from steer_app.sources.domain.blocks import Kind, Writer, cleaned, packed, unpacked
from steer_app.sources.domain.passages import MOST_PIECES, MOST_WORDS, pieces, split

words = st.text(st.characters(categories=["L", "N", "P"], max_codepoint=0x4FFF), min_size=1, max_size=14)
texts = st.lists(words, min_size=0, max_size=260).map(" ".join)
parts = st.one_of(
    st.tuples(st.just("heading"), st.text("abc ", min_size=1, max_size=20), st.integers(1, 4)),
    st.tuples(st.sampled_from(["paragraph", "item", "code"]), texts, st.just(0)),
)


def written(drawn) -> Writer:
    writer = Writer()
    for verb, text, level in drawn:
        writer.heading(text, level) if verb == "heading" else getattr(writer, verb)(text)
    return writer


@settings(max_examples=60, deadline=None)
@given(st.lists(parts, max_size=14))
def test_passages_are_ordered_apart_and_lose_nothing(drawn):
    writer = written(drawn)
    text, blocks = writer.text, writer.blocks
    spans = split(text, blocks)
    for before, after in itertools.pairwise(spans):
        assert before.end <= after.start
    for span in spans:
        inside = text[span.start : span.end]
        assert inside == inside.strip() != ""
        assert len(inside.split()) <= MOST_WORDS
        assert pieces(inside) <= MOST_PIECES
        assert {b.section for b in blocks if b.start < span.end and span.start < b.end} == {span.section}
    kept = "".join("".join(text[span.start : span.end].split()) for span in spans)
    bodies = ["".join(text[b.start : b.end].split()) for b in blocks if b.kind is not Kind.HEADING]
    for body in bodies:
        assert body in kept
    assert split(text, blocks) == spans


@settings(max_examples=60, deadline=None)
@given(st.lists(parts, max_size=14))
def test_blocks_are_slices_and_survive_storing(drawn):
    writer = written(drawn)
    for block in writer.blocks:
        assert writer.text[block.start : block.end].strip("\n") == writer.text[block.start : block.end] != ""
    assert unpacked(packed(writer.blocks)) == writer.blocks
    assert cleaned(writer.text) == writer.text


def test_a_long_paragraph_is_cut_at_sentences():
    writer = Writer()
    writer.paragraph(" ".join(f"Sentence number {n} says that the pump ran well all day." for n in range(60)))
    pieces_of_text = [writer.text[span.start : span.end] for span in split(writer.text, writer.blocks)]
    assert all(piece.endswith("day.") and piece.startswith("Sentence") for piece in pieces_of_text)
    assert all(90 <= len(piece.split()) <= 160 for piece in pieces_of_text[:-1])


def test_a_heading_goes_with_the_text_below_it_and_alone_only_at_a_dead_end():
    writer = Writer()
    writer.heading("Part", 1)
    writer.heading("Chapter", 2)
    writer.paragraph("Text of the chapter.")
    writer.heading("Last", 1)
    found = [(writer.text[s.start : s.end], s.section) for s in split(writer.text, writer.blocks)]
    assert found == [("Chapter\n\nText of the chapter.", "Part > Chapter"), ("Last", "Last")]
