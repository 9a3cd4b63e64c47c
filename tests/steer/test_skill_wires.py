"""The contract of every skill with a chat model: its prompt renders, a good answer goes through, bad ones are told."""

import json
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import pytest

from steer_app.brains import wire
from steer_app.brains.domain.schema import strict
from steer_app.brains.skill import render
from steer_app.steer.skills import aspects, coverage, learn, persona, probe, propose, report, section, summary, support
from steer_app.steer.skills.common import KnownAspect, SourceText
from steer_app.steer.skills.verbatim import located

COST = SourceText(7, 1, "Report 3", "The cost of a pump is told in “report 3”.\nIt is measured twice.", 100, 1.0)
NOISE = SourceText(8, 2, "Report 4", "On noise the report says that it matters in winter.", 0, 0.5)
ASPECT = KnownAspect(1, "running cost", 0)
TWO = report.Direction(
    "0.2",
    "What does it cost?",
    (report.Learning(3, "It costs 5.", 1, "T", 0, ()), report.Learning(4, "It costs 9.", 2, "U", 9, ())),
)


def _sentence(text="It costs 5.", cites=(3,), kind="claim"):
    return {"text": text, "cites": list(cites), "kind": kind}


def _section(*sentences):
    return {"heading": "Cost", "path": "0", "paragraphs": [{"label": "", "sentences": list(sentences)}]}


@dataclass
class Contract:
    skill: ModuleType
    request: Any
    good: dict[str, Any]
    bad: tuple[tuple[Any, str], ...]
    """(an answer, words of the complaint)"""


def _learned(words, passage=7, claim="Its cost is told."):
    return {"claim": claim, "quotes": [{"passage": passage, "words": words}]}


CONTRACTS = [
    Contract(
        learn,
        learn.Request("t", "q", "g", ("running cost",), (COST, NOISE), ("known",), ("tag",)),
        {"learnings": [_learned('told in "report 3". It is measured twice')], "tags": ["cost"], "summary": "One."},
        (
            ({"learnings": [_learned("words of nobody")], "tags": [], "summary": ""}, "letter for letter"),
            ({"learnings": [{"claim": "x", "quotes": []}], "tags": [], "summary": ""}, "quotes"),
            ({"tags": [], "summary": ""}, "learnings: Field required"),
        ),
    ),
    Contract(
        propose,
        propose.Request("t", "q", ("l",), (COST,), (ASPECT,), ("q",), False),
        {"candidates": [{"question": "Why?", "query": "why", "goal": "g", "confidence": 0.5, "wild_card": False}]},
        (
            ({"candidates": []}, "at least one question"),
            ({"candidates": [{"question": "Why?", "query": "why", "goal": "g", "confidence": 7}]}, "confidence"),
            ({"candidates": [{"question": "Wild?", "query": "w", "goal": "", "confidence": 0.5, "wild_card": True}]},
             "at least one question"),
        ),
    ),
    Contract(
        probe,
        probe.Request("t", (probe.Item("q1", "x", (COST,)), probe.Item("q2", "y", ())), (), ()),
        {"items": [{"learnings": ["l"], "tags": ["t"]}, {"learnings": [], "tags": ["t"]}]},
        (({"items": []}, "2 entries"), ({"items": [{"learnings": ["l"]}]}, "tags"), ({"items": "none"}, "valid list")),
    ),
    Contract(
        coverage,
        coverage.Request(("cost", "noise"), (("a",), ("b", "c"))),
        {"scores": [[0, 1], [2, 0]]},
        (
            ({"scores": [[0, 1]]}, "2 rows"),
            ({"scores": [[0, 3], [0, 0]]}, "0, 1 or 2"),
            ({"scores": [[0], [1]]}, "2 numbers"),
        ),
    ),
    Contract(
        aspects,
        aspects.Request("Is it noisy?", "nurse", (COST,)),
        {"text": "A nurse.", "aspects": [{"text": "noise at night", "origin": "inferred", "words": "noisy"}]},
        (
            ({"text": "A nurse.", "aspects": []}, "at least 1"),
            ({"text": "A nurse.", "aspects": [{"text": "x", "origin": "guessed"}]}, "origin"),
            ({"aspects": [{"text": "x", "origin": "inferred"}]}, "text: Field required"),
        ),
    ),
    Contract(
        persona,
        persona.Request("t", "A nurse.", (ASPECT,), (), (), (), "skip rebates", (persona.Branch("0.1", "Rebates?"),)),
        {"text": "A nurse.", "prune": ["0.1"], "supersede": [{"id": 1, "because": "x"}]},
        (
            ({"text": ""}, "picture"),
            ({"prune": ["0.1"]}, "text: Field required"),
            ({"text": "A", "focus": ["no"]}, "focus"),
        ),
    ),
    Contract(
        section,
        section.Request("q", "a", (ASPECT,), TWO, ("Another?",)),
        {"section": _section(_sentence(), _sentence("It costs 9.", (4, 99))), "differences": []},
        (
            ({"section": _section(_sentence(cites=(99,))), "differences": []}, "cites a learning"),
            ({"section": _section(_sentence("In all, 12.", (), "link")), "differences": []}, "cites a learning"),
            ({"differences": []}, "section: Field required"),
        ),
    ),
    Contract(
        summary,
        summary.Request("q", "a", (ASPECT,), (summary.Written("Cost", (summary.Said((3,), "It costs 5."),)),), (), ()),
        {"title": "Cost", "answer": [_sentence()], "uncovered": ["running cost", "no"], "open_questions": ["Why?"]},
        (
            ({"title": "Cost", "answer": [], "uncovered": [], "open_questions": []}, "cites a learning"),
            ({"title": "Cost", "answer": [_sentence(cites=(4,))]}, "cites a learning"),
            ({"answer": [_sentence()]}, "title: Field required"),
        ),
    ),
    Contract(
        support,
        support.Request((("a", "b"), ("c", "d"))),
        {"verdicts": [{"supported": True}, {"supported": False, "reason": "no number 64"}]},
        (
            ({"verdicts": [{"supported": True}]}, "2 entries"),
            ({"verdicts": [{"reason": "x"}, {"supported": True}]}, "supported"),
            ({"verdict": []}, "verdicts: Field required"),
        ),
    ),
    Contract(
        report,
        report.Request("q", "a", (ASPECT,), (TWO,), (), ()),
        {"title": "T", "answer": [_sentence()], "sections": [_section(_sentence())], "differences": [], "uncovered": [],
         "open_questions": [], "notice": "n"},
        (
            ({"title": "T", "answer": [_sentence(cites=())], "sections": [], "differences": [], "uncovered": [],
              "open_questions": [], "notice": "n"}, "cites a learning"),
            ({"title": "T"}, "answer: Field required"),
            ({"title": "T", "answer": ["a string"], "sections": [], "differences": [], "uncovered": [],
              "open_questions": [], "notice": ""}, "answer.0"),
        ),
    ),
]  # fmt: skip
NAMES = [one.skill.NAME for one in CONTRACTS]


