"""What an answer to a question changes, and what its silence does."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from steer_app.runs.domain.failures import BadAnswer
from steer_app.runs.domain.outcome import Outcome
from steer_app.runs.models import Question, Run
from steer_app.runs.services.changes import Insert, Update
from steer_app.steer import additions, before, branches, selectors
from steer_app.steer.domain.events import DecisionSettled
from steer_app.steer.domain.place import parent, within
from steer_app.steer.domain.typed_answer import parse
from steer_app.steer.models import Decision, Node, Session
from steer_app.steer.moves import Moves, paths

NOT_CHOSEN = "You left it out."
NOT_SUGGESTED = "Not among what was suggested."
NOT_ANSWERED_IN_TIME = "Nobody answered in time; it is read last, if time and budget remain."
MOST_ADDED = 12


@dataclass(frozen=True)
class Choice:
    """An answer, made sense of."""

    ticked: tuple[str, ...]
    added: tuple[str, ...]
    remark: str
    you_decide: bool


def answered(run: Run, question: Question, answer: Mapping[str, Any]) -> Outcome:
    """Follow what was ticked and added, prune the rest; "you decide" follows what was suggested and says nothing
    about the person. Raises BadAnswer with what to mend."""
    nodes = selectors.nodes(run)
    waiting = _waiting(nodes, question)
    choice = _choice(question, answer)
    decision = Decision.objects.get(run=run, no=question.payload["decision"])
    version = Session.objects.get(run=run).persona_version
    moves = Moves()
    if choice.you_decide:
        kept = [node for node in waiting if node.suggested]
        moves.bring_in(kept, version=version)
        moves.leave_out(_others(waiting, kept), by=question.key, note=NOT_SUGGESTED)
        _bring_back(moves, nodes, question, kept, version=version)
        by_policy = question.answered_by == "suggested"
        if not by_policy:
            moves.changes.append(before.remembered(run, question, waiting))
        return _settled(decision, "suggested" if by_policy else "answered", paths(kept), moves)
    key = before.remark_key(question)
    kept = [node for node in waiting if node.path in choice.ticked]
    fresh, twins = additions.told_apart(nodes, choice.added)
    kept += [twin for twin in twins if twin in waiting and twin not in kept]
    moves.bring_in(kept, version=None, accepted_by=key)
    back = [twin for twin in twins if twin.status in branches.PUT_AWAY]
    moves.bring_in(back, version=None, accepted_by=key)
    _bring_back(moves, nodes, question, [*kept, *back], version=None, accepted_by=key)
    moves.leave_out(_others(waiting, kept), by=question.key, note=NOT_CHOSEN)
    new_paths = additions.add(moves, nodes, question.payload["path"], fresh, version=None, accepted_by=key)
    remark = {
        "key": key,
        "path": question.payload["path"],
        "ticked": [node.question for node in kept],
        "unticked": [node.question for node in _others(waiting, kept)],
        "added": list(choice.added),
        "text": choice.remark,
    }
    moves.changes += [Insert("steer.Remark", remark), before.remembered(run, question, [*waiting, *back])]
    return _settled(
        decision, "answered", [*paths(kept), *new_paths, *paths([t for t in twins if t not in kept])], moves
    )


def from_form(form: Any) -> dict[str, Any]:
    """An answer as the question's form sends it (a QueryDict)."""
    return {
        "ticked": form.getlist("ticked"),
        "added": [line.strip() for line in form.get("added", "").splitlines() if line.strip()],
        "remark": form.get("remark", ""),
        "you_decide": bool(form.get("you_decide")),
        "end_branch": bool(form.get("end_branch")),
    }


