"""What a question wants to be told, part by part, and how far a text tells it in words and in figures."""

import math
from collections.abc import Sequence

from steer_app.brains.offline.measures import Sought, matter_stems, settles
from steer_app.brains.offline.names import names
from steer_app.brains.offline.words import words

NAMED = 0.3
"""A name in more of the texts than this is what all of them are about, and tells nothing apart."""
RELATED = 0.6
"""What another word of the same matter counts beside the question's own."""


class Wanted:
    """`parts` of a question beside the texts that were found for it; `topic` is what the session asks.

    Names that most of the texts hold are left out where figures are asked for: there the words beside a figure are few.
    """

    def __init__(self, parts: Sequence[Sought], texts: Sequence[str], topic: str = ""):
        self.parts = list(parts)
        self.in_figures = any(part.kinds for part in self.parts)
        """Whether figures would settle a part."""
        self._found: dict[str, int] = {}
        for text in texts:
            for term in set(matter_stems(text)):
                self._found[term] = self._found.get(term, 0) + 1
        self._texts = len(texts)
        named = _named(topic) if self.in_figures else frozenset[str]()
        counts = {term: self._found.get(term, 0) for term in named}
        self.common = frozenset(term for term, count in counts.items() if count > NAMED * self._texts)
        # What one name is told of another ("learn from Wendlecote") stays.
        if named and self.common == named:
            self.common -= {term for term, count in counts.items() if 2 * count < max(counts.values())}
        self._names = {term for part in self.parts if part.kinds for term in _named(part.text)} - self.common

    def looked_for(self) -> list[str]:
        """Of each part the words to look for: without the names that many of the texts hold, with a few further words
        of the same matter."""
        pairs = zip(self.bare(), self.parts, strict=True)
        return [" ".join([bare, *part.other_words]) for bare, part in pairs]

    def bare(self) -> list[str]:
        """The words of each part, without the names that many of the texts hold."""
        return [self._bare(part) for part in self.parts]

    def _bare(self, part: Sought) -> str:
        every = words(part.text)
        kept = [word for word in every if not self.common & set(matter_stems(word))]
        return " ".join(kept) if kept and kept != every else part.text

    def weight(self, term: str) -> float:
        """1 for a stem of every text, more the rarer it is, and 0 for a name that many hold."""
        return 0.0 if term in self.common else math.log((self._texts + 1) / (self._found.get(term, 0) + 1)) + 1

    def is_named_by(self, title: str) -> bool:
        """Whether a document's title has a name of the question that not all are about."""
        return bool(self._context(title))

    def _context(self, title: str) -> set[str]:
        """Names of the question that a document's title has: each of its sentences is about them."""
        return self._names & set(matter_stems(title))

    def recalls(self, text: str, title: str = "") -> list[float]:
        """By part: the share, by rarity, of its stems that occur, those that no text holds left out; at least RELATED
        where another word of the matter does. In [0, 1]."""
        have = (set(matter_stems(text)) | self._context(title)) - self.common
        return [self._recall(part.stems, part.related, have) for part in self.parts]

    def _recall(self, own: frozenset[str], related: frozenset[str], have: set[str]) -> float:
        terms = sorted(term for term in own if term in self._found)
        total = math.fsum(self.weight(term) for term in terms)
        direct = math.fsum(self.weight(term) for term in terms if term in have) / total if total else 0.0
        return max(direct, RELATED * bool(related & have))

    def recall(self, text: str, title: str = "") -> float:
        return max(self.recalls(text, title), default=0.0)

    def settles(self, text: str, title: str = "") -> list[float]:
        """By part: how far a figure of the kind it is told in settles it, in [0, 1]."""
        context = self._context(title)
        return [settles(text, part, self.common, context) for part in self.parts]

    def settled(self, text: str, title: str = "") -> float:
        return max(self.settles(text, title), default=0.0)


def _named(text: str) -> frozenset[str]:
    return frozenset(term for name in names(f"about {text}") for term in matter_stems(name))
