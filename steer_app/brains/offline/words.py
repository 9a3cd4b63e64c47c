"""Words, stems and how much each says: the ground that every other tool stands on."""

import math
import re
from collections.abc import Iterable, Sequence

from steer_app.brains import stemming
from steer_app.brains.offline.lexicon import STOP

_TOKEN = re.compile(r"[^\W_]+(?:[_'’][^\W_]+)*")

INVISIBLE = str.maketrans("", "", "\u200b\u200c\u200d\u00ad\ufeff")
"""Break opportunities that manuals put into long names: for a reader the name is one word."""


def words(text: str) -> list[str]:
    """The text's words in order, lower case; a compound with a hyphen gives its parts."""
    return [token.lower().replace("’", "'") for token in _TOKEN.findall(text.translate(INVISIBLE))]


def stem(word: str) -> str:
    """The word's Snowball stem, lower case, without a possessive; what is not all letters is its own stem."""
    return stemming.stem(word.lower().replace("’", "'").removesuffix("'s"))


def stems(text: str) -> list[str]:
    """Stems of the content words in order, repeats kept; stop words are left out."""
    return [stem(word) for word in words(text) if word not in STOP]


def normalised(text: str) -> str:
    """Lower case words only, for finding out whether two texts say the same in the same words."""
    return " ".join(words(text))


class Idf:
    """How rare each stem is in the given texts: ln((n + 1) / (df + 1)) + 1, so an unseen stem weighs most."""

    def __init__(self, texts: Iterable[str]):
        found: dict[str, int] = {}
        self.texts = 0
        for text in texts:
            self.texts += 1
            for term in set(stems(text)):
                found[term] = found.get(term, 0) + 1
        self._found = found

    def weight(self, term: str) -> float:
        return math.log((self.texts + 1) / (self._found.get(term, 0) + 1)) + 1

    def recall(self, wanted: Sequence[str], have: Iterable[str]) -> float:
        """The share, by weight, of the wanted stems that occur; 0 when none is wanted. In [0, 1]."""
        terms = sorted(set(wanted))
        there = set(have)
        total = math.fsum(self.weight(term) for term in terms)
        return math.fsum(self.weight(term) for term in terms if term in there) / total if total else 0.0
