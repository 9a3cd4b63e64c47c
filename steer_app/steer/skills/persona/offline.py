"""Reads answers and remarks without a model. What it does not understand it refuses, with what may have been meant:
a branch pruned by mistake costs more than a question asked again."""

from steer_app.brains.offline.tools import Tools
from steer_app.steer.domain.place import ROOT
from steer_app.steer.domain.refusals import Why, sentence
from steer_app.steer.skills.aspects import AspectDraft
from steer_app.steer.skills.aspects.clauses import clauses, listed
from steer_app.steer.skills.common import KnownAspect
from steer_app.steer.skills.persona import Answer, Direction, Refused, Request, Superseded
from steer_app.steer.skills.persona.contradiction import contradicts
from steer_app.steer.skills.persona.intents import Wish, read, thing
from steer_app.steer.skills.persona.known import Known, topmost
from steer_app.steer.skills.persona.matching import means, names, nearest
from steer_app.steer.skills.persona.phrases import (
    ALL_BUT,
    BACK,
    EXCEPT,
    OF_THIS,
    POINTS_AT,
    POINTS_BACK,
    PRONOUN,
    SAME_THING,
    STATES,
    as_sentence,
    asked_as,
    further,
    is_spoken_of,
    without_reason,
)
from steer_app.steer.skills.persona.places import placed, without_place
from steer_app.steer.skills.persona.subject import subject

SAME_ASPECT = 0.6
"""From here on a chosen direction serves an aspect that is there already."""
REPEATS = 0.8
BARE_WORDS = 4
MOST_WORDS = 25


def answer(request: Request, tools: Tools) -> Answer:
    """Unticked directions change nothing: silence about a branch is no dislike of its subject."""
    return _Reading(request, tools).answer()


