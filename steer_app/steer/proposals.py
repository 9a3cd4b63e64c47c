"""What a remark would change, as a difference that is shown before it counts, and what counting it does.

What the brain says is held against the tree as it is: a branch that waits for an answer is left to its question, one
that is left out already stays so. Whatever falls out is refused by its reason.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from steer_app.runs.domain.events import Event
from steer_app.runs.domain.outcome import Change, Outcome
from steer_app.runs.models import Run
from steer_app.runs.services import journal
from steer_app.runs.services.changes import Close, Insert, SettleSteer, Update
from steer_app.steer import additions, branches, selectors, since
from steer_app.steer.domain.events import ProposalMade, ProposalSettled, RemarkRefused, SettingsMoved
from steer_app.steer.domain.place import ROOT, within
from steer_app.steer.domain.refusals import Why, known, sentence
from steer_app.steer.domain.wording import normalised
from steer_app.steer.models import Aspect, Node, Proposal, Session
from steer_app.steer.moves import Moves
from steer_app.steer.skills import persona as skill
from steer_app.steer.skills.aspects import AspectDraft
from steer_app.steer.steps import persona

CLOSES = {"stop": "stopped", "write_now": "wrote now"}

HELD: dict[str, Why] = {Node.Status.PRUNED: Why.LEFT_OUT_ABOVE, Node.Status.WAITING: Why.IN_QUESTION}
"""Why a branch cannot come back, by what keeps the one above it (branches.held_by)."""


@dataclass
class Understood:
    """A brain's answer, held against the tree: what it would change, and what of it cannot be done."""

    made: ProposalMade
    refused: list[RemarkRefused] = field(default_factory=list)

    @property
    def changes_something(self) -> bool:
        made = self.made
        return any((made.prune, made.revive, made.directions, made.persona, made.settings, made.control))


def understood(
    key: str, answer: skill.Answer, rows: Sequence[Aspect], nodes: Mapping[str, Node], *, text: str, persona_too: bool
) -> Understood:
    """`text`: the persona's as the brain saw it. `persona_too`: whether who the person is waits for a yes as well; an
    answer to a question changes it at once."""
    found = Understood(ProposalMade(key))
    for one in answer.refused:
        found.refused.append(RemarkRefused(key, one.text, one.reason, known(one.because, Why.NOT_UNDERSTOOD).value))
    prune = [path for path in dict.fromkeys(answer.prune) if path in nodes and path != ROOT]
    for path in prune:
        status = nodes[path].status
        if status == Node.Status.WAITING:
            _refuse(found, key, Why.IN_QUESTION, nodes[path])
        elif status == Node.Status.PRUNED:
            _refuse(found, key, Why.LEFT_OUT_ALREADY, nodes[path])
        elif status == Node.Status.FAILED:
            _refuse(found, key, Why.NOT_READABLE, nodes[path])
        elif not any(within(path, other) for other in found.made.prune):
            found.made.prune.append(path)
    for path in dict.fromkeys(answer.revive):
        if path in nodes and nodes[path].status in branches.PUT_AWAY and path not in prune:
            if above := branches.held_by(nodes, path, answer.revive):
                _refuse(found, key, HELD[above.status], above)
            else:
                found.made.revive.append(path)
    for wanted in answer.directions:
        if normalised(wanted.question):
            under = wanted.under if _takes_more(nodes.get(wanted.under)) else ROOT
            found.made.directions.append({"question": wanted.question.strip(), "under": under})
    if persona_too:
        found.made.persona.update(_of_the_person(answer, rows, text))
    return found


def _refuse(found: Understood, key: str, why: Why, node: Node) -> None:
    found.refused.append(RemarkRefused(key, node.question, sentence(why, branch=node.question), why.value))


def _takes_more(node: Node | None) -> bool:
    return node is not None and node.status in {Node.Status.QUEUED, Node.Status.READ, Node.Status.DEFERRED}


def _of_the_person(answer: skill.Answer, rows: Sequence[Aspect], text: str) -> dict[str, Any]:
    """What changes in the picture of the person; nothing if all of it is so already."""
    active = {row.no: row for row in rows}
    add = [one.model_dump() for one in persona.distinct(answer.add, [row.text for row in rows])]
    gone = [one.model_dump() for one in answer.supersede if one.id in active and not active[one.id].pinned]
    dropped = {one["id"] for one in gone}
    focus = [no for no in dict.fromkeys(answer.focus) if no in active and not active[no].focus and no not in dropped]
    says = answer.text.strip() or text
    if not (add or gone or focus or says != text):
        return {}
    return {"text": says, "before": text, "add": add, "supersede": gone, "focus": focus}


def insert(made: ProposalMade) -> Change:
    return Insert("steer.Proposal", made.payload())


