"""The extractive report: verbatim, nothing twice, no document too loud, and no difference that is none."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steer_app.brains.offline.tools import Tools
from steer_app.steer.report.markdown import render
from steer_app.steer.skills.common import KnownAspect
from steer_app.steer.skills.report import Answer, Direction, Learning, Request, Sentence, scripted
from steer_app.steer.skills.report.differences import NEAR, differ
from steer_app.steer.skills.report.disputes import disputes
from steer_app.steer.skills.report.offline import MOST_IN_A_SECTION, MOST_IN_ALL, answer
from steer_app.steer.skills.report.quotes import FEWEST, balanced, collect
from steer_app.steer.skills.report.sections import ALSO, REST, write
from tests.steer.report_samples import HEAT, pieces_of, request_of

PAIRS = [
    json.loads(line)
    for line in Path(__file__).with_name("examples").joinpath("differing_pairs.jsonl").read_text().splitlines()
]
WORDS = [
    "pump",
    "noise",
    "cost",
    "winter",
    "gas",
    "rebate",
    "price",
    "duct",
    "house",
    "night",
    "meter",
    "unit",
    "backup",
    "limit",
    "defrost",
    "grant",
]


@st.composite
def requests(draw) -> Request:
    ids = iter(range(1, 500))
    directions = []
    for place in range(draw(st.integers(1, 4))):
        learnings = []
        for _ in range(draw(st.integers(0, 8))):
            claim = " ".join(draw(st.lists(st.sampled_from(WORDS), min_size=3, max_size=7))).capitalize() + "."
            document = draw(st.integers(1, 7))
            tags = tuple(draw(st.lists(st.sampled_from(WORDS), max_size=2, unique=True)))
            learnings.append(Learning(next(ids), claim, document, f"Title {document}", draw(st.integers(0, 90)), tags))
        directions.append(
            Direction("0" if place == 0 else f"0.{place}", f"What about {WORDS[place]}?", tuple(learnings))
        )
    aspects = (KnownAspect(1, "noise at night", 0), KnownAspect(2, "cost of gas", 2))
    return Request("Is a heat pump worth it?", "", aspects, tuple(directions), ("And hail?",), ())


def unlike(n: int) -> str:
    """A sentence that shares no word with another's."""
    return f"A{n} b{n} c{n} d{n} e{n} f{n}."


def related(n: int) -> str:
    """A sentence on the costs of heat that shares nothing else with another's."""
    return f"Heat costs a{n} b{n}."


def sentences_of(found: Answer) -> list[Sentence]:
    body = [s for section in found.sections for paragraph in section.paragraphs for s in paragraph.sentences]
    return [*found.answer, *body, *(s for d in found.differences for s in (d.first, d.second))]


def claims_of(request: Request) -> dict[int, str]:
    return {learning.id: learning.claim for direction in request.directions for learning in direction.learnings}


def check_quotes(request: Request, found: Answer) -> None:
    claims = claims_of(request)
    said = set()
    for sentence in sentences_of(found):
        if sentence.kind == "link":
            assert sentence.cites == []
            continue
        assert sentence.kind == "quote"
        assert sentence.text == claims[sentence.cites[0]]
        assert set(sentence.cites) <= set(claims)
        assert sentence.text not in said
        said.add(sentence.text)


@given(requests())
@settings(max_examples=25, deadline=None)
def test_every_quote_is_verbatim_cites_its_learning_and_stands_once(request):
    found = answer(request, Tools())
    check_quotes(request, found)
    assert found == answer(request, Tools())


def test_one_document_among_many_gets_a_fifth():
    learnings = [Learning(n, unlike(n), 1 if n < 30 else n, f"T{n}", n, ()) for n in range(60)]
    quotes = balanced(collect((Direction("0", "q", tuple(learnings)),), Tools()))
    assert sum(quote.document == 1 for quote in quotes) * 5 <= len(quotes)
    assert len(quotes) == 37


def test_two_documents_are_not_cut_below_what_a_report_needs():
    learnings = [Learning(n, unlike(n), 1 if n < 40 else 2, "T", n, ()) for n in range(44)]
    assert len(balanced(collect((Direction("0", "q", tuple(learnings)),), Tools()))) == FEWEST


