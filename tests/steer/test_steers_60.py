"""The table of sixty steers: what the offline brain makes of each, and that what a model says is applied as told."""

import pytest

from steer_app.brains.offline.tools import Tools
from steer_app.runs.services import steers, steps
from steer_app.steer import selectors
from steer_app.steer.models import Aspect, Node, PersonaVersion, Proposal, Session
from steer_app.steer.skills.aspects import AspectDraft
from steer_app.steer.skills.persona import Answer, Direction, Refused, Superseded
from steer_app.steer.skills.persona.offline import answer
from tests.steer import doubles, factories
from tests.steer.steer_table import SITUATIONS, TABLE, effect_of, effect_of_command, grade, request_of

LEAST_RIGHT = 45
"""Three quarters of sixty."""


def grades(tools: Tools) -> dict[int, str]:
    found = {}
    for row in TABLE:
        got = effect_of_command(row) or effect_of(row, answer(request_of(row), tools))
        found[row["no"]] = grade(row, got)
    return found


def test_the_table_has_sixty_rows_in_two_halves():
    assert [row["no"] for row in TABLE] == list(range(1, 61))
    assert [row["half"] for row in TABLE] == [1] * 30 + [2] * 30
    assert {row["situation"] for row in TABLE} == set(SITUATIONS)


def test_most_steers_do_what_a_person_expects_and_the_rest_is_refused():
    found = grades(Tools())
    assert [no for no, how in found.items() if how == "wrong"] == []
    assert sum(how == "right" for how in found.values()) >= LEAST_RIGHT


@pytest.mark.slow
def test_they_do_so_with_the_real_vectors_too():
    found = grades(Tools())
    assert [no for no, how in found.items() if how == "wrong"] == []
    assert sum(how == "right" for how in found.values()) >= LEAST_RIGHT


@pytest.mark.parametrize("expected", ["prune", "focus", "directions", "refused"])
def test_an_effect_that_nobody_expected_is_wrong(expected):
    """The measure can fail: for each kind of effect a steer with another effect is no success."""
    row = next(row for row in TABLE if expected in row["expect"])
    harm = answer(request_of({**row, "text": "leave out 0.1"}), Tools())
    assert harm.prune or row["situation"] != "heat"
    other = effect_of(row, Answer(text=SITUATIONS[row["situation"]]["persona"], prune=["0.0", "0.1", "0.2"]))
    assert grade(row, other) == "wrong"


# A model's answers


def told(row: dict) -> Answer:
    """What a model that understands the row answers."""
    wish, at = row["expect"], SITUATIONS[row["situation"]]
    asked = [Direction(question=f"What of {' '.join(words)}?", under=wish.get("under", "0")) for words in
             wish.get("directions", ())]  # fmt: skip
    said = [*wish.get("interests", ()), *([wish["persona"]] if "persona" in wish else [])]
    return Answer(
        text=at["persona"],
        add=[AspectDraft(text=" ".join(words), origin="you said", words=row["text"]) for words in said],
        supersede=[Superseded(id=no, because="You said so.") for no in wish.get("retire", ())],
        prune=wish.get("prune", []),
        revive=wish.get("revive", []),
        focus=wish.get("focus", []),
        directions=asked,
        refused=[Refused(text=row["text"], reason="Say it otherwise.")] if wish.get("refused") else [],
    )


def situated(owner, library, name: str):
    """A running session whose tree and interests are the situation's."""
    at = SITUATIONS[name]
    run = factories.session(owner, library, query=at["topic"], depth=2)
    run.steps.all().delete()
    Session.objects.create(run=run, c0=0.7, tol=3, persona_version=1)
    numbers = [int(no) for no in at["interests"]]
    PersonaVersion.objects.create(run=run, no=1, text=at["persona"], cause="start", aspects=numbers)
    for no, text in at["interests"].items():
        Aspect.objects.create(run=run, no=int(no), text=text, origin="inferred")
    for node in [{"path": "0", "question": at["topic"], "status": "read"}, *at["nodes"]]:
        read = node["status"] == "read"
        pruned_by = "s0" if node["status"] == "pruned" else ""
        Node.objects.create(
            run=run,
            query="",
            persona_version=1,
            has_result=read,
            decided=read,
            scouted=read,
            pruned_by=pruned_by,
            **node,
        )
    return run


