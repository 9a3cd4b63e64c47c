"""Writing the report from what was read, and checking that each cited passage carries its sentence."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from steer_app.runs.domain.events import Event
from steer_app.runs.domain.outcome import Change, End, Gap, Outcome
from steer_app.runs.services.changes import Insert, Update
from steer_app.steer import selectors
from steer_app.steer.domain.events import DecisionSettled, NodeMoved, ProposalSettled, ReportWritten
from steer_app.steer.domain.place import ROOT, direction, order
from steer_app.steer.left_out import BY_THE_END
from steer_app.steer.models import Aspect, Decision, Learning, Node, Proposal, Session
from steer_app.steer.skills import report, support
from steer_app.steer.skills.common import KnownAspect
from steer_app.steer.steps import coverage, sections
from steer_app.steer.steps.triage import direct_report
from steer_app.steer.steps.work import Work

NOT_REACHED = "The session ended before it was read."
NOT_ANSWERED = "The session ended before anybody chose it."
NOTHING = "Nothing in these sources speaks to this question, so there is nothing to report."
PAIRS = 15
"""Sentences that are checked in one call."""
NOT_READ = "The sources were searched and could not be read, so there is nothing to report. {why}"
NOT_READ_NOTICE = "No source was cited, because what was found could not be read; it says nothing of the sources."
NOTHING_NOTICE = "No source was cited, because none of those searched holds a passage on the question."
UNSEARCHED = "The session ended before anything was read, so there is nothing to report."
UNSEARCHED_NOTICE = "No source was cited, because none had been read."
UNREADABLE = "None of the documents could be read, so there is nothing to report."
UNREADABLE_NOTICE = "No source was cited, because no document could be read; it says nothing of what they hold."


def perform(work: Work, place: str) -> Outcome:
    nodes = selectors.nodes(work.run)
    session = Session.objects.filter(run=work.run).first()
    version = session.persona_version if session else 0
    aspects = selectors.aspects(work.run, version)
    learned = numbered(work.learnings(list(nodes)))
    used = [(number, row) for number, row in learned if nodes[row.path].status == Node.Status.READ]
    scores = coverage.scores(work, aspects, [[row.claim for _, row in used]])[0]
    answer, shortfalls = _written(work, nodes, aspects, scores, used, session)
    content = _only_cited(answer, {number for number, _ in used})
    version_no, unsupported = int(place), _unsupported(work, content, dict(used))
    row = {
        "version": version_no,
        "content": content.model_dump(mode="json"),
        "learnings": [{"id": number, "path": learning.path, "no": learning.no} for number, learning in learned],
        "unsupported": unsupported,
        "coverage": coverage.by_number(aspects, scores),
        "persona_version": version,
    }
    changes, events = _left_open(work, nodes)
    return Outcome(
        changes=(Insert("steer.Report", row), *changes),
        events=(*events, ReportWritten(version_no, content.title)),
        end=End("complete"),
        gaps=tuple(Gap(work.ctx.step.key, shortfall) for shortfall in shortfalls),
        result={"cited": len(list(cited(content))), "unsupported": len(unsupported)},
    )


def numbered(learnings: Sequence[Learning]) -> list[tuple[int, Learning]]:
    """Learnings with their number in the session, from 1, in the run's order."""
    return list(enumerate(learnings, 1))


def sentences(content: report.Answer) -> Iterable[report.Sentence]:
    """Every sentence of a report, in reading order."""
    yield from content.answer
    for section in content.sections:
        for paragraph in section.paragraphs:
            yield from paragraph.sentences
    for difference in content.differences:
        yield difference.first
        yield difference.second


def cited(content: report.Answer) -> Iterable[tuple[str, int]]:
    """(sentence, learning's number), each pair once, in reading order."""
    return dict.fromkeys((sentence.text, number) for sentence in sentences(content) for number in sentence.cites)


def _written(
    work: Work,
    nodes: dict[str, Node],
    aspects: Sequence[Aspect],
    scores: Sequence[int],
    used: Sequence[tuple[int, Learning]],
    session: Session | None,
) -> tuple[report.Answer, tuple[str, ...]]:
    """The brain's report, and what it could not write itself.

    Without a single learning no brain is asked, so nothing can be invented.
    """
    left = [node.question for node in nodes.values() if node.status in {"pruned", "waiting", "deferred"}]
    if not used:
        said, notice = _why_nothing(work, nodes)
        is_read = ROOT in nodes and nodes[ROOT].status == Node.Status.READ
        nothing = report.Answer(
            title=work.params.query,
            answer=[report.Sentence(text=said, kind="link")],
            sections=[],
            differences=[],
            uncovered=[row.text for row in aspects],
            open_questions=left if is_read else left or [work.params.query],
            notice=notice,
        )
        return nothing, ()
    if session and session.triage == Session.Triage.DIRECT and len(nodes) == 1:
        return direct_report(work.params.query, *used[0]), ()
    known = tuple(KnownAspect(row.no, row.text, score) for row, score in zip(aspects, scores, strict=True))
    request = report.Request(
        query=work.params.query,
        about=work.params.about,
        aspects=known,
        directions=tuple(_directions(nodes, used)),
        not_followed=tuple(left),
        gaps=tuple(_gaps(work, nodes)),
    )
    if not work.brain.writes_sections:
        return work.ask(report, request), ()
    written = sections.write(work, request)
    return written.answer, written.shortfalls


