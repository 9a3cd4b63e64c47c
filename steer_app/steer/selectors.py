"""The only door to a session's rows for those who read."""

from collections.abc import Collection, Iterable

from django.db.models import Count, Exists, Q, QuerySet, Subquery

from steer_app.runs.models import Question, Run, Steer
from steer_app.runs.selectors import open_question, progress
from steer_app.sources.domain.statuses import Status
from steer_app.sources.models import Document
from steer_app.steer.domain.panel import AspectView, DecisionView, NodeView, Panel, ProposalView
from steer_app.steer.domain.place import order
from steer_app.steer.domain.plan import NodeState, State
from steer_app.steer.domain.scoring import terms
from steer_app.steer.models import (
    Aspect,
    Decision,
    Learning,
    Node,
    PersonaVersion,
    Proposal,
    Remark,
    Report,
    Session,
)
from steer_app.steer.params import Params
from steer_app.steer.skills.common import KnownAspect

PROPOSED = ("key", "prune", "directions", "revive", "persona", "settings", "control")


def state(run: Run) -> State:
    """Places and states only, of the nodes that are not settled, in seven small queries: at 1,000 nodes load and
    plan take at most 20 ms together."""
    unmeasured = Aspect.objects.filter(run=run, measured=False).order_by("-no").values("no")[:1]
    session = (
        Session.objects.filter(run=run)
        .annotate(unmeasured=Subquery(unmeasured), to_confirm=Exists(_waiting_for_a_yes(run)))
        .first()
    )
    if session is None:
        return State(reports=Report.objects.filter(run=run).count(), progress=progress(run))
    columns = ("path", "status", "has_result", "scouted", "decided", "persona_version", "suggested", "confidence")
    unsettled = Q(status__in=["queued", "waiting", "deferred"]) | Q(status="read", decided=False)
    rows = list(Node.objects.filter(unsettled, run=run).values_list(*columns))
    surest = _surest(rows)
    return State(
        started=True,
        depth_limit=run.params["depth"],
        speculate=run.params["speculate"],
        triaging=session.triage == Session.Triage.WANTED,
        direct=session.triage == Session.Triage.DIRECT,
        persona_version=session.persona_version,
        nodes=tuple(
            NodeState(path, status, has_result, scouted, decided, persona is not None, path == surest)
            for path, status, has_result, scouted, decided, persona, _, _ in rows
        ),
        remarks=tuple(Remark.objects.filter(run=run, done=False).order_by("pk").values_list("key", flat=True)),
        unmeasured=session.unmeasured or 0,
        reports=Report.objects.filter(run=run).count(),
        to_confirm=session.to_confirm,
        progress=progress(run),
    )


def _waiting_for_a_yes(run: Run) -> QuerySet[Proposal]:
    """What waits to be confirmed by somebody who is there. A session that does not wait for ever for an
    answer does not wait for a yes either; one that is answered by policy waits for those who steer it, not for what its
    policy remarked."""
    if run.params["answer_timeout_s"] is not None:
        return Proposal.objects.none()
    waiting = Proposal.objects.filter(run=run, state=Proposal.State.OPEN)
    return waiting if run.params["answers"] == "person" else waiting.filter(key__startswith="s")


def _surest(rows: Iterable[tuple]) -> str:
    """Of the waiting candidates the most confident one that was marked beforehand, whether it was read ahead or not."""
    waiting = [
        (-confidence, order(path), path)
        for path, status, _, _, _, _, suggested, confidence in rows
        if status == Node.Status.WAITING and suggested
    ]
    return min(waiting)[2] if waiting else ""


def params(run: Run) -> Params:
    return Params.model_validate(run.params)


def open_question_key(run: Run) -> str:
    question = open_question(run.pk)
    return question.key if question else ""


def nodes(run: Run) -> dict[str, Node]:
    """All nodes by path, in the run's order, without their hits."""
    rows = Node.objects.filter(run=run).defer("hits")
    return {node.path: node for node in sorted(rows, key=lambda node: order(node.path))}


def learnings(run: Run, paths: Collection[str]) -> list[Learning]:
    """The learnings of some nodes, in the run's order, then by their number."""
    rows = Learning.objects.filter(run=run, path__in=paths)
    return sorted(rows, key=lambda row: (order(row.path), row.no))


def aspects(run: Run, version: int) -> list[Aspect]:
    """The aspects active in a version of the persona, in its order; none before the first."""
    persona = PersonaVersion.objects.filter(run=run, no=version).first()
    rows = {row.no: row for row in Aspect.objects.filter(run=run)} if persona else {}
    return [rows[no] for no in persona.aspects] if persona else []


def who_said(run: Run, remark: str) -> str:
    """The person behind a remark's key (steer_app.steer.models.Remark); "" if there was none."""
    kind, pk = remark[:1], remark[1:].partition(".")[0]
    if kind == "q":
        return Question.objects.filter(run=run, pk=pk).values_list("answered_by", flat=True).first() or ""
    return Steer.objects.filter(run=run, pk=pk).values_list("by", flat=True).first() or ""