@dataclass(frozen=True)
class CountAtOnce:
    """A proposal of a person who wants no confirmation: made and counted in one, on the rows as they are then."""

    made: ProposalMade

    def apply(self, run: Run) -> None:
        insert(self.made).apply(run)
        journal.record(run, [self.made])
        outcome = counted(run, Proposal.objects.get(run=run, key=self.made.key))
        for change in outcome.changes:
            change.apply(run)
        journal.record(run, outcome.events)


def counted(run: Run, proposal: Proposal, by: str = "") -> Outcome:
    """All that a proposal changes. The steer behind it is applied at the branches that it touched."""
    nodes, moves = selectors.nodes(run), Moves()
    changes, events = _persona(run, proposal)
    version = Session.objects.get(run=run).persona_version + bool(events)
    gone = [path for path in proposal.prune if _can_go(nodes.get(path))]
    for path in gone:
        branches.leave_out(run, moves, nodes, path, by=proposal.key)
    back = [path for path in proposal.revive if path in nodes and nodes[path].status in branches.PUT_AWAY]
    back = [path for path in back if not branches.held_by(nodes, path, back) and not any(within(path, g) for g in gone)]
    for path in back:
        branches.bring_back(moves, nodes, nodes[path], version=version)
    added: list[str] = []
    for question, under in map(placed, proposal.directions):
        top = nodes.get(under)
        under = under if top is not None and _takes_more(top) and under not in gone else ROOT
        fresh, _ = additions.told_apart(nodes, [question])
        first = 1 + len([path for path in added if path.rpartition(".")[0] == under])
        added += additions.add(
            moves, nodes, under, fresh, version=version or None, accepted_by="" if version else "start", after=first - 1
        )
    settings, told = _settings(run, proposal)
    changes += [Update("steer.Proposal", {"key": proposal.key}, {"state": Proposal.State.ACCEPTED.value})]
    closes = [Close(CLOSES[proposal.control], by)] if proposal.control else []
    settled = settled_steer(run, proposal, at=(*gone, *back, *added))
    accepted = ProposalSettled(proposal.key, Proposal.State.ACCEPTED.value)
    return Outcome(
        changes=(*changes, *moves.changes, *settings, *closes, *settled),
        events=(accepted, *events, *moves.events, *told),
    )


def placed(direction: str | Mapping[str, str]) -> tuple[str, str]:
    """A proposed direction and where it belongs; older proposals hold the question alone."""
    return (direction, ROOT) if isinstance(direction, str) else (direction["question"], direction["under"])


def settled_steer(run: Run, proposal: Proposal, *, at: Sequence[str] = (), why: Why | None = None) -> list[Change]:
    """The remark behind a proposal, if a steer brought it: applied at some branches, or refused."""
    if not proposal.key.startswith("s"):
        return []
    steer = run.steers.get(pk=int(proposal.key[1:]))
    if why:
        return [SettleSteer(steer.pk, "refused", sentence(why), because=why.value)]
    touched = (*proposal.prune, *proposal.revive, *(under for _, under in map(placed, proposal.directions)))
    changed = since.branches(run, steer.against, [path for path in touched if path != ROOT])
    return [SettleSteer(steer.pk, "applied", at=tuple(at), since=changed)]


def _can_go(node: Node | None) -> bool:
    return node is not None and node.status not in {Node.Status.PRUNED, Node.Status.WAITING, Node.Status.FAILED}


def _persona(run: Run, proposal: Proposal) -> tuple[list[Change], list[Event]]:
    """The next version of the persona, on top of whatever it has become meanwhile."""
    wanted = proposal.persona
    if not wanted:
        return [], []
    draft = persona.next_version(run, proposal.key, by=selectors.who_said(run, proposal.key))
    text = _merged(draft.text, wanted["before"], wanted["text"])
    is_same = text == draft.text
    answer = skill.Answer(
        text=text,
        add=[AspectDraft(**one) for one in wanted["add"]],
        supersede=[skill.Superseded(**one) for one in wanted["supersede"]],
        focus=wanted["focus"],
    )
    persona.take_in(draft, answer, selectors.aspects(run, draft.version - 1))
    if is_same and not draft.events:
        return [], []
    return draft.outcome_parts()


def _merged(now: str, before: str, wanted: str) -> str:
    """The persona's text with what the remark added. If it has moved meanwhile, only an addition still fits it."""
    if now == before:
        return wanted
    return f"{now}{wanted[len(before) :]}" if wanted.startswith(before) else now


def _settings(run: Run, proposal: Proposal) -> tuple[list[Change], list[Event]]:
    if not proposal.settings:
        return [], []
    session = Session.objects.get(run=run)
    moved = SettingsMoved(**{"c0": session.c0, "tol": session.tol, "at_once": session.at_once, **proposal.settings})
    return [Update("steer.Session", {}, asdict(moved))], [moved]
