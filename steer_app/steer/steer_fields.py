"""A steer as a form sends it: which fields each kind has, and what is wrong with them in words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from steer_app.runs.domain.failures import BadAnswer
from steer_app.steer.interests import LONGEST, MOVES

TYPED = ("text",)
"""Fields that hold a person's own words."""

SWITCH = {"on": True, "off": False}
NEEDS_WORDS = {"add": "Write the question to add.", "say": "Write what you want to say."}
ASPECT_MOVES = {"add", *MOVES}


@dataclass(frozen=True)
class Given:
    kind: str
    text: str
    payload: dict[str, Any] = field(default_factory=dict)
    against: int | None = None
    """The journal's seq that the person had in sight; None if the page did not say."""


def read(form: Mapping[str, str]) -> Given:
    """Read a posted form. Raises BadAnswer with the first thing to mend; whether the steer is allowed now is not
    asked here."""
    kind, text = form.get("kind", ""), form.get("text", "").strip()
    if kind not in KINDS:
        raise BadAnswer(f"There is no steer called “{kind}”." if kind else "Say what to do: the kind is missing.")
    if len(text) > LONGEST:
        raise BadAnswer(f"That is {len(text)} characters long; at most {LONGEST} fit.")
    if kind in NEEDS_WORDS and not text:
        raise BadAnswer(NEEDS_WORDS[kind])
    against = form.get("against", "").strip()
    return Given(kind, text, KINDS[kind](form), _whole(against, "The place in the journal") if against else None)


def _path(name: str) -> Callable[[Mapping[str, str]], dict[str, Any]]:
    def read_path(form: Mapping[str, str]) -> dict[str, Any]:
        path = form.get(name, "").strip()
        if not path or not all(part.isdecimal() for part in path.split(".")):
            raise BadAnswer("Say which direction is meant, by its number in the tree, such as 0.2.")
        return {name: path}

    return read_path


def _settings(form: Mapping[str, str]) -> dict[str, Any]:
    given: dict[str, Any] = {
        name: _number(form[name], said, least, most)
        for name, said, least, most in (("c0", "How often to ask", 0, 1), ("tol", "The tolerance", 1, 20))
        if form.get(name, "").strip()
    }
    if form.get("at_once", "") in SWITCH:
        given["at_once"] = SWITCH[form["at_once"]]
    if not given:
        raise BadAnswer("Say how often to ask, or how many questions you will answer.")
    return given


def _aspect(form: Mapping[str, str]) -> dict[str, Any]:
    what = form.get("do", "")
    if what not in ASPECT_MOVES:
        raise BadAnswer(f"Say what to do with the interest: one of {', '.join(sorted(ASPECT_MOVES))}.")
    if what in {"add", "edit"} and not form.get("text", "").strip():
        raise BadAnswer("Say in a few words what the interest is.")
    return {"do": what} if what == "add" else {"do": what, "no": _whole(form.get("no", ""), "The interest's number")}


def _key(form: Mapping[str, str]) -> dict[str, Any]:
    if not form.get("key"):
        raise BadAnswer("Say which proposal is meant.")
    return {"key": form["key"]}


def _nothing(form: Mapping[str, str]) -> dict[str, Any]:
    return {}


def _whole(value: str, name: str) -> int:
    if not value.isdecimal():
        raise BadAnswer(f"{name} must be a whole number.")
    return int(value)


def _number(value: str, name: str, least: float, most: float) -> float:
    try:
        number = float(value)
    except ValueError:
        number = float("nan")
    if not least <= number <= most:
        raise BadAnswer(f"{name} must be a number from {least} to {most}.")
    return number


KINDS: dict[str, Callable[[Mapping[str, str]], dict[str, Any]]] = {
    "pause": _nothing,
    "resume": _nothing,
    "stop": _nothing,
    "write_now": _nothing,
    "prune": _path("path"),
    "revive": _path("path"),
    "add": _path("under"),
    "say": _nothing,
    "settings": _settings,
    "aspect": _aspect,
    "accept": _key,
    "decline": _key,
}
