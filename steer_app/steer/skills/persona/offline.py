"""Reads answers and remarks without a model. What it does not understand it refuses, with what may have been meant:
a branch pruned by mistake costs more than a question asked again."""

import re

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.aspects import AspectDraft
from steer_app.steer.skills.aspects.clauses import clauses, listed
from steer_app.steer.skills.common import KnownAspect
from steer_app.steer.skills.persona import Answer, Refused, Request, Superseded
from steer_app.steer.skills.persona.contradiction import contradicts
from steer_app.steer.skills.persona.intents import Wish, read
from steer_app.steer.skills.persona.matching import means, nearest
from steer_app.steer.skills.persona.subject import subject

SAME_ASPECT = 0.6
"""From here on a chosen direction serves an aspect that is there already."""
REPEATS = 0.8
BARE_WORDS = 4
MOST_WORDS = 25
_POINTS_BACK = re.compile(r"\b(?:it|them|that|this|so|one|either)$", re.I)


def answer(request: Request, tools: Tools) -> Answer:
    """Unticked directions change nothing: silence about a branch is no dislike of its subject."""
    return _Reading(request, tools).answer()


class _Reading:
    """One request on its way to an answer; each wish adds to it."""

    def __init__(self, request: Request, tools: Tools):
        self.request, self.tools = request, tools
        self.add: list[AspectDraft] = []
        self.superseded: dict[int, str] = {}
        self.prune: set[str] = set()
        self.focus: dict[int, None] = {}
        self.directions: list[str] = []
        self.refused: list[Refused] = []
        self.later: list[str] = []

    def answer(self) -> Answer:
        for question in self.request.ticked:
            self._chosen(question, "your choice")
        for question in self.request.added:
            self._chosen(question, "you said")
        for clause in clauses(self.request.remark):
            self._take(read(clause))
        return Answer(
            text=self._text(),
            add=self.add,
            supersede=[Superseded(id=id_, because=because) for id_, because in sorted(self.superseded.items())],
            prune=[branch.path for branch in self.request.branches if branch.path in self.prune],
            focus=[id_ for id_ in self.focus if id_ not in self.superseded],
            directions=self.directions,
            refused=self.refused,
        )

    def _chosen(self, question: str, origin: str) -> None:
        text = subject(question, self.request.topic, self.tools)
        served = [a for a in self._active() if self._serves(text, question, a)]
        for aspect in served:
            self.focus[aspect.id] = None
        if not served:
            self._new(text, origin, question)

    def _serves(self, text: str, question: str, aspect: KnownAspect) -> bool:
        return means(text, aspect.text, self.tools) or self.tools.cos(question, aspect.text) >= SAME_ASPECT

    def _take(self, wish: Wish) -> None:
        match wish.intent:
            case "stop":
                self._stop(wish)
            case "more":
                for part in listed(wish.object):
                    self._more(part, wish)
            case "ask":
                self._ask(wish)
            case "fact":
                self._state(wish)
            case "wish":
                self._wish(wish)
            case "less":
                self._refuse(
                    wish, f"I can leave a direction out or go deeper, not read less of it: write “skip {wish.object}”."
                )
            case "unclear":
                self._refuse(
                    wish, f"“{wish.clause}” does not say what it is about: write, for example, “skip” and a subject."
                )

    def _stop(self, wish: Wish) -> None:
        for part in listed(wish.object):
            part = part.removeprefix("no ").strip()
            if means(part, self.request.topic, self.tools) and self._is_topic(part):
                self._refuse(wish, f"“{part}” is what the whole session is about.")
                continue
            branches = [b for b in self.request.branches if part == b.path or means(part, b.question, self.tools)]
            aspects = [a for a in self._active() if means(part, a.text, self.tools)]
            self.prune |= {branch.path for branch in branches}
            self.superseded |= {aspect.id: f"You said later: “{wish.clause}”." for aspect in aspects}
            if not branches and not aspects:
                self._refuse(wish, self._not_found(part))

    def _is_topic(self, part: str) -> bool:
        return set(self.tools.stems(part)) >= {
            stem for chunk in self.tools.chunks(self.request.topic) for stem in chunk.key
        }

    def _more(self, part: str, wish: Wish) -> None:
        part = part.removeprefix("also ").removeprefix("not only ").strip()
        part = next(
            (subject(b.question, self.request.topic, self.tools) for b in self.request.branches if b.path == part), part
        )
        aspects = [a for a in self._active() if means(part, a.text, self.tools)]
        for aspect in aspects:
            self.focus[aspect.id] = None
        if not aspects:
            self._new(part, "you said", wish.clause)

    def _ask(self, wish: Wish) -> None:
        named = [b for b in self.request.branches if means(wish.object, b.question, self.tools)]
        is_question = wish.clause.endswith("?") or len(wish.object.split()) > 6
        if named and not is_question:
            self._more(wish.object, wish)
            return
        self.directions.append(_question(wish))

    def _state(self, wish: Wish, lead: str = "") -> None:
        statement = wish.object
        if self.later and _POINTS_BACK.search(statement):
            self._extend(statement)
            return
        for aspect in self._active():
            if because := contradicts(statement, aspect.text, self.tools):
                self.superseded[aspect.id] = because
        self._new(statement, "you said", wish.clause)
        self.later.append(f"{lead}{statement}")

    def _extend(self, statement: str) -> None:
        """ "We rent it, we don't own it": the second half says nothing by itself."""
        self.later[-1] = f"{self.later[-1]}, {statement}"

    def _wish(self, wish: Wish) -> None:
        """A few bare words that name an aspect ask for more of it; anything else is a statement."""
        clash = any(contradicts(wish.object, aspect.text, self.tools) for aspect in self._active())
        named = any(means(wish.object, aspect.text, self.tools) for aspect in self._active())
        if named and not clash and len(wish.object.split()) <= BARE_WORDS:
            self._more(wish.object, wish)
        else:
            self._state(wish, "Also: ")

    def _new(self, text: str, origin: str, words: str) -> None:
        """An aspect more, unless one that stays says the same."""
        text = " ".join(text.split()[:MOST_WORDS])
        there = [a.text for a in self._active()] + [draft.text for draft in self.add]
        if text and not any(
            self.tools.cos(text, other) >= REPEATS and not contradicts(text, other, self.tools) for other in there
        ):
            self.add.append(AspectDraft(text=text, origin=origin, words=words))

    def _active(self) -> list[KnownAspect]:
        return [aspect for aspect in self.request.aspects if aspect.id not in self.superseded]

    def _refuse(self, wish: Wish, reason: str) -> None:
        self.refused.append(Refused(text=wish.clause, reason=reason))

    def _not_found(self, part: str) -> str:
        named = [*(b.question for b in self.request.branches), *(a.text for a in self._active())]
        offers = nearest(part, named, self.tools)
        if not offers:
            return f"I did not find what “{part}” refers to. Name it in the words of a direction or of an aspect."
        return f"I did not find what “{part}” refers to. Did you mean {' or '.join(f'“{offer}”' for offer in offers)}?"

    def _text(self) -> str:
        """The old text stays: a correction is added, so that nothing the person said is lost."""
        sign = "Correction: " if self.superseded else ""
        said = " ".join(_sentence(statement) for statement in self.later)
        return f"{self.request.text} {sign}{said}".strip() if said else self.request.text


def _question(wish: Wish) -> str:
    if wish.clause.endswith("?") and not wish.clause.lower().startswith(("what about", "how about")):
        return _sentence(wish.object).rstrip(".") + "?"
    return f"What do the sources say about {wish.object}?"


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}" + ("" if words.endswith((".", "!", "?")) else ".")