def expired(run: Run, question: Question) -> Outcome:
    """Silence is not assent: what was suggested is read now, the rest is deferred, and the persona stays as it is.

    What has been read already, for an answer that was taken back, cannot be put off any more. The question counts
    twice among its direction's pauses (domain.basis.PAUSES).
    """
    waiting = _waiting(selectors.nodes(run), question)
    decision = Decision.objects.get(run=run, no=question.payload["decision"])
    version = Session.objects.get(run=run).persona_version
    kept = [node for node in waiting if node.suggested or node.has_result]
    moves = Moves()
    moves.bring_in(kept, version=version)
    _bring_back(moves, selectors.nodes(run), question, kept, version=version)
    moves.defer(_others(waiting, kept), version=version, note=NOT_ANSWERED_IN_TIME)
    return _settled(decision, "expired", paths(kept), moves)


def in_words(question: Question) -> str:
    """What an answered question's answer said: "kept 2 directions, added 1"."""
    choice = _choice(question, question.answer or {"you_decide": True})
    if choice.you_decide:
        return "left it to what was suggested"
    kept, added = len(choice.ticked), len(choice.added)
    said = [f"kept {kept} direction{'' if kept == 1 else 's'}" if kept else "", f"added {added}" if added else ""]
    return ", ".join(filter(None, said)) or "ended this branch"


def _bring_back(
    moves: Moves, nodes: Mapping[str, Node], question: Question, kept: Sequence[Node], **accepted: Any
) -> None:
    """What was added below a direction before the answer was taken back comes again with that direction."""
    tops = paths(kept)
    moves.bring_in(
        [
            node
            for path, node in nodes.items()
            if node.status == Node.Status.PRUNED
            and node.pruned_by == question.key
            and any(path != top and within(path, top) for top in tops)
        ],
        **accepted,
    )


def _waiting(nodes: Mapping[str, Node], question: Question) -> list[Node]:
    at = question.payload["path"]
    return [node for path, node in nodes.items() if parent(path) == at and node.status == Node.Status.WAITING]


def _others(waiting: Sequence[Node], kept: Sequence[Node]) -> list[Node]:
    return [node for node in waiting if node not in kept]


def _settled(decision: Decision, outcome: str, expanded: list[str], moves: Moves) -> Outcome:
    values = {"outcome": outcome, "expanded": expanded}
    return Outcome(
        changes=(Update("steer.Decision", {"no": decision.no}, values), *moves.changes),
        events=(DecisionSettled(decision.no, decision.path, outcome, expanded), *moves.events),
    )


def _choice(question: Question, answer: Mapping[str, Any]) -> Choice:
    """`answer`: {typed} in one's own words, or {ticked: [paths], added: [questions], remark, you_decide}; in both,
    `end_branch` confirms that nothing is wanted."""
    by_number = {option["number"]: option["path"] for option in question.options}
    end_branch = bool(answer.get("end_branch"))
    if "typed" in answer:
        typed = parse(str(answer["typed"]), len(question.options))
        wrong = [number for number in typed.numbers if number not in by_number]
        if wrong:
            raise BadAnswer(f"There is no direction {wrong[0]}; they are numbered 1 to {len(question.options)}.")
        ticked = tuple(by_number[number] for number in typed.numbers)
        choice = Choice(ticked, typed.added, typed.remark, typed.you_decide)
    else:
        choice = Choice(
            tuple(str(path) for path in answer.get("ticked", ())),
            tuple(text for text in (str(one).strip() for one in answer.get("added", ())) if text),
            str(answer.get("remark", "")).strip(),
            bool(answer.get("you_decide")),
        )
    unknown = [path for path in choice.ticked if path not in by_number.values()]
    if unknown:
        raise BadAnswer(f"Direction {unknown[0]} is not one of those asked about; look at the question again.")
    if len(choice.added) > MOST_ADDED:
        raise BadAnswer(f"That is {len(choice.added)} new directions; add at most {MOST_ADDED} at a time.")
    if not choice.you_decide and not choice.ticked and not choice.added and not end_branch:
        raise BadAnswer(
            "Nothing is ticked and nothing added, so this branch would end here. Confirm that, tick a direction, "
            "or say “you decide”."
        )
    return choice