@pytest.mark.parametrize("contract", CONTRACTS, ids=NAMES)
def test_the_prompt_renders_and_a_good_answer_goes_through(contract):
    assert render(contract.skill, contract.request)
    answer = wire.read(contract.skill, contract.request, json.dumps(contract.good))
    assert isinstance(answer, contract.skill.Answer)


@pytest.mark.parametrize("contract", CONTRACTS, ids=NAMES)
def test_three_bad_answers_are_told_what_is_wrong(contract):
    assert len(contract.bad) == 3
    for answer, complaint in contract.bad:
        with pytest.raises(wire.Unusable) as told:
            wire.read(contract.skill, contract.request, json.dumps(answer))
        assert complaint in str(told.value)


@pytest.mark.parametrize("contract", CONTRACTS, ids=NAMES)
def test_the_shape_is_one_that_strict_servers_take(contract):
    _strict_everywhere(strict(wire.of(contract.skill).shape.model_json_schema()))


def _strict_everywhere(node):
    if isinstance(node, dict):
        if "properties" in node:
            assert node["additionalProperties"] is False
            assert node["required"] == list(node["properties"])
        assert "default" not in node or isinstance(node["default"], dict)
        for value in node.values():
            _strict_everywhere(value)
    elif isinstance(node, list):
        for value in node:
            _strict_everywhere(value)


def test_a_quotation_is_the_passages_own_words():
    request = CONTRACTS[0].request
    quote = wire.read(learn, request, json.dumps(CONTRACTS[0].good)).learnings[0].quotes[0]
    found = COST.text[quote.start - COST.start : quote.end - COST.start]
    assert found == "told in “report 3”.\nIt is measured twice"


def test_a_quotation_is_found_where_the_model_named_the_wrong_passage():
    answer = {"learnings": [_learned("matters in winter", passage=7)], "tags": [], "summary": ""}
    quote = wire.read(learn, CONTRACTS[0].request, json.dumps(answer)).learnings[0].quotes[0]
    assert quote.passage == 8


@pytest.mark.parametrize("words", ["cost", "", "The cost … measured twice", "The price of a pump is told"])
def test_what_is_short_has_a_gap_or_differs_is_not_found(words):
    assert located(words, COST.text) is None


def test_ids_and_paths_that_were_made_up_change_nothing():
    request = CONTRACTS[5].request
    made_up = {"text": "A.", "prune": ["0.9"], "focus": [9], "supersede": [{"id": 9, "because": ""}]}
    answer = wire.read(persona, request, json.dumps(made_up))
    assert (answer.prune, answer.focus, answer.supersede) == ([], [], [])
