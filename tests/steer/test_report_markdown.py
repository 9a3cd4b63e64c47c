"""The Markdown of a report: numbers, references, and foreign text that stays text."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from steer_app.steer.report.inert import inert, one_line
from steer_app.steer.report.markdown import render
from steer_app.steer.report.numbering import UnknownCitation, number
from steer_app.steer.report.pieces import AspectRow, Difference, Line, Paragraph, Report, Section, Source, Span
from steer_app.steer.written import readable

MARK = re.compile(r"(?<!\\)\[(\d+)\]")
READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
_PIECES = [*"ab Z1.)(+-#*_`[]<>|~$&;:/!=\\\"'\n\t{}@%“ä", "<b>", "&lt;", "](x)", "www.", "http://a", "---", "```"]
HOSTILE = (
    st.lists(st.sampled_from(_PIECES), min_size=1, max_size=25).map("".join).filter(lambda text: one_line(text) != "")
)


def source(document: int, start: int, words: str, title: str = "Study") -> Source:
    return Source(Span(document, start, start + len(words)), f"{title} {document}", f"docs/{document}.txt", "", words)


def report_of(lines: list[Line], sources: dict[int, tuple[Source, ...]], **rest) -> Report:
    section = Section("What it costs", "0.1", (Paragraph(tuple(lines)),))
    return Report("A title", "A question?", "", "Only quotes.", (), (section,), sources, **rest)


@st.composite
def reports(draw) -> Report:
    spans = draw(st.lists(st.tuples(st.integers(1, 4), st.integers(0, 6)), min_size=1, max_size=12))
    sources: dict[int, tuple[Source, ...]] = {}
    for learning, (document, start) in enumerate(spans):
        more = draw(st.lists(st.sampled_from(spans), max_size=1))
        sources[learning] = tuple(source(d, s, f"words at {d}, {s}") for d, s in [(document, start), *more])
    cited = draw(st.lists(st.lists(st.sampled_from(sorted(sources)), max_size=2), min_size=1, max_size=10))
    lines = [Line(draw(HOSTILE), tuple(ids), "quote" if ids else "link") for ids in cited]
    cut = len(lines) // 2
    answer, body = tuple(lines[:cut]), (Paragraph(tuple(lines[cut:]), draw(HOSTILE)),)
    return Report("T", "Q", "", "N", answer, (Section(draw(HOSTILE), "0", body),), sources)


def shown(markdown: str) -> str:
    """The text a reader sees, its white space folded."""
    texts = []
    for block in READER.parse(markdown):
        for token in block.children or ():
            texts.append(token.content if token.type in ("text", "text_special") else " ")
    return one_line("".join(texts))


@given(HOSTILE)
@settings(max_examples=120, deadline=None)
def test_foreign_text_is_shown_as_it_is_and_makes_no_markup(text):
    for frame in ("{}", "Before {} after", "- {}", "> {}", "## {}"):
        tokens = READER.parse(frame.format(inert(text)))
        inline = [token for token in tokens if token.type == "inline"]
        assert len(inline) == 1
        assert {token.type for token in inline[0].children} <= {"text", "text_special"}
        assert one_line("".join(token.content for token in inline[0].children)) == one_line(
            frame.lstrip("-># ").format(one_line(text))
        )


@given(reports())
@settings(max_examples=40, deadline=None)
def test_every_number_has_one_reference_and_every_reference_is_used(report):
    markdown = render(report)
    body, _, references = markdown.partition("## Sources")
    used = [int(found) for found in MARK.findall(body)]
    listed = [int(found) for found in MARK.findall(references)]
    assert sorted(listed) == sorted(set(used)) == list(range(1, len(set(used)) + 1))


@given(reports())
@settings(max_examples=40, deadline=None)
def test_numbers_come_in_the_order_in_which_the_text_first_cites_a_span(report):
    numbering = number(report)
    first_seen = list(dict.fromkeys(n for line in report.lines() for n in _in_order(numbering, report, line)))
    assert first_seen == sorted(first_seen)


def _in_order(numbering, report, line):
    return [numbering.numbers[s.span] for learning in line.cites for s in report.sources[learning]]


@given(reports())
@settings(max_examples=40, deadline=None)
def test_every_quotation_is_shown_verbatim(report):
    text = shown(render(report))
    for line in report.lines():
        if line.kind == "quote":
            assert f"“{one_line(line.text)}”" in text


def test_two_learnings_on_one_span_share_a_number():
    sources = {1: (source(1, 0, "alpha"),), 2: (source(1, 0, "alpha"),), 3: (source(1, 9, "beta"),)}
    lines = [Line("alpha", (1, 2)), Line("beta", (3,))]
    markdown = render(report_of(lines, sources))
    assert "- “alpha” [1] — Study 1\n- “beta” [2] — Study 1" in markdown


def test_references_are_grouped_by_document_and_each_title_is_given_once():
    sources = {1: (source(1, 0, "one"),), 2: (source(2, 0, "two"),), 3: (source(1, 9, "three"),)}
    lines = [Line("one", (1,)), Line("two", (2,)), Line("three", (3,))]
    references = render(report_of(lines, sources)).partition("## Sources")[2]
    assert references.count("Study 1") == 1
    assert re.search(r"Study 1\*\* \(docs/1\.txt\)\n\n- \[1\] “one”\n- \[3\] “three”\n\n\*\*Study 2", references)


def test_a_learning_without_a_source_cannot_be_cited():
    with pytest.raises(UnknownCitation, match="learning 7"):
        render(report_of([Line("alpha", (7,))], {}))


def test_a_doubtful_sentence_is_marked_with_the_reason():
    line = Line("It costs 12 euros.", (1,), "claim", "the passage does not name 12 euros")
    markdown = render(report_of([line], {1: (source(1, 0, "It costs 10 euros."),)}))
    assert "It costs 12 euros. [1] *(The cited passage does not carry this: the passage does not name 12 euros.)*" in (
        markdown
    )


def test_the_table_says_where_an_aspect_is_covered_and_what_is_not():
    aspects = (
        AspectRow("cost | price", "inferred", "tight budget", 2, ("0.1.2", "0.1")),
        AspectRow("noise", "you said", "", 0),
    )
    markdown = render(report_of([Line("one", (1,))], {1: (source(1, 0, "one"),)}, aspects=aspects))
    assert r"| cost \| price | inferred: tight budget | well covered | 1 |" in markdown
    assert "| noise | you said | not covered | – |" in markdown
    assert "does not mean that the sources are silent:\n\n- noise" in markdown


def test_differences_stand_side_by_side_and_gaps_are_named():
    sources = {1: (source(1, 0, "one"),), 2: (source(2, 0, "two"),)}
    differences = (Difference("the price", Line("one", (1,)), Line("two", (2,))),)
    markdown = render(
        report_of([], sources, differences=differences, open_questions=("And hail?",), gaps=("b.pdf is encrypted",))
    )
    assert "On **the price**:\n\n- “one” [1] — Study 1\n- “two” [2] — Study 2" in markdown
    assert "- And hail?" in markdown
    assert "What could not be done:\n\n- b.pdf is encrypted" in markdown


def test_a_report_without_anything_says_so():
    markdown = render(Report("T", "T", "", "", (), (), {}))
    assert "Nothing is cited." in markdown
    assert "Every question that came up was followed, and nothing failed." in markdown


def test_a_label_stands_above_its_quotes_and_a_claim_runs_on():
    sources = {1: (source(1, 0, "one"),), 2: (source(2, 0, "two"),)}
    parts = (
        Paragraph((Line("one", (1,)),), "Grants"),
        Paragraph((Line("It is so.", (2,), "claim"), Line("It is.", (1,), "claim"))),
    )
    markdown = render(Report("T", "T", "", "", (), (Section("What it costs", "0.1", parts),), sources))
    assert "**Grants**\n\n- “one” [1] — Study 1\n\nIt is so. [2] It is. [1]" in markdown


def test_a_place_is_a_path_below_the_documents_own_title():
    place = Source(Span(1, 0, 3), "Audit", "audit.docx", "Audit > 2. What is good > Seats", "one")
    assert r"- [1] 2\. What is good › Seats: “one”" in render(report_of([Line("one", (1,))], {1: (place,)}))


@pytest.mark.parametrize(
    ("title", "file", "shown"),
    [
        ("canal-road-residents.txt", "canal-road-residents.txt", "Canal road residents"),
        ("", "minutes/2025_12_02 cabinet.pdf", "2025 12 02 cabinet"),
        ("A report", "a-report.pdf", "A report"),
    ],
)
def test_an_untitled_file_is_named_in_words(title, file, shown):
    assert readable(title, file) == shown
