"""Sixty labelled remarks: half of them written, and never looked at again, before the rules that read them."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.common import KnownAspect
from steer_app.steer.skills.persona import Answer, Branch, Request, scripted
from steer_app.steer.skills.persona.offline import answer

EXAMPLES = Path(__file__).with_name("examples")
PEOPLE = json.loads((EXAMPLES / "persona_people.json").read_text())
REMARKS = [json.loads(line) for line in (EXAMPLES / "persona_remarks.jsonl").read_text().splitlines()]


def request_of(example: dict) -> Request:
    person = PEOPLE[example["who"]]
    return Request(
        topic=person["topic"],
        text=person["text"],
        aspects=tuple(KnownAspect(int(id_), text, 0) for id_, text in person["aspects"].items()),
        ticked=tuple(example.get("ticked", ())),
        unticked=tuple(example.get("unticked", ())),
        added=tuple(example.get("added", ())),
        remark=example.get("remark", ""),
        branches=tuple(Branch(path, question) for path, question in person["branches"].items()),
    )


def misses(example: dict, found: Answer) -> list[str]:
    """What the answer gets wrong, in words; nothing when it does exactly what was expected."""
    expect = example["expect"]
    wrong = []
    for name, got in (
        ("prune", found.prune),
        ("focus", found.focus),
        ("supersede", [entry.id for entry in found.supersede]),
    ):
        if sorted(got) != expect.get(name, []):
            wrong.append(f"{name} {got} for {expect.get(name, [])}")
    for name, got in (
        ("add", [draft.text for draft in found.add]),
        ("directions", [one.question for one in found.directions]),
    ):
        wanted = expect.get(name, [])
        if len(got) != len(wanted) or not all(
            any(all(word.lower() in text.lower() for word in words) for text in got) for words in wanted
        ):
            wrong.append(f"{name} {got} for {wanted}")
    if len(found.refused) != expect.get("refused", 0):
        wrong.append(f"refused {[entry.text for entry in found.refused]}")
    return wrong


def does_harm(example: dict, found: Answer) -> bool:
    """Whether a branch is pruned or an aspect set aside that should have stayed."""
    expect = example["expect"]
    stayed = (
        set(found.prune) - set(expect.get("prune", [])),
        {s.id for s in found.supersede} - set(expect.get("supersede", [])),
    )
    return any(stayed)


@pytest.mark.parametrize(("half", "least"), [("open", 29), ("held", 27)])
def test_most_remarks_are_read_as_a_person_would_and_none_does_harm(half, least):
    examples = [example for example in REMARKS if example["half"] == half]
    found = [(example, answer(request_of(example), Tools())) for example in examples]
    wrong = [(example.get("remark"), misses(example, got)) for example, got in found if misses(example, got)]
    assert len(examples) == 30
    assert len(examples) - len(wrong) >= least, wrong
    assert not [example for example, got in found if does_harm(example, got)]


@pytest.mark.slow
def test_the_real_vectors_read_them_as_well():
    found = [(example, answer(request_of(example), Tools())) for example in REMARKS]
    assert sum(not misses(example, got) for example, got in found) >= 55
    assert not [example for example, got in found if does_harm(example, got)]


def test_an_unknown_object_is_refused_with_an_offer():
    refused = read_by("heat", "skip the noise tests in Norway").refused
    assert len(refused) == 1
    assert refused[0].text == "skip the noise tests in Norway"
    assert refused[0].reason.startswith("I did not find what “noise tests in Norway” refers to. Did you mean “")


def test_the_subject_of_the_session_cannot_be_skipped():
    found = read_by("heat", "skip everything about replacing my gas furnace with a heat pump")
    assert (found.prune, len(found.refused)) == ([], 1)


def test_a_correction_keeps_the_old_text_and_says_that_it_is_one():
    found = read_by("heat", "I rent, not own")
    assert found.text == "I own a small house in Minnesota and my budget is tight. Correction: I rent, not own."
    assert found.supersede[0].because == "You said later: “I rent, not own”."


def test_renting_a_car_leaves_the_house_its_owner():
    assert read_by("heat", "I rent a car in winter").supersede == []


def test_a_focus_cancels_nothing():
    found = read_by("heat", "only the payback period")
    assert (found.prune, found.supersede, found.focus) == ([], [], [3])


def test_what_was_not_ticked_changes_nothing():
    request = request_of({"who": "heat", "unticked": ["How noisy are heat pumps?"]})
    found = answer(request, Tools())
    assert found == Answer(text=request.text)


@pytest.mark.parametrize("remark", ["", "ok", "Thank you!", "you decide", "go on", "   ", "…", "?"])
def test_small_talk_changes_nothing(remark):
    assert read_by("heat", remark) == Answer(text=PEOPLE["heat"]["text"])


@pytest.mark.parametrize(
    "remark",
    [
        "add a section about Norway",
        "nothing beats a warm house",
        "note the cost of noise barriers",
        "I know the rebates well",
        "we need no permission, do we?",
    ],
)
def test_a_word_that_looks_like_no_prunes_nothing(remark):
    assert read_by("heat", remark).prune == []


@given(st.text(max_size=120))
@settings(max_examples=40, deadline=None)
def test_any_text_is_read_without_error_and_the_same_twice(remark):
    assert read_by("heat", remark) == read_by("heat", remark)


def read_by(who: str, remark: str) -> Answer:
    return answer(request_of({"who": who, "remark": remark}), Tools())


@pytest.mark.parametrize("example", REMARKS[:12], ids=lambda example: str(example.get("remark")))
def test_the_stand_in_names_only_branches_and_aspects_it_was_given(example):
    request = request_of(example)
    found = scripted.answer(request, random.Random(7))
    assert set(found.prune) <= {branch.path for branch in request.branches}
    assert set(found.focus) <= {aspect.id for aspect in request.aspects}
    assert found == scripted.answer(request, random.Random(7))


def test_the_stand_in_prunes_what_a_remark_names_and_refuses_the_rest():
    request = request_of({"who": "heat", "remark": "skip rebates, skip the weather"})
    found = scripted.answer(request, random.Random(7))
    assert (found.prune, [entry.text for entry in found.refused]) == (["0.2"], ["skip the weather"])
