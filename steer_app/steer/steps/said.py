"""What a person said, taken in.

An answer's remark changes who the session is for at once, and what it names in the tree when it is confirmed. A remark
that nobody asked for changes nothing before it is confirmed, unless the person wants no confirmation.
"""

from collections.abc import Sequence

from steer_app.runs.domain.outcome import Change, Outcome
from steer_app.runs.models import Run
from steer_app.runs.services.changes import SettleSteer
from steer_app.steer import branches, proposals, selectors, since
from steer_app.steer.domain.events import RemarkRefused
from steer_app.steer.domain.place import ROOT
from steer_app.steer.domain.plan import START
from steer_app.steer.domain.refusals import Why, sentence
from steer_app.steer.models import Node, Remark, Session
from steer_app.steer.proposals import Understood, understood
from steer_app.steer.skills import persona as skill
from steer_app.steer.steps import persona
from steer_app.steer.steps.work import Work


def perform(work: Work, place: str) -> Outcome:
    return persona.first(work) if place == START else _taken(work, Remark.objects.get(run=work.run, key=place))


def _taken(work: Work, remark: Remark) -> Outcome:
    session = work.session()
    draft = persona.next_version(work.run, remark.key, by=selectors.who_said(work.run, remark.key))
    rows = selectors.aspects(work.run, session.persona_version)
    nodes = selectors.nodes(work.run)
    read = [node for node in nodes.values() if node.status == Node.Status.READ]
    request = skill.Request(
        topic=work.params.query,
        text=draft.text,
        aspects=selectors.known_aspects(rows, read),
        ticked=tuple(remark.ticked),
        unticked=tuple(remark.unticked),
        added=tuple(remark.added),
        remark=remark.text,
        branches=_branches([node for node in nodes.values() if node.status != Node.Status.PRUNED]),
        left_out=_branches([node for node in nodes.values() if node.status in branches.PUT_AWAY]),
    )
    answer = work.ask(skill, request)
    unasked = remark.key.startswith("s")
    found = understood(remark.key, answer, rows, nodes, text=request.text, persona_too=unasked)
    if not unasked:
        persona.take_in(draft, answer, rows)
    taken = persona.outcome_of(work.run, draft, remark.key, keep=not draft.events and draft.text == request.text)
    changes, events = _shown(found, session, closed=bool(work.run.closed))
    settled = _refused(work.run, remark, found) if unasked and not found.changes_something else ()
    version = session.persona_version
    return Outcome(
        changes=(*taken.changes, *changes, *settled),
        events=(*taken.events, *events, *found.refused),
        guard=lambda run: Session.objects.get(run=run).persona_version == version,
        result={"refused": len(found.refused)},
    )


def _branches(nodes: Sequence[Node]) -> tuple[skill.Branch, ...]:
    return tuple(skill.Branch(node.path, node.question) for node in nodes if node.path != ROOT)


def _shown(found: Understood, session: Session, *, closed: bool) -> tuple[list[Change], list]:
    """The difference, to be confirmed; or counted at once where the person chose that."""
    if not found.changes_something:
        return [], []
    if session.at_once and not closed:
        return [proposals.CountAtOnce(found.made)], []
    return [proposals.insert(found.made)], [found.made]


def _refused(run: Run, remark: Remark, found: Understood) -> tuple[Change, ...]:
    """The steer behind a remark that changes nothing, with the first reason why."""
    steer = run.steers.get(pk=int(remark.key[1:]))
    because = found.refused[0].because if found.refused else Why.NOTHING_TO_CHANGE.value
    reason = " ".join(one.reason for one in found.refused) or sentence(Why.NOTHING_TO_CHANGE)
    changed = since.branches(run, steer.against, _already(run, found)) if found.refused else ""
    return (SettleSteer(steer.pk, "refused", reason, because=because, since=changed),)


def _already(run: Run, found: Understood) -> list[str]:
    """The paths of branches that were named and are left out already."""
    named = {one.text for one in found.refused if one.because == Why.LEFT_OUT_ALREADY}
    return list(Node.objects.filter(run=run, question__in=named).values_list("path", flat=True)) if named else []


def without_taking_in(run: Run, key: str, reason: str) -> Outcome:
    """The step failed: the persona stays as it is, and what waited for it goes on."""
    remark = Remark.objects.get(run=run, key=key)
    version = Session.objects.get(run=run).persona_version
    if not key.startswith("s"):
        return Outcome(changes=persona.taken_in(key, version))
    told = sentence(Why.NOT_TAKEN_IN, fault=reason)
    refused = RemarkRefused(key, remark.text, told, Why.NOT_TAKEN_IN.value)
    settled = SettleSteer(int(key[1:]), "refused", told, because=Why.NOT_TAKEN_IN.value)
    return Outcome(changes=(*persona.taken_in(key, version), settled), events=(refused,))
