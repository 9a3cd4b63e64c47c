"""A session as one JSON value, from which a reader can compute every number of every decision again.

`docs/session-json.md` describes each field. Floats are written in full.
"""

from collections import defaultdict
from typing import Any

from django.db.models import Count, Sum

from steer_app.runs.domain.spending import Spent, total
from steer_app.runs.masking import deep, remember_stored
from steer_app.runs.models import Budget, ModelCall, Question, Run
from steer_app.runs.selectors import spent_by_step, spent_in
from steer_app.sources.models import Document
from steer_app.steer import selectors, spending, written
from steer_app.steer.domain.place import depth
from steer_app.steer.domain.plan import place_of
from steer_app.steer.left_out import LeftOut, left_out
from steer_app.steer.models import Aspect, Decision, Learning, Node, PersonaVersion, Remark, Report

FORMAT = "steerlab-session-1"
SETTINGS = (
    "depth",
    "breadth",
    "c0",
    "tol",
    "lambda_exp",
    "lambda_info",
    "epsilon",
    "align_gain",
    "seed",
    "brain",
    "answers",
    "answer_timeout_s",
    "speculate",
    "direct",
)


def session(run: Run) -> dict[str, Any]:
    """The whole session, secrets masked: people paste keys into questions, and servers repeat them in errors."""
    remember_stored()
    return deep(_session(run))


def _session(run: Run) -> dict[str, Any]:
    given = selectors.params(run).model_dump(mode="json")
    learned = written.numbered_learnings(run)
    return {
        "format": FORMAT,
        "run": run.pk,
        "query": given["query"],
        "about": given["about"],
        "settings": {name: given[name] for name in SETTINGS},
        "answered_directly": selectors.is_direct(run),
        "outcome": run.outcome or run.status,
        "reason": run.reason,
        "gaps": run.gaps,
        "left_undone": _left_undone(left_out(run)),
        "documents": _documents(given["collections"]),
        "nodes": _nodes(run),
        "aspects": [_aspect(row) for row in Aspect.objects.filter(run=run).order_by("no")],
        "persona": [_persona(row) for row in PersonaVersion.objects.filter(run=run).order_by("no")],
        "learnings": [_learning(number, row) for number, row in learned.items()],
        "decisions": [_decision(row) for row in Decision.objects.filter(run=run).order_by("no")],
        "questions": [_question(row) for row in Question.objects.filter(run=run).order_by("pk")],
        "remarks": [_remark(row) for row in Remark.objects.filter(run=run).order_by("pk")],
        "report": _report(written.latest(run)),
        "usage": _usage(run),
    }


def _left_undone(left: LeftOut) -> dict[str, Any]:
    return {
        "why": left.why,
        "unread": [node.path for node in left.unread],
        "unanswered": [{"question": one.text, "directions": list(one.directions)} for one in left.unanswered],
        "not_followed": [node.path for node in left.not_followed],
    }


def _documents(collections: list[int]) -> list[dict[str, Any]]:
    rows = Document.objects.filter(collection__in=collections).order_by("collection", "path")
    return [
        {"id": row.pk, "file": row.path, "title": row.shown_title, "status": row.status, "sha256": row.sha256}
        for row in rows.defer("text", "blocks")
    ]


def _nodes(run: Run) -> list[dict[str, Any]]:
    parts: dict[str, list[Spent]] = defaultdict(list)
    for step_key, took in spent_by_step(run.pk).items():
        parts[place_of(step_key)].append(took)
    return [_node(node, total(parts[path])) for path, node in selectors.nodes(run).items()]


def _node(node: Node, spent: Spent) -> dict[str, Any]:
    names = (
        "path",
        "question",
        "status",
        "origin",
        "query",
        "goal",
        "confidence",
        "utility",
        "suggested",
        "tags",
        "summary",
        "documents",
        "coverage",
        "unread",
        "note",
    )
    return {name: getattr(node, name) for name in names} | {
        "depth": depth(node.path),
        "tokens": spent.tokens,
        "cost_usd": spent.usd,
    }


def _aspect(row: Aspect) -> dict[str, Any]:
    names = ("no", "text", "origin", "words", "state", "pinned", "focus", "superseded_by", "because", "rank", "covers")
    return {name: getattr(row, name) for name in names} | {"since": row.created_at.isoformat()}


def _persona(row: PersonaVersion) -> dict[str, Any]:
    return {
        "version": row.no,
        "text": row.text,
        "aspects": row.aspects,
        "cause": row.cause,
        "by": row.by,
        "at": row.created_at.isoformat(),
    }


def _learning(number: int, row: Learning) -> dict[str, Any]:
    names = ("claim", "text", "document", "title", "file", "place", "passage", "start", "end", "further")
    return {"id": number, "node": row.path} | {name: getattr(row, name) for name in names}


def _decision(row: Decision) -> dict[str, Any]:
    names = (
        "no",
        "policy",
        "outcome",
        "gain",
        "cost",
        "c0",
        "tol",
        "active_directions",
        "pauses_in_direction",
        "depth_limit",
        "breadth",
        "persona_version",
        "aspects",
        "basis",
        "basis_learnings",
        "coverage_parent",
        "pre_marked",
        "expanded",
        "beside",
        "candidates",
    )
    return {"node": row.path} | {name: getattr(row, name) for name in names}


def _question(row: Question) -> dict[str, Any]:
    return {
        "key": row.key,
        "node": row.payload["path"],
        "decision": row.payload["decision"],
        "text": row.text,
        "options": row.options,
        "state": row.state,
        "answer": row.answer,
        "answered_by": row.answered_by,
        "asked_at": row.created_at.isoformat(),
        "closed_at": row.closed_at.isoformat() if row.closed_at else None,
    }


def _remark(row: Remark) -> dict[str, Any]:
    names = ("key", "path", "ticked", "unticked", "added", "text", "withdrawn")
    return {name: getattr(row, name) for name in names}


def _ahead(one: spending.Ahead) -> dict[str, Any]:
    return {
        "node": one.path,
        "calls": one.calls,
        "tokens": one.spent.tokens,
        "cost_usd": one.spent.usd,
        "used": one.used,
    }


def _report(row: Report | None) -> dict[str, Any] | None:
    if row is None:
        return None
    names = ("version", "unsupported", "coverage", "persona_version")
    return {**row.content, **{name: getattr(row, name) for name in names}}


def _usage(run: Run) -> dict[str, Any]:
    calls = ModelCall.objects.filter(run=run, state=ModelCall.State.DONE)
    sums = calls.aggregate(Sum("tokens_in"), Sum("tokens_out"), Sum("tokens_cached"))
    by_skill = calls.values("skill").annotate(calls=Count("pk")).order_by("skill")
    budget = Budget.objects.filter(run=run).first() or Budget()
    spent = spent_in(budget)
    return {
        "calls": calls.count(),
        "calls_by_skill": {row["skill"]: row["calls"] for row in by_skill},
        "tokens_in": sums["tokens_in__sum"] or 0,
        "tokens_out": sums["tokens_out__sum"] or 0,
        "tokens_cached": sums["tokens_cached__sum"] or 0,
        "tokens_charged": spent.tokens,
        "cost_usd": spent.usd,
        "known_cost_usd": spent.microusd / 1_000_000,
        "unpriced_tokens": spent.unpriced_tokens,
        "read_ahead": [_ahead(one) for one in spending.ahead(run)],
        "cap_tokens": budget.cap_tokens,
        "cap_usd": None if budget.cap_microusd is None else budget.cap_microusd / 1_000_000,
        "cap_s": budget.cap_s,
        "active_s": run.active_s,
    }
