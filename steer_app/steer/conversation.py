"""The conversation in words: each turn of the story with the template it is told in and the values that it shows."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from steer_app.runs.domain.spending import Spent
from steer_app.steer.domain.place import ROOT, order, within
from steer_app.steer.domain.story import Story
from steer_app.steer.domain.telling import UNDERSTOOD, Turn
from steer_app.steer.domain.wording import cost

BY_PERSON = {"began", "steer", "moved", "brain"}
CLOSED = {
    "budget": "The budget is used up. I write the report from what I have read.",
    "stopped": "You stopped the research. I write the report from what I have read.",
    "wrote now": "You asked for the report now. I write it from what I have read.",
}
MOVED = {"paused": "Paused.", "running": "Go on."}
STEERS = {
    "prune": "Leave out {}.",
    "revive": "Bring back {}.",
    "accept": "Yes, do that.",
    "decline": "No, leave it as it is.",
    "pause": "Pause.",
    "resume": "Go on.",
    "stop": "Stop the session.",
    "write_now": "Write the report now.",
}
FOLLOWED = {"report being written", "ended"}
"""Reasons of a refusal that a follow-up is the way out of."""
CAN_BEGIN = {"say", "add", "prune", "revive", "aspect", "accept"}
MOST_NAMED = 3
ASPECTS = {
    "add": "I care about: {text}",
    "remove": "I do not care about “{aspect}”.",
    "restore": "“{aspect}” holds after all.",
    "reinstate": "“{aspect}” holds after all, and not what took its place.",
    "up": "“{aspect}” matters more to me.",
    "down": "“{aspect}” matters less to me.",
    "pin": "Keep “{aspect}” whatever I say.",
    "unpin": "“{aspect}” may change.",
    "edit": "Rather than “{aspect}”: {text}",
}


@dataclass(frozen=True)
class Told:
    """A turn: whose it is and what it says; `kind` picks the lines of its template."""

    run: int
    id: str
    kind: str
    at: datetime
    by_person: bool
    text: str = ""
    state: str = ""
    reason: str = ""
    rows: tuple[tuple[Any, ...], ...] = ()
    more: tuple[str, ...] = ()
    extra: tuple[tuple[str, Any], ...] = ()

    @property
    def of(self) -> dict[str, Any]:
        """What only this kind of turn has."""
        return dict(self.extra)


def told(run: int, story: Story, turn: Turn, params: Mapping[str, Any], *, undo: int) -> Told:
    """A turn in words. `params`: the run's; `undo`: the revision of an answer that can be taken back."""
    plain = Told(run, turn.id, turn.kind, turn.at, turn.kind in BY_PERSON)
    return _TELLERS[turn.kind](story, turn, plain, params, undo)


def _with(plain: Told, **values: Any) -> Told:
    return Told(**{**plain.__dict__, **values})


def _began(story: Story, turn: Turn, plain: Told, params: Mapping[str, Any], undo: int) -> Told:
    return _with(plain, text=params["query"], reason=params["about"])


def _moved(story: Story, turn: Turn, plain: Told, params: Mapping[str, Any], undo: int) -> Told:
    return _with(plain, text=MOVED.get(turn.said["status"], turn.said["status"]))


def _held(story: Story, turn: Turn, plain: Told, params: Mapping[str, Any], undo: int) -> Told:
    tries = f" I have tried {turn.said['times']} times." if turn.said["times"] > 1 else ""
    return _with(plain, text=f"My model does not answer, so I wait. {turn.said['reason']}{tries}")


def _brain(story: Story, turn: Turn, plain: Told, params: Mapping[str, Any], undo: int) -> Told:
    name = turn.said["brain"].removeprefix("model:")
    return _with(plain, text="Go on with the offline brain." if name == "offline" else f"Go on with {name}.")


def _closed(story: Story, turn: Turn, plain: Told, params: Mapping[str, Any], undo: int) -> Told:
    return _with(plain, text=CLOSED.get(turn.said["why"], turn.said["why"]))


def _found(story: Story, turn: Turn, plain: Told, params: Mapping[str, Any], undo: int) -> Told:
    learnings, documents, ways = turn.said["learnings"], turn.said["documents"], turn.said["ways"]
    if not learnings:
        return _with(plain, text="I found no passage in your documents that speaks to the question itself.")
    read = f"I noted {count(learnings, 'learning')} from {count(documents, 'document')}"
    return _with(plain, text=f"{read} and see {count(ways, 'direction')}." if ways else f"{read}.")