def test_the_best_of_each_direction_stay_whatever_their_document_has_said():
    long = tuple(Learning(n, unlike(n), n, "T", n, ()) for n in range(60))
    loud = tuple(Learning(100 + n, unlike(100 + n), 0, "T", n, ()) for n in range(40))
    kept = balanced(collect((Direction("0", "q", loud), Direction("0.1", "r", long)), Tools()))
    assert sum(quote.direction == 0 for quote in kept) >= 2


def test_a_sentence_within_a_longer_quote_is_not_quoted_again():
    claims = [
        "The default is twenty percent of it.",
        "The default is twenty percent of it. It is set in one file only.",
    ]
    learnings = tuple(Learning(n, claim, n, f"T{n}", 0, ()) for n, claim in enumerate(claims, 1))
    (only,) = collect((Direction("0", "q", learnings),), Tools())
    assert (only.claim, only.sentence().cites) == (claims[1], [2, 1])


def test_the_only_document_may_say_all():
    learnings = tuple(Learning(n, unlike(n), 1, "T", n, ()) for n in range(20))
    assert len(balanced(collect((Direction("0", "q", learnings),), Tools()))) == 20


def test_what_is_said_again_is_cited_with_the_first_and_other_amounts_are_not():
    claims = ["The pump cost 900 euros in all.", "The pump cost  900 euros, in all.", "The pump cost 800 euros in all."]
    learnings = tuple(Learning(n, claim, n, f"T{n}", 0, ()) for n, claim in enumerate(claims, 1))
    found = collect((Direction("0", "q", learnings),), Tools())
    assert [quote.sentence().cites for quote in found] == [[1, 2], [3]]


def test_the_answer_comes_first_with_three_to_five_quotes_of_several_documents():
    found = answer(request_of(HEAT), Tools())
    quotes = [sentence for sentence in found.answer if sentence.kind == "quote"]
    assert 3 <= len(quotes) <= 5
    documents = {entry["id"]: entry["document"] for entry in HEAT["learnings"]}
    assert len({documents[quote.cites[0]] for quote in quotes}) >= 3


def test_a_section_has_two_quotes_at_least_and_what_is_left_of_the_others_comes_last():
    found = answer(request_of(HEAT), Tools())
    *directions, last = found.sections
    for section in directions:
        assert section.path
        assert sum(s.kind == "quote" for p in section.paragraphs for s in p.sentences) >= 2
    assert last.path or last.heading == ALSO


def test_what_stays_open_is_named_and_so_is_a_direction_that_gave_nothing():
    found = answer(request_of(HEAT), Tools())
    assert found.uncovered == ["payback period"]
    assert set(HEAT["not_followed"]) < set(found.open_questions)
    quoted = {number for sentence in sentences_of(found) for number in sentence.cites}
    for direction in request_of(HEAT).directions[1:]:
        gave = bool(quoted & {learning.id for learning in direction.learnings})
        assert (direction.question in found.open_questions) is not gave


def test_without_learnings_the_report_says_that_nothing_was_found():
    request = Request("Why?", "", (), (Direction("0", "Why?", ()), Direction("0.1", "Who?", ())), (), ())
    found = answer(request, Tools())
    assert [s.text for s in found.answer] == ["Nothing that was read could be quoted in answer to the question."]
    assert found.sections == []
    assert found.open_questions == ["Who?"]


def test_a_long_direction_is_cut_and_the_notice_says_so():
    learnings = tuple(Learning(n, related(n) if n < 30 else unlike(n), n, f"T{n}", n, ()) for n in range(60))
    directions = (Direction("0", "q", ()), Direction("0.1", "What?", learnings))
    found = answer(Request("What does heat cost?", "", (), directions, (), ()), Tools())
    shown = [s for p in found.sections[0].paragraphs for s in p.sentences if s.kind == "quote"]
    assert len(shown) == MOST_IN_A_SECTION
    in_all = [*shown, *(s for s in found.answer if s.kind == "quote")]
    assert all("Heat costs" in sentence.text for sentence in in_all)
    assert f"Of 60 statements found, {len(in_all)} are quoted" in found.notice


def test_a_report_has_no_more_quotes_than_can_be_read():
    directions = []
    for at in range(1, 7):
        texts = [(n, related(n) if n % 2 else unlike(n)) for n in range(30 * at, 30 * at + 30)]
        directions.append(Direction(f"0.{at}", f"d{at}?", tuple(Learning(n, text, n, "T", n, ()) for n, text in texts)))
    found = answer(Request("What does heat cost?", "", (), tuple(directions), (), ()), Tools())
    assert sum(s.kind == "quote" for s in sentences_of(found)) == MOST_IN_ALL
    assert all(any(s.kind == "quote" for p in section.paragraphs for s in p.sentences) for section in found.sections)


