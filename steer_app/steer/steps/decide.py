"""The decision at a frontier node: ask, or go on. Arithmetic on stored vectors and its basis (kernel rules K8 to K12).

Only if the persona moved since the node was scouted is there a call, which scores alignment afresh: no proposal and
no probe is made again (K10).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from steer_app.runs.domain.outcome import Ask, Outcome
from steer_app.runs.models import Run
from steer_app.runs.services.changes import Insert, InsertAll, Update
from steer_app.steer import selectors
from steer_app.steer.domain.basis import Asked, Standing, active_directions, basis, created_before, pauses
from steer_app.steer.domain.diversify import repeats
from steer_app.steer.domain.events import DecisionMade, NodeAdded, NodeMoved
from steer_app.steer.domain.place import child, depth, numbers, parent
from steer_app.steer.domain.plan import ASK, key
from steer_app.steer.domain.policy import Verdict
from steer_app.steer.domain.scoring import Situation, Weights, judged, record, tag_counts, terms
from steer_app.steer.models import Decision, Node, Scout, Session
from steer_app.steer.steps.scout import alignments
from steer_app.steer.steps.work import Work

NOTHING_NEW = "Nothing new to follow from here."


@dataclass(frozen=True)
class Stamp:
    """What a decision rests on that a person can move meanwhile; it is taken again if this changed (K10)."""

    persona_version: int
    c0: float
    tol: float
    status: str
    before: tuple[tuple[str, str], ...]
    asked: tuple[tuple[int, str], ...]

    @classmethod
    def of(cls, run: Run, path: str) -> "Stamp":
        session = Session.objects.get(run=run)
        nodes = [Standing(*row) for row in Node.objects.filter(run=run).values_list("path", "status")]
        decisions = Decision.objects.filter(run=run).order_by("no").values_list("no", "outcome")
        mine = next(node.status for node in nodes if node.path == path)
        rest = {node.path: node.status for node in nodes if node.path in set(created_before(path, nodes))}
        settled = {path: status if status in {"pruned", "waiting"} else "" for path, status in rest.items()}
        seen = dict.fromkeys(basis(path, nodes), "read")
        before = tuple(sorted((settled | seen).items()))
        return cls(session.persona_version, session.c0, session.tol, mine, before, tuple(decisions))


def perform(work: Work, path: str) -> Outcome:
    stamp = Stamp.of(work.run, path)
    nodes = selectors.nodes(work.run)
    standing = [Standing(node.path, node.status) for node in nodes.values()]
    scout = Scout.objects.get(run=work.run, path=path)
    aspects, parent_scores, candidates = _aligned(work, path, scout, stamp.persona_version)
    questions = [nodes[before].question for before in created_before(path, standing)]
    rests_on = basis(path, standing)
    learned = work.claims(rests_on)
    compared = (text for one in candidates for text in (one["question"], *one["expected"]))
    work.vectors.learn([*questions, *learned, *compared])  # in one query what is compared below
    candidates = _new(work, candidates, questions)
    if not candidates:
        return _leaf(path, stamp)
    tags = [nodes[one].tags for one in rests_on]
    at = _situation(work, path, parent_scores, tags, learned, standing)
    weights = _weights(work, stamp)
    records = [record(one, work.vectors.all_of(one["expected"]), at, weights) for one in candidates]
    verdict, rows = judged(records, at, weights)
    first = 1 + max((numbers(other)[-1] for other in nodes if parent(other) == path), default=0)
    for number, row in enumerate(rows, first):
        row["path"] = child(path, number)
    asks_now = verdict.asks and work.params.answers != "never"
    outcome = "open" if asks_now else "suppressed" if verdict.asks else "none"
    decision = {
        "no": 1 + Decision.objects.filter(run=work.run).count(),
        "path": path,
        "policy": "ask" if verdict.asks else "proceed",
        "outcome": outcome,
        "gain": verdict.gain,
        "cost": verdict.cost,
        "c0": stamp.c0,
        "tol": stamp.tol,
        "active_directions": at.active_directions,
        "pauses_in_direction": at.pauses,
        "depth_limit": weights.depth_limit,
        "breadth": weights.breadth,
        "persona_version": stamp.persona_version,
        "aspects": aspects,
        "basis": rests_on,
        "basis_learnings": len(at.learned),
        "coverage_parent": parent_scores,
        "candidates": rows,
        "pre_marked": [row["path"] for row in rows if row["in_s"]],
        "expanded": [] if asks_now else [row["path"] for row in rows],
        "beside": selectors.open_question_key(work.run),
    }
    hits = [one["hits"] for one in candidates]
    children = [_child(row, found, asks_now, stamp) for row, found in zip(rows, hits, strict=True)]
    return Outcome(
        changes=(
            Insert("steer.Decision", decision),
            InsertAll("steer.Node", children),
            Update("steer.Node", {"path": path}, {"decided": True}),
            *work.vectors.kept(),
        ),
        events=(
            _told(decision),
            *(_added(values, terms(row, weights)) for values, row in zip(children, rows, strict=True)),
        ),
        ask=_question(work, nodes[path], decision, verdict) if asks_now else None,
        guard=lambda run: Stamp.of(run, path) == stamp,
        result={"policy": decision["policy"], "gain": verdict.gain, "cost": verdict.cost},
    )


def _aligned(work: Work, path: str, scout: Scout, version: int) -> tuple[list[int], list[int], list[dict[str, Any]]]:
    """Aspects' numbers, the parent's scores and the candidates, by the persona as it is now (K10).

    Another order, a pin or an aspect less needs no call: what was scored stays true.
    """
    rows = selectors.aspects(work.run, version)
    known = [row.no for row in rows]
    if set(known) <= set(scout.aspects):
        places = [scout.aspects.index(no) for no in known]
        kept = [{**one, "coverage_with": [one["coverage_with"][place] for place in places]} for one in scout.candidates]
        return known, [scout.coverage_parent[place] for place in places], kept
    claims = work.claims([path])
    parent_scores, children = alignments(work, rows, claims, [one["expected"] for one in scout.candidates])
    moved = [{**one, "coverage_with": row} for one, row in zip(scout.candidates, children, strict=True)]
    return known, parent_scores, moved


def _new(work: Work, candidates: Sequence[dict[str, Any]], questions: Sequence[str]) -> list[dict[str, Any]]:
    """The candidates that no node created before repeats; then there are fewer than K, and stay fewer."""
    seen = work.vectors.all_of(questions)
    return [one for one in candidates if not repeats(work.vectors.of(one["question"]), seen)]


def _situation(
    work: Work,
    path: str,
    parent_scores: Sequence[int],
    tags: Sequence[Sequence[str]],
    learned: Sequence[str],
    standing: Sequence[Standing],
) -> Situation:
    asked = [Asked(*row) for row in Decision.objects.filter(run=work.run).values_list("path", "outcome")]
    return Situation(
        depth=depth(path) + 1,
        coverage_parent=parent_scores,
        tag_counts=tag_counts(tags),
        learned=work.vectors.all_of(learned),
        pauses=pauses(path, asked),
        active_directions=active_directions(path, standing),
    )


def _weights(work: Work, stamp: Stamp) -> Weights:
    given = work.params
    return Weights(
        depth_limit=given.depth,
        breadth=given.breadth,
        c0=stamp.c0,
        tol=stamp.tol,
        lambda_exp=given.lambda_exp,
        lambda_info=given.lambda_info,
        epsilon=given.epsilon,
        align_gain=given.align_gain,
    )


def _leaf(path: str, stamp: Stamp) -> Outcome:
    """No candidate: nothing follows from the node, and there is nothing to decide."""
    return Outcome(
        changes=(Update("steer.Node", {"path": path}, {"decided": True, "note": NOTHING_NEW}),),
        events=(NodeMoved(path, stamp.status, NOTHING_NEW),),
        guard=lambda run: Stamp.of(run, path) == stamp,
    )


def _child(row: dict[str, Any], hits: list[dict[str, Any]], asks: bool, stamp: Stamp) -> dict[str, Any]:
    return {
        "path": row["path"],
        "question": row["question"],
        "query": row["query"],
        "goal": row["goal"],
        "confidence": row["confidence"],
        "utility": row["utility"],
        "suggested": row["in_s"],
        "origin": (Node.Origin.WILD_CARD if row["wild_card"] else Node.Origin.PLANNED).value,
        "status": (Node.Status.WAITING if asks else Node.Status.QUEUED).value,
        "persona_version": stamp.persona_version,
        "hits": hits,
    }


def _added(values: dict[str, Any], terms_of_utility: list[float]) -> NodeAdded:
    names = ("path", "question", "origin", "status", "confidence", "utility", "suggested")
    return NodeAdded(**{name: values[name] for name in names}, terms=terms_of_utility)


def _told(decision: dict[str, Any]) -> DecisionMade:
    names = ("no", "path", "policy", "outcome", "gain", "cost", "persona_version", "pre_marked", "expanded")
    return DecisionMade(**{name: decision[name] for name in names})


def _question(work: Work, node: Node, decision: dict[str, Any], verdict: Verdict) -> Ask:
    suggested = work.params.answers == "suggested"
    options = [
        {
            "number": number,
            "path": row["path"],
            "question": row["question"],
            "goal": row["goal"],
            "utility": row["utility"],
            "suggested": row["in_s"],
            "wild_card": row["wild_card"],
        }
        for number, row in enumerate(decision["candidates"], 1)
    ]
    return Ask(
        key=key(ASK, node.path),
        text=f"Which of these ways to go on from “{node.question}” are worth the effort?",
        options=options,
        payload={"path": node.path, "decision": decision["no"], "gain": verdict.gain, "cost": verdict.cost},
        timeout_s=work.params.answer_timeout_s,
        answer={"you_decide": True} if suggested else None,
        answered_by="suggested" if suggested else "",
    )
