"""A reader can compute every number of every decision again from session.json alone; this is such a reader."""

import json
from math import sqrt

import pytest

from steer_app.steer import session_json
from tests.steer import factories

pytestmark = pytest.mark.django_db


def recomputed(session: dict) -> int:
    """Check each decision against the formulas of the paper, written down here a second time; how many there were."""
    settings, nodes = session["settings"], {node["path"]: node for node in session["nodes"]}
    learned = {path: [one for one in session["learnings"] if one["node"] == path] for path in nodes}
    for decision in session["decisions"]:
        asked_before = session["decisions"][: decision["no"] - 1]
        check_candidates(decision, settings, nodes, learned)
        check_filter(decision)
        check_cost(decision, asked_before, nodes)
        assert decision["policy"] == ("ask" if decision["gain"] > decision["cost"] else "proceed")
    return len(session["decisions"])


def check_candidates(decision: dict, settings: dict, nodes: dict, learned: dict) -> None:
    assert decision["basis_learnings"] == sum(len(learned[path]) for path in decision["basis"])
    for row in decision["candidates"]:
        size = 2 * len(row["coverage_parent"])
        before, after = sum(row["coverage_parent"]), sum(row["coverage_with"])
        if settings["align_gain"] == "joined":
            assert all(a >= b for a, b in zip(row["coverage_with"], row["coverage_parent"], strict=True))
        align = max(0.0, (after - before) / size) if size else 0.0
        for tag in row["tags"]:
            assert tag["count"] == sum(tag["tag"] in nodes[path]["tags"] for path in decision["basis"])
        bonus = [settings["epsilon"] / (1 + sqrt(tag["count"])) for tag in row["tags"]]
        explore = sum(bonus) / len(bonus) if bonus else 0.0
        nothing_to_compare = 1.0 if row["expected"] else 0.0
        info = nothing_to_compare if row["info_cos"] is None else min(1.0, max(0.0, 1 - row["info_cos"]))
        below = decision["depth_limit"] - row["depth"]
        subtree = sum(decision["breadth"] ** level for level in range(below + 1))
        utility = align + settings["lambda_exp"] * explore + settings["lambda_info"] * info
        expected = {"align_gain": align, "explore": explore, "info_gain": info, "utility": utility}
        expected |= {"exec_cost": subtree / (subtree + 1)}
        assert {name: row[name] for name in expected} == pytest.approx(expected)


def check_filter(decision: dict) -> None:
    rows = decision["candidates"]
    spread = max(row["utility"] for row in rows) - min(row["utility"] for row in rows)
    for row in rows:
        assert row["radius"] == pytest.approx((1 - row["confidence"]) * spread)
    floor = max(row["utility"] - row["radius"] for row in rows)
    assert [row["in_s"] for row in rows] == [row["utility"] + row["radius"] >= floor for row in rows]
    assert decision["pre_marked"] == [row["path"] for row in rows if row["in_s"]]
    left = [row["exec_cost"] - row["utility"] for row in rows if not row["in_s"]]
    assert decision["gain"] == pytest.approx(sum(left))


def check_cost(decision: dict, before: list[dict], nodes: dict) -> None:
    direction = decision["node"].split(".")[:2]
    weight = {"answered": 1, "suggested": 1, "withdrawn": 1, "expired": 2}
    at_root = decision["node"] == "0"
    mine = [one for one in before if one["node"] != "0" and one["node"].split(".")[:2] == direction]
    pauses = 0 if at_root else sum(weight.get(one["outcome"], 0) for one in mine)
    top = [node for node in nodes.values() if node["depth"] == 1]
    active = 1 if at_root else sum(node["status"] not in {"pruned", "failed"} for node in top)
    assert (decision["pauses_in_direction"], decision["active_directions"]) == (pauses, active)
    share = decision["tol"] / active
    assert decision["cost"] == pytest.approx(decision["c0"] * (1 + pauses / share))


@pytest.mark.parametrize(
    "params",
    [
        {"c0": 0.0, "depth": 3},
        {"c0": 0.3, "depth": 2, "breadth": 2},
        {"c0": 0.5, "align_gain": "paper", "lambda_exp": 0.9, "epsilon": 0.2},
        {"c0": 0.2, "breadth": 1, "depth": 3},
        {"c0": 0.1, "answers": "never"},
    ],
)
def test_every_number_of_every_decision_follows_from_the_record(owner, library, params):
    run = factories.finished(owner, library, **params)
    assert recomputed(json.loads(json.dumps(session_json.session(run)))) >= 1


def test_the_record_holds_what_the_report_rests_on(owner, library):
    run = factories.finished(owner, library)
    session = session_json.session(run)
    from steer_app.sources.models import Document

    known = {learning["id"]: learning for learning in session["learnings"]}
    assert [learning["id"] for learning in session["learnings"]] == list(range(1, len(known) + 1))
    for learning in known.values():
        text = Document.objects.get(pk=learning["document"]).text
        assert text[learning["start"] : learning["end"]] == learning["text"]
    cited = {
        n
        for section in session["report"]["sections"]
        for p in section["paragraphs"]
        for s in p["sentences"]
        for n in s["cites"]
    }
    assert cited <= known.keys()
    assert cited
    read = {node["path"] for node in session["nodes"] if node["status"] == "read"}
    assert {known[number]["node"] for number in cited} <= read
    assert session["usage"]["calls"] == sum(session["usage"]["calls_by_skill"].values())


def test_every_field_of_the_record_is_documented(owner, library, settings):
    session = session_json.session(factories.finished(owner, library, c0=0.0))
    documented = (settings.BASE_DIR / "docs" / "session-json.md").read_text()
    names = set(session) | set(session["settings"]) | set(session["usage"]) | set(session["report"])
    for part in ("nodes", "learnings", "decisions", "questions", "persona", "aspects", "documents"):
        names |= set(session[part][0])
    names |= set(session["decisions"][0]["candidates"][0])
    missing = sorted(name for name in names if f"`{name}`" not in documented)
    assert missing == []