class _Reading:
    """One request on its way to an answer; each wish adds to it."""

    def __init__(self, request: Request, tools: Tools):
        self.request, self.tools = request, tools
        self.known = Known(request.topic, request.branches, request.left_out, tools)
        self.add: list[AspectDraft] = []
        self.superseded: dict[int, str] = {}
        self.prune: set[str] = set()
        self.focus: dict[int, None] = {}
        self.directions: list[Direction] = []
        self.revive: set[str] = set()
        self.under = ROOT
        self.last: Wish | None = None
        """What was spoken of last: what "it" means."""
        self.wants_more = False
        self.refused: list[Refused] = []
        self.later: list[str] = []

    def answer(self) -> Answer:
        for question in self.request.ticked:
            self._chosen(question, "your choice")
        for question in self.request.added:
            self._chosen(question, "you said")
        place, remark = placed(self.request.remark)
        if place:
            self.under = self._place(place)
        wishes = [read(clause) for clause in clauses(remark, relative=False)]
        self.wants_more = any(wish.intent == "more" for wish in wishes)
        self.kept: list[str] = []
        for wish, after in zip(wishes, [*wishes[1:], None], strict=False):
            self._take(wish, after)
            if wish.intent not in {"nothing", "unclear"} and not PRONOUN.match(wish.object):
                self.last = wish
        if torn := self._torn():
            return Answer(text=self.request.text, refused=[torn])
        return Answer(
            text=self._text(),
            add=self.add,
            supersede=[Superseded(id=id_, because=because) for id_, because in sorted(self.superseded.items())],
            prune=[branch.path for branch in self.request.branches if branch.path in self.prune],
            focus=[id_ for id_ in self.focus if id_ not in self.superseded],
            directions=self.directions,
            revive=[branch.path for branch in self.request.left_out if branch.path in self.revive],
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

    def _take(self, wish: Wish, after: Wish | None) -> None:
        match wish.intent:
            case "stop":
                self._stop(wish)
            case "more":
                for part in listed(wish.object):
                    self._more(part, wish)
            case "ask" if not is_spoken_of(after):
                self._ask(wish)
            case "revive":
                self._revive(wish)
            case "fact" | "wish" if self.last and self.last.intent == "stop" and SAME_THING.match(wish.object):
                pass  # why it shall go ("they are too expensive") is no interest
            case "fact" | "wish" if OF_THIS.match(wish.object) and not self.later and not self._clashes(wish.object):
                self._refuse(wish, sentence(Why.NOT_UNDERSTOOD, words=wish.clause), Why.NOT_UNDERSTOOD)
            case "fact" if self._judges(wish) and not is_spoken_of(after) and not self._clashes(wish.object):
                self._refuse(wish, sentence(Why.NOT_UNDERSTOOD, words=wish.clause), Why.NOT_UNDERSTOOD)
            case "fact":
                self._state(wish, is_reason=is_spoken_of(after))
            case "wish":
                self._wish(wish, after)
            case "less" if not self.wants_more:
                self._refuse(
                    wish, f"I can leave a direction out or go deeper, not read less of it: write “skip {wish.object}”."
                )
            case "form":
                self._refuse(wish, sentence(Why.HOW_IT_IS_WRITTEN), Why.HOW_IT_IS_WRITTEN)
            case "to me":
                self._refuse(wish, sentence(Why.A_QUESTION_TO_ME, words=wish.clause), Why.A_QUESTION_TO_ME)
            case "part":
                self._refuse(wish, sentence(Why.PART_OF_IT, words=wish.clause), Why.PART_OF_IT)
            case "unclear":
                self._refuse(wish, sentence(Why.NOT_UNDERSTOOD, words=wish.clause), Why.NOT_UNDERSTOOD)

    def _stop(self, wish: Wish) -> None:
        if found := ALL_BUT.match(wish.object):
            self._stop_all_but(found["kept"] or "", wish)
            return
        named, *others = self._spoken_of(wish)
        for part in (without_reason(named), *(one for one in others if not STATES.search(one))):
            part = part.removeprefix("no ").strip()
            if EXCEPT.search(part):
                self._refuse(wish, sentence(Why.PART_OF_IT, words=wish.clause), Why.PART_OF_IT)
                continue
            if means(part, self.request.topic, self.tools) and self.known.is_topic(part):
                self._refuse(wish, sentence(Why.WHOLE_SUBJECT, words=part), Why.WHOLE_SUBJECT)
                continue
            branches = self.known.meant(part)
            aspects = [a for a in self._active() if means(part, a.text, self.tools)]
            branches = branches or ([] if aspects else self.known.only_one(part))
            self.prune |= {branch.path for branch in branches}
            self.superseded |= {aspect.id: f"You said later: “{wish.clause}”." for aspect in aspects}
            if not branches and not aspects:
                self._not_found(part, wish)

    def _torn(self) -> Refused | None:
        """What shall stay hangs on what shall go: neither is done."""
        if pair := self.known.torn(self.prune, self.kept):
            said = sentence(Why.HANGS_TOGETHER, kept=pair[0].question, branch=pair[1].question)
            return Refused(text=self.request.remark, reason=said, because=Why.HANGS_TOGETHER.value)
        return None

    def _stop_all_but(self, kept: str, wish: Wish) -> None:
        """Without a word on what stays, nothing."""
        others = self.known.all_but([part.strip() for part in listed(kept) if part.strip()])
        if others is None:
            self._not_found(kept or wish.object, wish)
        else:
            self.prune |= others

    def _spoken_of(self, wish: Wish) -> list[str]:
        """The things that a wish is about; what "it" means was spoken of just before."""
        if not PRONOUN.match(wish.object):
            return listed(wish.object)
        if self.last is None:
            return [wish.object]
        if self.last.intent not in {"fact", "wish"}:
            return listed(self.last.object)
        spoken = [thing(chunk.text) for chunk in self.tools.chunks(self.last.object)]
        named = [text for text in spoken if any(means(text, other, self.tools) for other in self._texts())]
        return named or [wish.object]

    def _revive(self, wish: Wish) -> None:
        for part in self._spoken_of(wish):
            back = self.known.put_away(part)
            self.revive |= {branch.path for branch in back}
            if not back and BACK.search(wish.clause) and (there := self.known.named(part)):
                self._refuse(wish, sentence(Why.NOT_LEFT_OUT, branch=there[0].question), Why.NOT_LEFT_OUT)
            elif not back:
                self._more_or_ask(part, wish)

    def _more_or_ask(self, part: str, wish: Wish) -> None:
        if any(names(part, text, self.tools) for text in self._texts()):
            self._more(part, wish)
        else:
            self._not_found(part, wish)

    def _more(self, part: str, wish: Wish) -> None:
        part = part.removeprefix("also ").removeprefix("not only ").strip()
        if PRONOUN.match(part):
            for spoken in self._spoken_of(wish):
                if not PRONOUN.match(spoken):
                    self._more(spoken, wish)
            return
        part = next(
            (subject(b.question, self.request.topic, self.tools) for b in self.request.branches if b.path == part), part
        )
        aspects = [a for a in self._active() if means(part, a.text, self.tools)]
        aspects = aspects or [a for a in self._active() if names(part, a.text, self.tools)]
        self.kept += [b.path for b in self.request.branches if means(part, b.question, self.tools)]
        for aspect in aspects:
            self.focus[aspect.id] = None
        if aspects:
            return
        if not any(names(part, b.question, self.tools) for b in self.request.branches) and (
            back := self.known.put_away(part)
        ):
            self.revive |= {branch.path for branch in back}
            return
        self._new(part, "you said", wish.clause)

    def _ask(self, wish: Wish) -> None:
        if self.directions and self.last and self.last.intent == "ask" and POINTS_AT.search(wish.object):
            asked = self.directions[-1]
            self.directions[-1] = Direction(question=further(asked.question, wish.object), under=asked.under)
            return
        wanted, place, dropped = without_place(wish.object)
        under = self._place(place) if place else self.under
        if not under:
            return
        named = [b for b in self.request.branches if means(wanted, b.question, self.tools)]
        is_question = wish.clause.endswith("?") or len(wanted.split()) > 6
        if dropped:
            self._stop(Wish("stop", dropped, wish.clause))
        back = [b for b in self.known.put_away(wanted) if means(wanted, b.question, self.tools)]
        if not is_question and not named and back:
            self.revive |= {branch.path for branch in back}
            return
        if named and not is_question and under == ROOT:
            self._more(wanted, wish)
            return
        self.directions.append(Direction(question=asked_as(wish, wanted), under=under))

    def _place(self, words: str) -> str:
        """The path of the one branch that is meant as a place; "" if none is, which is told."""
        tops = topmost(self.known.named(words))
        if len(tops) == 1:
            return tops[0].path
        self._not_found(words, Wish("ask", words, words))
        return ""

    def _state(self, wish: Wish, lead: str = "", *, is_reason: bool = False) -> None:
        """`is_reason`: said for the sake of what follows ("I have one already, so leave that out"); no interest."""
        statement = wish.object
        if self.later and POINTS_BACK.search(statement):
            self._extend(statement)
            return
        for aspect in self._active():
            if because := contradicts(statement, aspect.text, self.tools):
                self.superseded[aspect.id] = because
        if not is_reason:
            self._new(statement, "you said", wish.clause)
        self.later.append(f"{lead}{statement}")

    def _extend(self, statement: str) -> None:
        """ "We rent it, we don't own it": the second half says nothing by itself."""
        self.later[-1] = f"{self.later[-1]}, {statement}"

    def _judges(self, wish: Wish) -> bool:
        return self.known.judges(wish.object, [aspect.text for aspect in self._active()])

    def _clashes(self, statement: str) -> bool:
        return any(contradicts(statement, aspect.text, self.tools) for aspect in self._active())

    def _wish(self, wish: Wish, after: Wish | None) -> None:
        """A few bare words that name an aspect or a branch ask for more of it; a statement is one; other bare words say
        nothing that could be done."""
        clash = self._clashes(wish.object)
        named = any(means(wish.object, text, self.tools) for text in self._texts())
        if named and not clash and len(wish.object.split()) <= BARE_WORDS:
            self._more(wish.object, wish)
        elif clash or (STATES.search(wish.object) and not self._judges(wish)):
            self._state(wish, "Also: ", is_reason=is_spoken_of(after))
        else:
            self._refuse(wish, sentence(Why.NOT_UNDERSTOOD, words=wish.clause), Why.NOT_UNDERSTOOD)

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

    def _texts(self) -> list[str]:
        """All that can be spoken of: directions, then interests."""
        return [*(b.question for b in self.request.branches), *(a.text for a in self._active())]

    def _refuse(self, wish: Wish, reason: str, because: Why = Why.NOT_UNDERSTOOD) -> None:
        self.refused.append(Refused(text=wish.clause, reason=reason, because=because.value))

    def _not_found(self, part: str, wish: Wish) -> None:
        """What is left out already is told so; for anything else what may have been meant is offered."""
        for branch in self.known.put_away(part) if wish.intent == "stop" else ():
            self._refuse(wish, sentence(Why.LEFT_OUT_ALREADY, branch=branch.question), Why.LEFT_OUT_ALREADY)
            return
        offers = " or ".join(f"“{one}”" for one in nearest(part, self._texts(), self.tools))
        offer = f"Did you mean {offers}? " if offers else ""
        self._refuse(wish, sentence(Why.NOT_FOUND, words=part, offer=offer), Why.NOT_FOUND)

    def _text(self) -> str:
        """The old text stays: a correction is added, so that nothing the person said is lost."""
        sign = "Correction: " if self.superseded else ""
        said = " ".join(as_sentence(statement) for statement in self.later)
        return f"{self.request.text} {sign}{said}".strip() if said else self.request.text