def known_aspects(rows: Iterable[Aspect], covered: Iterable[Node]) -> tuple[KnownAspect, ...]:
    """Aspects with the best coverage any of these nodes gives them."""
    covered = list(covered)
    return tuple(
        KnownAspect(row.no, row.text, max((node.coverage.get(str(row.no), 0) for node in covered), default=0))
        for row in rows
    )


def panel(run: Run) -> Panel:
    """The session's panels from its rows; equal to the fold of its journal."""
    session = Session.objects.filter(run=run).first()
    if session is None:
        return Panel()
    given = params(run)
    persona = PersonaVersion.objects.filter(run=run, no=session.persona_version).first()
    report = Report.objects.filter(run=run).order_by("-version").first()
    return Panel(
        query=given.query,
        about=given.about,
        depth=given.depth,
        breadth=given.breadth,
        c0=session.c0,
        tol=session.tol,
        direct=session.triage == Session.Triage.DIRECT,
        at_once=session.at_once,
        follows=session.follows,
        persona_version=session.persona_version,
        persona=persona.text if persona else "",
        report_version=report.version if report else 0,
        report_title=report.content["title"] if report else "",
        nodes=_node_views(run),
        aspects={row.no: _aspect_view(row) for row in Aspect.objects.filter(run=run).order_by("no")},
        decisions={row.no: _decision_view(row) for row in Decision.objects.filter(run=run).order_by("no")},
        proposals={
            row.key: ProposalView(**{name: getattr(row, name) for name in PROPOSED}, state=row.state)
            for row in Proposal.objects.filter(run=run).order_by("pk")
        },
    )


def is_direct(run: Run) -> bool:
    """One sentence answered it, and nothing else was looked for."""
    return Session.objects.filter(run=run, triage=Session.Triage.DIRECT).exists() and run.nodes.count() == 1


def document_count(run: Run) -> int:
    """How many documents the session has learned something from."""
    return Learning.objects.filter(run=run).values("document").distinct().count()


def documents_looked_at(run: Run) -> tuple[int, int]:
    """Of the documents of the session's collections, how many have been looked at, and how many there are."""
    rows = Document.objects.filter(collection__in=run.params["collections"])
    counted = rows.aggregate(over=Count("pk", filter=~Q(status=Status.WAITING)), known=Count("pk"))
    return counted["over"], counted["known"]


def is_nothing_readable(run: Run) -> bool:
    """Whether the session's collections hold documents, and none of them became text."""
    rows = Document.objects.filter(collection__in=run.params["collections"])
    counted = rows.aggregate(ready=Count("pk", filter=Q(status=Status.READY)), known=Count("pk"))
    return counted["known"] > 0 and not counted["ready"]


def directions(run: Run) -> list[tuple[str, str]]:
    """Path and question of the root's children, in their order."""
    rows = Node.objects.filter(run=run, path__regex=r"^0\.[0-9]+$").exclude(status__in=["pruned", "failed", "waiting"])
    return sorted(rows.values_list("path", "question"), key=lambda row: order(row[0]))


def questions(run: Run, paths: Collection[str]) -> list[tuple[str, str]]:
    """Path and question of some nodes."""
    return list(Node.objects.filter(run=run, path__in=paths).values_list("path", "question"))


def decision(run: Run, no: int) -> Decision:
    """Raises Decision.DoesNotExist."""
    return Decision.objects.get(run=run, no=no)


def _node_views(run: Run) -> dict[str, NodeView]:
    counts: dict[str, int] = {}
    for path in Learning.objects.filter(run=run).values_list("path", flat=True):
        counts[path] = counts.get(path, 0) + 1
    names = (
        "path",
        "question",
        "origin",
        "status",
        "confidence",
        "utility",
        "suggested",
        "note",
        "has_result",
        "scouted",
        "documents",
        "tags",
        "summary",
        "coverage",
    )
    scored = _terms(run)
    return {
        path: NodeView(
            **{name: getattr(node, name) for name in names}, learnings=counts.get(path, 0), terms=scored.get(path)
        )
        for path, node in nodes(run).items()
    }


def _terms(run: Run) -> dict[str, list[float]]:
    """The terms of each candidate's utility, by path."""
    given = params(run)
    decided = Decision.objects.filter(run=run).values_list("candidates", flat=True)
    return {row["path"]: terms(row, given) for candidates in decided for row in candidates}


def _aspect_view(row: Aspect) -> AspectView:
    names = ("no", "text", "origin", "words", "state", "pinned", "focus", "superseded_by", "because", "rank", "covers")
    return AspectView(**{name: getattr(row, name) for name in names})


def _decision_view(row: Decision) -> DecisionView:
    names = ("no", "path", "policy", "outcome", "gain", "cost", "persona_version", "pre_marked", "expanded")
    return DecisionView(**{name: getattr(row, name) for name in names})
