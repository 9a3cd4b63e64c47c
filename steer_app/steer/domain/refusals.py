"""Why a steer is refused: a closed list, each reason with its plain sentence and what to do instead."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from steer_app.runs.domain.failures import SteerRefused


class Why(StrEnum):
    UNKNOWN_MOVE = "unknown move"
    STARTING = "starting"
    REPORTING = "report being written"
    ENDED = "ended"
    EMPTY = "empty"
    OUT_OF_RANGE = "out of range"
    NO_SUCH_BRANCH = "no such branch"
    ROOT_STAYS = "root stays"
    LEFT_OUT_ALREADY = "left out already"
    NOT_READABLE = "could not be read"
    IN_QUESTION = "part of the open question"
    NOT_LEFT_OUT = "not left out"
    LEFT_OUT_ABOVE = "left out above"
    NOT_FOLLOWED = "not followed"
    TOO_DEEP = "too deep"
    THERE_ALREADY = "there already"
    NOTHING_TO_CONFIRM = "nothing to confirm"
    DECLINED = "declined"
    NOT_PAUSED = "not paused"
    PAUSED_ALREADY = "paused already"
    INTERESTS_TO_COME = "interests to come"
    NO_SUCH_INTEREST = "no such interest"
    SAID_ALREADY = "said already"
    HOLDS_ALREADY = "holds already"
    HOLDS_NO_MORE = "holds no more"
    NOTHING_IN_ITS_PLACE = "nothing in its place"
    AT_THE_END = "first or last already"
    NOT_UNDERSTOOD = "not understood"
    NOT_FOUND = "names nothing here"
    WHOLE_SUBJECT = "the whole subject"
    A_QUESTION_TO_ME = "a question to the session"
    HOW_IT_IS_WRITTEN = "how the report is written"
    NOTHING_TO_CHANGE = "nothing to change"
    HANGS_TOGETHER = "hangs together"
    PART_OF_IT = "only a part of it"
    NOT_POSSIBLE = "not possible"
    NOT_TAKEN_IN = "could not be taken in"


@dataclass(frozen=True)
class Reason:
    says: str
    do: str
    """What the person can do instead."""


REASONS: dict[Why, Reason] = {
    Why.UNKNOWN_MOVE: Reason("A session cannot do “{kind}”.", "Use the buttons, or say it in your own words."),
    Why.STARTING: Reason("The session is just starting.", "Try again in a moment."),
    Why.REPORTING: Reason(
        "The report is being written, so this session takes nothing in any more.",
        "Start a follow-up from its finished tree, with this as its first step.",
    ),
    Why.ENDED: Reason(
        "The session ended before this could be applied.",
        "Start a follow-up from its finished tree, with this as its first step.",
    ),
    Why.EMPTY: Reason("There are no words in it.", "Write what you want."),
    Why.OUT_OF_RANGE: Reason("{name} must be a number from {least} to {most}.", "Choose one in between."),
    Why.NO_SUCH_BRANCH: Reason("There is no such branch.", "Pick one in the tree."),
    Why.ROOT_STAYS: Reason("The root is the question itself.", "To end it, stop the session instead."),
    Why.LEFT_OUT_ALREADY: Reason("“{branch}” is left out already.", "Nothing needs doing."),
    Why.NOT_READABLE: Reason("“{branch}” could not be read, so there is nothing to leave out.", "Nothing needs doing."),
    Why.IN_QUESTION: Reason(
        "“{branch}” is part of the open question.", "Answer it there: tick it, or leave it unticked."
    ),
    Why.NOT_LEFT_OUT: Reason("“{branch}” is followed, so it cannot be brought back.", "Nothing needs doing."),
    Why.LEFT_OUT_ABOVE: Reason("“{branch}”, a branch above it, is left out.", "Bring that one back first."),
    Why.NOT_FOLLOWED: Reason(
        "Nothing can be added below “{branch}”: it is {status}.", "Add it somewhere else, or bring that branch back."
    ),
    Why.TOO_DEEP: Reason("That is as deep as a direction can be added.", "Add it higher up."),
    Why.THERE_ALREADY: Reason("That question is in the tree already at {path}.", "Open it there."),
    Why.NOTHING_TO_CONFIRM: Reason("There is nothing left to confirm there.", "Say again what you want."),
    Why.DECLINED: Reason("You said no to it.", "Nothing was changed."),
    Why.NOT_PAUSED: Reason("The session is not paused.", "Nothing needs doing."),
    Why.PAUSED_ALREADY: Reason("The session is paused already.", "Press Go on when you want it to go on."),
    Why.INTERESTS_TO_COME: Reason("Your interests are still being worked out.", "Try again in a moment."),
    Why.NO_SUCH_INTEREST: Reason("There is no such interest.", "Pick one of those that are shown."),
    Why.SAID_ALREADY: Reason("That is what it says already.", "Nothing needs doing."),
    Why.HOLDS_ALREADY: Reason("“{interest}” holds already.", "Nothing needs doing."),
    Why.HOLDS_NO_MORE: Reason("“{interest}” does not hold any more.", "Bring it back first."),
    Why.NOTHING_IN_ITS_PLACE: Reason("Nothing has taken the place of “{interest}”.", "Nothing needs doing."),
    Why.AT_THE_END: Reason("“{interest}” is the {end} already.", "Nothing needs doing."),
    Why.NOT_UNDERSTOOD: Reason(
        "I did not understand “{words}”.",
        "Say it like “skip rebates”, “deeper on noise”, “bring back parking” or “look into Norway”.",
    ),
    Why.NOT_FOUND: Reason(
        "I did not find what “{words}” refers to.", "{offer}Name it in the words of a direction or of an interest."
    ),
    Why.WHOLE_SUBJECT: Reason("“{words}” is what the whole session is about.", "To end it, stop the session."),
    Why.A_QUESTION_TO_ME: Reason(
        "“{words}” asks about the session itself, and I only steer it.",
        "“Why” beside a decision and “Trace” show what was done; for the subject, say “look into” and what.",
    ),
    Why.HOW_IT_IS_WRITTEN: Reason(
        "How the report is written, its language, length or form, cannot be steered.",
        "Steer what it is about: “skip”, “deeper on”, “look into”.",
    ),
    Why.NOTHING_TO_CHANGE: Reason("There was nothing to change in that.", "Nothing needs doing."),
    Why.HANGS_TOGETHER: Reason(
        "“{kept}” hangs on “{branch}”, so it cannot stay without it.", "Leave out the other directions one by one."
    ),
    Why.PART_OF_IT: Reason(
        "“{words}” takes something out of what it leaves out.", "Name what shall go, one direction at a time."
    ),
    Why.NOT_POSSIBLE: Reason("That cannot be done as it is.", "Try it in other words."),
    Why.NOT_TAKEN_IN: Reason("It could not be taken in: {fault}", "Say it again, or use the buttons."),
}


def sentence(why: Why, **named: Any) -> str:
    """The reason and what to do, in words."""
    reason = REASONS[why]
    return f"{reason.says} {reason.do}".format(**{"offer": "", **named})


def refused(why: Why, *, since: str = "", **named: Any) -> SteerRefused:
    """The refusal to raise; `since`: what had changed since the state that the steer was written against."""
    return SteerRefused(sentence(why, **named), because=why.value, since=since)


def known(name: str, otherwise: Why) -> Why:
    """A reason by the name that a brain or an older row gives it."""
    return Why(name) if name in Why._value2member_map_ else otherwise