def _went(story: Story, turn: Turn, plain: Told, params: Mapping[str, Any], undo: int) -> Told:
    rows = tuple(
        (one["no"], one["path"], question_at(story, one["path"]), one["ways"], one["gain"], one["cost"], one["outcome"])
        for one in turn.said["decisions"]
    )
    return _with(plain, rows=rows)


def _answered(story: Story, turn: Turn, plain: Told, params: Mapping[str, Any], undo: int) -> Told:
    said, answer = turn.said, turn.said["answer"] or {}
    kept = [question_at(story, path) for path in said["expanded"]]
    added = [text for text in answer.get("added", ()) if text not in kept]
    ticked = sum(option["path"] in said["expanded"] for option in said["options"])
    put_off = [path for path in (option["path"] for option in said["options"]) if _is_put_off(story, path)]
    return _with(
        plain,
        by_person=said["state"] == "answered" and said["by"] != "suggested",
        state=said["state"],
        text=said["text"],
        reason=answer.get("remark", "") or answer.get("typed", ""),
        more=(*kept, *added),
        extra=(
            ("question", said["question"]),
            ("by", said["by"]),
            ("you_decide", bool(answer.get("you_decide"))),
            ("offered", len(said["options"])),
            ("ticked", ticked),
            ("own", len(kept) + len(added) - ticked),
            ("undo", undo),
            ("put_off", tuple((path, question_at(story, path)) for path in put_off)),
            ("ahead", _ahead(story, said.get("ahead"))),
        ),
    )


def _is_put_off(story: Story, path: str) -> bool:
    node = story.panel.nodes.get(path)
    return bool(node and node.status == "deferred")


def _ahead(story: Story, ahead: Mapping[str, Any] | None) -> str:
    """What became of the direction that was read while the question waited; its cost, if that was in vain."""
    node = story.panel.nodes.get(ahead["path"]) if ahead else None
    if ahead is None or node is None:
        return ""
    began = f"While I waited I read ahead: “{node.question}”"
    if ahead["used"]:
        return f"{began}. You kept it, and the reading was of use."
    lost = cost(Spent(**ahead["spent"]))
    if node.status == "pruned":
        return f"{began}. It is left out, so that was in vain: {lost}."
    if node.has_result or node.status == "failed":
        return f"{began}. What you said changed what to look for, so I read it anew, and that was in vain: {lost}."
    return f"{began}."


def _steer(story: Story, turn: Turn, plain: Told, params: Mapping[str, Any], undo: int) -> Told:
    said = turn.said
    named = [question_at(story, path) for path in said["at"]]
    extra = {
        "at": tuple(named[:MOST_NAMED]),
        "more": max(0, len(named) - MOST_NAMED),
        "since": said["since"],
        "waits": said["waits"],
        "next": said["kind"] in {"settings", "aspect"},
        "follow": said["steer"] if said["because"] in FOLLOWED and said["kind"] in CAN_BEGIN else 0,
    }
    return _with(plain, text=_words_of(said), state=said["state"], reason=said["reason"], extra=tuple(extra.items()))


def _words_of(said: Mapping[str, Any]) -> str:
    """A steer as its person would say it, with what was known when it came."""
    kind, text, details, node = said["kind"], said["text"], said["details"], said["node"] or "a direction"
    if kind == "say":
        return text
    if kind == "add":
        return f"Look into this too: {text}" if details.get("under", ROOT) == ROOT else f"Under “{node}”: {text}"
    if kind == "settings" and set(details) == {"at_once"}:
        return "Apply what I write at once." if details["at_once"] else "Show me first what you would change."
    if kind == "settings":
        tol = _plain(details.get("tol"))
        return f"Ask me {often(details.get('c0'))}; I will answer about {tol} questions."
    if kind == "aspect":
        words = ASPECTS.get(details.get("do", ""), "Change what I care about.")
        return words.format(text=text, aspect=said["aspect"] or "that")
    return STEERS.get(kind, kind).format(f"“{node}”")


def often(c0: Any) -> str:
    """How often the session asks, in words; a steer may bring anything."""
    if not isinstance(c0, int | float):
        return "as often as before"
    words = ("at every turn", "often", "now and then", "rarely", "hardly ever")
    return words[min(len(words) - 1, max(0, round(c0 * (len(words) - 1))))]


