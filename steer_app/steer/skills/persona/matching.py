"""Which branches and aspects a few typed words mean."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from steer_app.brains.offline.lexicon import STOP, WEAK
from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.persona.everyday import GROUPS

LEAST_COS = 0.55
"""Below it two texts that share a word may still be about different things (measured: noise reaches .45)."""
# Phrases whose last noun is not what they are about: "exclude art" leaves "the state of the art" alone.
_FIXED = re.compile(
    r"\b(?:state[- ]of[- ]the[- ]art|point[- ]in[- ]time|cost[- ]of[- ]living|rule[- ]of[- ]thumb|"
    r"proof[- ]of[- ]concept|"
    r"quality[- ]of[- ]life|standard[- ]of[- ]living|return[- ]on[- ]investment|end[- ]of[- ]life|"
    r"peace[- ]of[- ]mind|"
    r"out[- ]of[- ]the[- ]box|terms[- ]of[- ]service|code[- ]of[- ]conduct|word[- ]of[- ]mouth|"
    r"balance[- ]of[- ]power|"
    r"freedom[- ]of[- ]speech|rule[- ]of[- ]law|burden[- ]of[- ]proof|line[- ]of[- ]credit|time[- ]of[- ]day)\b",
    re.I,
)


def means(typed: str, text: str, tools: Tools) -> bool:
    """Whether `typed` names what `text` is about: its phrase stands there, or its head noun heads a phrase there, or
    both are headed alike and near in meaning."""
    if any(names_a_phrase_of(words, text, tools) for words in (typed, *_in_other_words(typed, tools))):
        return True
    wanted, phrases = _phrases(typed, tools), _phrases(text, tools)
    alike = any(
        related(mine, head) for one in wanted for mine in one.heads for other in phrases for head in other.heads
    )
    return alike and tools.cos(typed, text) >= LEAST_COS


def names(typed: str, text: str, tools: Tools) -> bool:
    """As `means`, and also where what was typed only qualifies a phrase ("insulation" in "insulation needed"): for what
    takes nothing away."""
    return mentions(typed, text, tools) or means(typed, text, tools)


def mentions(typed: str, text: str, tools: Tools) -> bool:
    """Whether every phrase of what was typed, or of an everyday word for it, stands somewhere in a phrase there."""
    phrases = _phrases(text, tools)
    return any(
        wanted and all(any(_is_part(one, phrase) for phrase in phrases) for one in wanted)
        for wanted in (_phrases(words, tools) for words in (typed, *_in_other_words(typed, tools)))
    )


def _is_part(wanted: "_Phrase", phrase: "_Phrase") -> bool:
    return all(any(related(stem, other) for other in phrase.stems) for stem in wanted.stems)


def _in_other_words(typed: str, tools: Tools) -> list[str]:
    """Everyday words for the same thing, if the whole of what was typed is one."""
    stems = [stem for phrase in _phrases(typed, tools) for stem in phrase.stems]
    for group in GROUPS:
        if any(_same(stems, tools.stems(name)) for name in group):
            return [name for name in group if not _same(stems, tools.stems(name))]
    return []


def _same(left: Sequence[str], right: Sequence[str]) -> bool:
    return len(left) == len(right) and all(map(related, left, right))


def names_a_phrase_of(typed: str, text: str, tools: Tools) -> bool:
    return any(_stands_in(phrase, other) for phrase in _phrases(typed, tools) for other in _phrases(text, tools))


def nearest(typed: str, texts: Sequence[str], tools: Tools, most: int = 2, least: float = 0.35) -> list[str]:
    """The texts that `typed` may have meant, nearest first."""
    scored = sorted((-tools.cos(typed, text), place) for place, text in enumerate(texts))
    return [texts[place] for score, place in scored[:most] if -score >= least]


def related(left: str, right: str) -> bool:
    """One stem, or one with a vowel more ("nois" and "noisi")."""
    short, long = sorted((left, right), key=len)
    return short == long or (len(short) >= 4 and long.startswith(short) and len(long) <= len(short) + 1)


@dataclass(frozen=True)
class _Phrase:
    stems: tuple[str, ...]
    heads: tuple[str, ...]
    """The last stem, and those before it as long as the phrase ran on into a verb ("modern art catalogued")."""


# Verbs that questions end in, spelled like nouns: "audio guides cost" is headed by both.
_VERBS = frozenset(
    {"cost", "costs", "work", "yield", "differ", "affect", "compare", "perform", "plan", "fail", "price"}
)


def _phrases(text: str, tools: Tools) -> list[_Phrase]:
    """What lies between stop words. A question is too short to be weeded further, as `tools.chunks` does."""
    joined = _FIXED.sub(lambda found: re.sub(r"[- ]", "", found[0]), text)
    runs: list[list[str]] = [[]]
    for word in tools.words(joined):
        if word in STOP:
            runs.append([])
        else:
            runs[-1].append(word)
    return [_phrase(run, tools) for run in runs if run]


def _phrase(run: list[str], tools: Tools) -> _Phrase:
    stems = tuple(tools.stem(word) for word in run)
    first_head = len(run) - 1
    while first_head > 0 and _runs_on(run[first_head]):
        first_head -= 1
    return _Phrase(stems, stems[first_head:])


def _runs_on(word: str) -> bool:
    return word in _VERBS or word in WEAK or word.endswith("ed")


def _stands_in(wanted: _Phrase, other: _Phrase) -> bool:
    if len(wanted.stems) == 1:
        return any(related(wanted.stems[0], head) for head in other.heads)
    steps = range(len(other.stems) - len(wanted.stems) + 1)
    return any(all(map(related, wanted.stems, other.stems[at:])) for at in steps)
