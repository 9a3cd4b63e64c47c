"""What a session has that words may mean: its branches, those that were left out, its topic."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from steer_app.brains.offline.tools import Tools
from steer_app.steer.domain.place import depth, within
from steer_app.steer.skills.persona import Branch
from steer_app.steer.skills.persona.intents import thing
from steer_app.steer.skills.persona.matching import means, mentions, names
from steer_app.steer.skills.persona.phrases import OF_ONESELF, WANTED


@dataclass(frozen=True)
class Known:
    topic: str
    branches: Sequence[Branch]
    left_out: Sequence[Branch]
    tools: Tools

    def meant(self, part: str) -> list[Branch]:
        """The branches that a phrase means, or whose path it is."""
        return [b for b in self.branches if part == b.path or means(part, b.question, self.tools)]

    def named(self, part: str) -> list[Branch]:
        """The branches that a phrase names, with other words perhaps, or whose path it is."""
        return [b for b in self.branches if part == b.path or names(part, b.question, self.tools)]

    def only_one(self, part: str) -> list[Branch]:
        """The one branch that a looser reading finds; two would be a guess."""
        found = [b for b in self.branches if mentions(part, b.question, self.tools)]
        tops = topmost(found)
        return tops if len(tops) == 1 and not mentions(part, self.topic, self.tools) else []

    def all_but(self, kept: Sequence[str]) -> set[str] | None:
        """The paths of the root's directions that hold nothing of what is kept; None if nothing known is."""
        stays = [branch for part in kept for branch in self.named(part)]
        tops = [b.path for b in self.branches if depth(b.path) == 1]
        return {top for top in tops if not any(within(b.path, top) for b in stays)} if stays else None

    def torn(self, goes: Collection[str], kept: Collection[str]) -> tuple[Branch, Branch] | None:
        """A branch that is to stay, and the one above it that is to go, by their paths."""
        for top in (b for b in self.branches if b.path in goes):
            for branch in (b for b in self.branches if b.path in kept):
                if branch.path != top.path and within(branch.path, top.path):
                    return branch, top
        return None

    def put_away(self, part: str) -> list[Branch]:
        """The branches that were left out and are meant; those of a subtree by their top."""
        found = [b for b in self.left_out if part == b.path or names(part, b.question, self.tools)]
        return topmost(found)

    def is_topic(self, part: str) -> bool:
        return set(self.tools.stems(part)) >= {stem for chunk in self.tools.chunks(self.topic) for stem in chunk.key}

    def judges(self, statement: str, interests: Sequence[str]) -> bool:
        """Whether it says something of what the session reads or the person cares about, and neither what is wanted of
        it nor anything of the person: what should follow from that is anybody's guess."""
        if WANTED.search(statement) or OF_ONESELF.match(statement):
            return False
        known = [b.question for b in (*self.branches, *self.left_out)]
        phrases = [thing(chunk.text) for chunk in self.tools.chunks(statement)]
        return any(mentions(phrase, text, self.tools) for phrase in phrases for text in (*known, *interests))


def topmost(branches: Sequence[Branch]) -> list[Branch]:
    """Those that do not stand below another of them."""
    return [b for b in branches if not any(b is not other and within(b.path, other.path) for other in branches)]