def _why_nothing(work: Work, nodes: dict[str, Node]) -> tuple[str, str]:
    """What a report without a single learning says, and its notice."""
    root = nodes.get(ROOT)
    if root and root.status == Node.Status.FAILED:
        return NOT_READ.format(why=root.note), NOT_READ_NOTICE
    if not root or root.status != Node.Status.READ:
        return UNSEARCHED, UNSEARCHED_NOTICE
    if selectors.is_nothing_readable(work.run):
        return UNREADABLE, UNREADABLE_NOTICE
    return NOTHING, NOTHING_NOTICE


def _directions(nodes: dict[str, Node], used: Sequence[tuple[int, Learning]]) -> Iterable[report.Direction]:
    """The root's own learnings first, then each direction with those of its whole subtree, in tree order."""
    groups: dict[str, list[tuple[int, Learning]]] = {}
    for number, row in used:
        groups.setdefault(direction(row.path) or ROOT, []).append((number, row))
    for path in sorted(groups, key=order):
        in_tree_order = sorted(groups[path], key=lambda pair: (order(pair[1].path)[1], pair[1].no))
        yield report.Direction(
            path,
            nodes[path].question,
            tuple(
                report.Learning(n, row.claim, row.document, row.title, row.start, tuple(nodes[row.path].tags))
                for n, row in in_tree_order
            ),
        )


def _gaps(work: Work, nodes: dict[str, Node]) -> Iterable[str]:
    for node in nodes.values():
        if node.status == Node.Status.FAILED:
            yield f"“{node.question}” could not be read: {node.note}"
    closed = {"budget": "The budget was used up.", "stopped": "The session was stopped.", "wrote now": ""}
    if closed.get(work.run.closed):
        yield closed[work.run.closed]


def _only_cited(answer: report.Answer, known: set[int]) -> report.Answer:
    """The answer without citations of what was not read: such a number cannot appear in a report."""
    content = answer.model_copy(deep=True)
    for sentence in sentences(content):
        sentence.cites = [number for number in sentence.cites if number in known]
    return content


def _unsupported(work: Work, content: report.Answer, used: dict[int, Learning]) -> list[dict[str, Any]]:
    """Sentences whose cited passage does not carry them, with the first thing it lacks.

    A sentence that is the passage's own words needs no check.
    """
    pairs = [(text, number) for text, number in cited(content) if text.strip() != used[number].text.strip()]
    if not pairs:
        return []
    checked = [(text, used[number].text) for text, number in pairs]
    requests = [support.Request(tuple(checked[at : at + PAIRS])) for at in range(0, len(checked), PAIRS)]
    verdicts = [one for answer in work.side_by_side(partial(work.ask, support), requests) for one in answer.verdicts]
    return [
        {"text": text, "cite": number, "reason": verdict.reason or "the passage does not say so"}
        for (text, number), verdict in zip(pairs, verdicts, strict=True)
        if not verdict.supported
    ]


def _left_open(work: Work, nodes: dict[str, Node]) -> tuple[list[Change], list[Event]]:
    """A question that was withdrawn by the end: its decision says so, and its candidates are left out. What was still
    to be read says that it was not reached, and what nobody has confirmed by then has lapsed."""
    changes: list[Change] = []
    events: list[Event] = []
    for decision in Decision.objects.filter(run=work.run, outcome="open"):
        changes.append(Update("steer.Decision", {"no": decision.no}, {"outcome": "withdrawn"}))
        events.append(DecisionSettled(decision.no, decision.path, "withdrawn", []))
    for key in Proposal.objects.filter(run=work.run, state=Proposal.State.OPEN).values_list("key", flat=True):
        lapsed = Proposal.State.LAPSED.value
        changes.append(Update("steer.Proposal", {"key": key}, {"state": lapsed}))
        events.append(ProposalSettled(key, lapsed))
    for node in nodes.values():
        if node.status == Node.Status.WAITING:
            values = {"status": Node.Status.PRUNED.value, "note": NOT_ANSWERED, "pruned_by": BY_THE_END}
            changes.append(Update("steer.Node", {"path": node.path}, values))
            events.append(NodeMoved(node.path, Node.Status.PRUNED.value, NOT_ANSWERED))
        elif work.run.closed and node.status in {Node.Status.QUEUED, Node.Status.DEFERRED} and not node.note:
            changes.append(Update("steer.Node", {"path": node.path, "status": node.status}, {"note": NOT_REACHED}))
            events.append(NodeMoved(node.path, str(node.status), NOT_REACHED))
    return changes, events