def _plain(value: Any) -> str:
    """A number without idle zeros; a steer may bring anything."""
    return f"{value:g}" if isinstance(value, int | float) else str(value if value is not None else "as before")


def _understood(story: Story, turn: Turn, plain: Told, params: Mapping[str, Any], undo: int) -> Told:
    said = turn.said
    rows = tuple(tuple(said[name]) for name in UNDERSTOOD)
    first = "carried" if said["cause"] == "follow-up" else "first" if said["version"] == 1 else ""
    return _with(plain, text=said["text"], rows=rows, state=first)


def _carried(story: Story, turn: Turn, plain: Told, params: Mapping[str, Any], undo: int) -> Told:
    said = turn.said
    read = f"{count(said['read'], 'node')} read, {count(said['learnings'], 'learning')} noted"
    return _with(plain, text=said["title"], reason=read, extra=(("run", said["run"]),))


def _unplaced(story: Story, turn: Turn, plain: Told, params: Mapping[str, Any], undo: int) -> Told:
    return _with(plain, text=turn.said["text"], reason=turn.said["reason"])


def _proposal(story: Story, turn: Turn, plain: Told, params: Mapping[str, Any], undo: int) -> Told:
    made = turn.said["made"]
    unread: tuple[str, ...] = ()
    if made.get("control") and turn.said["state"] == "open":
        unread = tuple(story.panel.nodes[path].question for path in sorted(story.unread, key=order))
    lines = (*_tree_lines(story, made), *_person_lines(story, made))
    if "c0" in made.get("settings", {}):
        lines += (("changes", f"ask you {often(made['settings']['c0'])}", ""),)
    extra = (("control", made.get("control", "")), ("unread", unread[:MOST_NAMED]), ("unread_count", len(unread)))
    return _with(plain, state=turn.said["state"], rows=lines, text=turn.said["key"], extra=extra)


def _tree_lines(story: Story, made: Mapping[str, Any]) -> tuple[tuple[str, str, str], ...]:
    """(goes or comes, what, where) of a proposed change to the tree."""
    lines = [("goes", question_at(story, path), _with_below(story, path)) for path in made["prune"]]
    lines += [("back", question_at(story, path), "") for path in made.get("revive", ())]
    for one in made["directions"]:
        question, under = (one, ROOT) if isinstance(one, str) else (one["question"], one["under"])
        lines.append(("comes", question, "" if under == ROOT else question_at(story, under)))
    return tuple(lines)


def _with_below(story: Story, path: str) -> str:
    below = sum(other != path and within(other, path) for other in story.panel.nodes)
    return f"with {count(below, 'direction')} below it" if below else ""


def _person_lines(story: Story, made: Mapping[str, Any]) -> tuple[tuple[str, str, str], ...]:
    """(new, no longer, deeper or noted, what, why) of a proposed change to who the person is."""
    wanted = made.get("persona") or {}
    aspects = story.panel.aspects
    lines = [("interest", one["text"], "") for one in wanted.get("add", ())]
    lines += [("dropped", aspects[one["id"]].text, one["because"]) for one in wanted.get("supersede", ())]
    lines += [("deeper", aspects[no].text, "") for no in wanted.get("focus", ())]
    said = wanted.get("text", "").removeprefix(wanted.get("before", "")).strip()
    if said and not wanted.get("add"):
        lines.append(("noted", said, ""))
    return tuple(lines)


def _failed(story: Story, turn: Turn, plain: Told, params: Mapping[str, Any], undo: int) -> Told:
    return _with(plain, text=turn.said["question"], reason=turn.said["reason"], extra=(("path", turn.said["path"]),))


def _report(story: Story, turn: Turn, plain: Told, params: Mapping[str, Any], undo: int) -> Told:
    return _with(plain, text=turn.said["title"], extra=(("version", turn.said["version"]),))


_TELLERS = {
    "began": _began,
    "moved": _moved,
    "held": _held,
    "brain": _brain,
    "closed": _closed,
    "found": _found,
    "went": _went,
    "question": _answered,
    "steer": _steer,
    "carried": _carried,
    "understood": _understood,
    "unplaced": _unplaced,
    "proposal": _proposal,
    "failed": _failed,
    "report": _report,
}


def question_at(story: Story, path: str) -> str:
    node = story.panel.nodes.get(path)
    return node.question if node else path


def count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