@pytest.mark.django_db
@pytest.mark.parametrize(("at_once", "every"), [(False, 1), (True, 4)])
def test_all_that_a_model_says_is_applied_as_told(owner, library, monkeypatch, at_once, every):
    """Every row (at once: every fourth) is shown and confirmed, and then exactly that has changed."""
    answers = {row["text"]: told(row) for row in TABLE}
    monkeypatch.setitem(doubles.ANSWERS, "persona", lambda request, chance: answers[request.remark])
    wrong = [
        row["no"]
        for row in TABLE[::every]
        if not _is_applied_as_told(situated(owner, library, row["situation"]), row, at_once)
    ]
    assert wrong == []


def _is_applied_as_told(run, row: dict, at_once: bool) -> bool:
    Session.objects.filter(run=run).update(at_once=at_once)
    before = {path: node.status for path, node in selectors.nodes(run).items()}
    said = steers.submit(run_id=run.pk, by="owner", kind="say", against=run.last_seq, text=row["text"])
    if step := run.steps.filter(key=f"persona:s{said.pk}").first():
        assert steps.perform(step.pk, with_heartbeat=False)
    said.refresh_from_db()
    wish = row["expect"]
    if wish.get("refused") or not wish:
        return said.state == "refused" and bool(said.because and said.reason)
    if "control" in wish and wish["control"] == "pause":
        run.refresh_from_db()
        return said.state == "applied" and run.status == "paused"
    proposal = Proposal.objects.get(run=run, key=f"s{said.pk}")
    if not at_once or proposal.control:
        if {path: node.status for path, node in selectors.nodes(run).items()} != before or said.state != "received":
            return False  # it counted before it was confirmed
        steers.submit(run_id=run.pk, by="owner", kind="accept", against=run.last_seq, payload={"key": proposal.key})
    said.refresh_from_db()
    return said.state == "applied" and _has_changed(run, wish, before)


def _has_changed(run, wish: dict, before: dict[str, str]) -> bool:
    run.refresh_from_db()
    nodes, session = selectors.nodes(run), Session.objects.get(run=run)
    gone = {path for path, node in nodes.items() if node.status == "pruned" and before.get(path) != "pruned"}
    meant = {path for path, status in before.items() if status != "pruned"
             and any(path == top or path.startswith(f"{top}.") for top in wish.get("prune", ()))}  # fmt: skip
    back = {path for path in before if before[path] == "pruned" and nodes[path].status != "pruned"}
    new = [node for path, node in nodes.items() if path not in before]
    under = {node.path.rpartition(".")[0] for node in new}
    aspects = {row.no: row for row in Aspect.objects.filter(run=run)}
    active = PersonaVersion.objects.get(run=run, no=session.persona_version).aspects
    retired = {no for no, row in aspects.items() if row.state == "superseded"}
    focus = [no for no, row in aspects.items() if row.focus]
    asked = wish.get("settings", {}).get("ask")
    closed = {"stop": "stopped", "write_now": "wrote now"}.get(wish.get("control", ""), "")
    return (
        gone == meant
        and back == set(wish.get("revive", ()))
        and len(new) == len(wish.get("directions", ()))
        and (not new or under == {wish.get("under", "0")})
        and retired == set(wish.get("retire", ()))
        and not retired & set(active)
        and sorted(focus) == sorted(wish.get("focus", ()))
        and sorted(active[: len(focus)]) == sorted(focus)
        and (session.c0 > 0.7) == (asked == "less")
        and run.closed == closed
    )