def test_a_sentence_far_from_the_question_and_from_the_person_is_left_out():
    near = "A heat pump makes noise in the winter night at the house."
    far = "The museum of trams opens on Sundays between April and October."
    learnings = tuple(Learning(n, claim, n, f"T{n}", 0, ()) for n, claim in enumerate((near, far), 1))
    request = Request("Heat pump noise at the house?", "", (), (Direction("0", "q", learnings),), (), ())
    assert [s.text for s in sentences_of(answer(request, Tools())) if s.kind == "quote"] == [near]


def test_quotes_that_share_a_phrase_stand_under_it_and_those_of_one_document_together():
    claims = ("Heat pump grants cover a third.", "The noise is low.", "Heat pump grants end soon.", "Gas is dear.")
    learnings = tuple(Learning(n, claim, n % 2, f"T{n % 2}", n, ()) for n, claim in enumerate(claims, 1))
    quotes = collect((Direction("0.1", "What now?", learnings),), Tools())
    section = write(Direction("0.1", "What now?", learnings), quotes, set(), Tools())
    assert [paragraph.label for paragraph in section.paragraphs] == ["Heat pump grants", REST]
    assert [s.text for s in section.paragraphs[0].sentences] == [claims[0], claims[2]]


@pytest.mark.parametrize(
    ("left", "right", "found"),
    [
        ("The plan shows six cellars, not 14.", "At least 14 houses have cellars under the road.", True),
        ("By our count it rose by 52 per cent; by theirs it was 28 per cent, and the traffic doubled.",
         "The traffic rose by 28 per cent.", True),
        ('We do not accept that levels "rose slightly" at the school.', "Levels rose slightly at the school.", True),
        ("The plan shows 16 cellars.", "At least 14 houses have cellars under the road.", False),
        ("Levels at the school rose.", "Levels rose slightly at the school.", False),
        ("It has six rooms, not 14.", "At least 14 houses have cellars under the road.", False),
    ],
)  # fmt: skip
def test_a_dispute_is_one_that_denies_the_other_in_so_many_words(left, right, found):
    assert disputes(left, right, set(), Tools()) is found
    assert disputes(right, left, set(), Tools()) is found


def test_the_rendered_report_quotes_every_sentence_once():
    markdown = render(pieces_of(HEAT, answer(request_of(HEAT), Tools()))).partition("## Sources")[0]
    for claim in {entry["claim"] for entry in HEAT["learnings"]}:
        assert markdown.count(claim.replace("$", "\\$")) <= 1


@pytest.mark.parametrize(("half", "found", "false"), [("open", 10, 0), ("held", 5, 0), ("fresh", 4, 0)])
def test_labelled_pairs_differ_where_they_should_and_no_false_pair_is_shown(half, found, false):
    pairs = [pair for pair in PAIRS if pair["half"] == half]
    shown = [p for p in pairs if differ(p["first"], p["second"], set(Tools().stems(p["topic"])), Tools())]
    assert sum(pair["differ"] for pair in shown) == found
    assert sum(not pair["differ"] for pair in shown) == false


@given(st.sampled_from(PAIRS))
@settings(max_examples=len(PAIRS), deadline=None)
def test_a_difference_has_no_direction(pair):
    topic = set(Tools().stems(pair["topic"]))
    assert differ(pair["first"], pair["second"], topic, Tools()) == differ(
        pair["second"], pair["first"], topic, Tools()
    )


@pytest.mark.slow
def test_with_the_real_vectors_a_difference_is_shown_and_taken_out_of_the_sections():
    found = answer(request_of(HEAT), Tools())
    check_quotes(request_of(HEAT), found)
    assert [difference.about for difference in found.differences] == ["coefficient of performance"]
    assert all(Tools().cos(d.first.text, d.second.text) >= NEAR for d in found.differences)


@given(requests(), st.integers())
@settings(max_examples=25, deadline=None)
def test_the_stand_in_cites_only_what_it_was_given(request, seed):
    found = scripted.answer(request, random.Random(seed))
    check_quotes(request, found)
    assert found == scripted.answer(request, random.Random(seed))
