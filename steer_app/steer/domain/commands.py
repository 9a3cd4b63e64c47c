"""Moves of the session itself, said in words: the whole text must be one, so that no remark is taken for one."""

import re
from dataclasses import dataclass

ASKS_RARELY, ASKS_OFTEN = 1.0, 0.0
A_STEP = 0.2
"""What "less often" moves the base cost of a question by, on its scale from 0 to 1."""


@dataclass(frozen=True)
class Command:
    move: str
    """pause, resume, stop, write_now, or ask."""
    c0: float | None = None
    """For ask: how often to ask from now on."""


_EDGES = re.compile(
    r"^(?:(?:please|pls|ok(?:ay)?|well|now|then|so|and|right|(?:can|could|would|will) you(?: please)?|"
    r"i(?:'d| would) like you to|i want you to|you (?:can|may|should)|let's|let us|just)\b[\s,]*)+|"
    r"[\s,]*\b(?:please|pls|thanks|thank you|from now on|for now|now|already)$",
    re.I,
)
_WHILE = (
    r"(?: (?:for )?(?:a|one|two|five|ten|some) ?(?:minutes?|moments?|seconds?|secs?|bit|while|hours?)?|"
    r" here| there| it| this| the (?:session|research|run))*"
)
_REPORT = r"(?:the |my |a |your )?(?:report|results?|findings)"
_SESSION = r"(?:the |this )?(?:session|research|run|work|whole thing)"
_PAUSE = rf"(?:pause|hold on|hang on|wait|take a break|hold it){_WHILE}|(?:one|just a|a) (?:moment|second|minute)"
_RESUME = rf"(?:resume|unpause|go on|carry on|continue|keep going|proceed)(?: {_SESSION}| with it)?"
_WRITE = (
    rf"(?:stop(?: here| there| reading| the {_SESSION})?,? (?:and|then) )?(?:write|finish|do|give me|show me|make)"
    rf" (?:it|{_REPORT}|everything|this)(?: up)?(?: (?:now|with what (?:you have|there is)|from what you have))?|"
    rf"(?:wrap|write) (?:it |this |things )?up|finish(?: up)?|"
    rf"(?:that's|that is|this is|i have|i've (?:read|seen|heard)|i have (?:read|seen|heard)) enough(?: for me)?"
    rf"(?:[,;:]? (?:and )?(?:write|finish) (?:it|{_REPORT})(?: up)?)?"
)
_STOP = rf"(?:stop|end|abort|quit|cancel)(?: (?:{_SESSION}|everything|it|here|there|reading|researching))?"
_ME = r"(?: me)?(?: with)?(?: (?:any|the|your|so many|that many))?(?: questions?| anything| things?)?(?: so)?"
_LESS = (
    rf"(?:ask|interrupt|bother|disturb){_ME} (?:less|less often|more rarely|fewer questions|less frequently)|"
    r"(?:ask me )?fewer questions|less questions|"
    rf"(?:stop|quit) (?:asking|interrupting|bothering|disturbing){_ME} (?:so much|so often|that often|all the time)|"
    rf"(?:don't|do not) (?:ask|interrupt|bother|disturb){_ME} (?:often|much|so often|so much|that often)"
)
_NEVER = (
    rf"(?:stop|quit) (?:asking|interrupting|bothering|disturbing){_ME}(?: any ?more| again)?|no more questions|"
    rf"(?:don't|do not|never) (?:ask|interrupt|bother|disturb){_ME}(?: any ?more| again| at all)?"
)
_MORE = (
    rf"(?:ask|check with|consult|involve){_ME} (?:more|more often|more questions|more frequently)|"
    r"(?:ask me )?more questions"
)
_ALWAYS = (
    rf"(?:always ask|ask|check with|consult){_ME} (?:always|every time|before (?:every|each).*)|always ask(?: me)?"
)


_PARTS = re.compile(r"\s*[.,;:!?]+\s*|\s+(?:and|so|then)\s+")
_FILLER = re.compile(
    r"(?:(?:just )?(?:get on with it|do it|go ahead|go on|carry on|continue)|thanks?(?: you)?|"
    r"ok(?:ay)?|good|fine|great|"
    r"(?:that's|that is|this is) (?:enough|fine|good|all)|i have to (?:go|leave)|i'm (?:busy|tired|in a hurry))?",
    re.I,
)


def command(text: str, c0: float) -> Command | None:
    """The move that a text asks for as a whole, None if it is none. `c0`: how often the session asks now."""
    if whole := _move(text, c0):
        return whole
    parts = [part for part in _PARTS.split(text.replace("’", "'")) if part]
    moves = {move for part in parts if not _FILLER.fullmatch(part) and (move := _move(part, c0) or Command(""))}
    return moves.pop() if len(moves) == 1 and moves != {Command("")} else None


def _move(text: str, c0: float) -> Command | None:
    said = " ".join(text.replace("’", "'").split()).strip(" .!?,;:")
    bare = ""
    while bare != said:
        bare, said = said, _EDGES.sub("", said).strip(" .!?,;:")
    for move, pattern in (("pause", _PAUSE), ("resume", _RESUME), ("write_now", _WRITE), ("stop", _STOP)):
        if re.fullmatch(pattern, bare, re.I):
            return Command(move)
    for pattern, moved in (
        (_NEVER, ASKS_RARELY),
        (_LESS, min(ASKS_RARELY, round(c0 + A_STEP, 2))),
        (_ALWAYS, ASKS_OFTEN),
        (_MORE, max(ASKS_OFTEN, round(c0 - A_STEP, 2))),
    ):
        if re.fullmatch(pattern, bare, re.I):
            return Command("ask", moved)
    return None
