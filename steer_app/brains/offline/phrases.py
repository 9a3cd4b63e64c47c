"""The terms of a set of texts: phrases that repeat, ranked (C-value: Frantzi, Ananiadou and Mima 2000, made small)."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from steer_app.brains.offline.chunks import Chunk, subchunks

_LENGTH_WEIGHT = {1: 0.5, 2: 1.4, 3: 1.6, 4: 1.5}


@dataclass(frozen=True)
class Phrase:
    key: tuple[str, ...]
    text: str
    """Its commonest form, the plural if the texts use one."""
    noun: str
    """The same as it stands in a sentence: with "the" where the texts put an article before the singular."""
    count: int
    spread: int
    """In how many of the texts it occurs."""
    score: float


def phrases(texts: Sequence[str], without: Iterable[str] = ()) -> list[Phrase]:
    """Phrases of 1 to 4 words, best first. None consists only of the stems in `without`.

    A phrase counts only where it is not part of a longer one that repeats as often. A single word needs to occur twice,
    and on its own in a quarter of the cases: "Road" is no term where all roads have names.
    """
    barred = set(without)
    found: dict[tuple[str, ...], list[Chunk]] = {}
    spread: dict[tuple[str, ...], int] = {}
    for text in texts:
        here = [chunk for chunk in subchunks(text) if not barred.issuperset(chunk.key)]
        for chunk in here:
            found.setdefault(chunk.key, []).append(chunk)
        for key in {chunk.key for chunk in here}:
            spread[key] = spread.get(key, 0) + 1
    bound = _Bound(found)
    nested = _nested_counts({key: len(group) for key, group in found.items()})
    ranked = [
        _phrase(key, group, len(group) - nested.get(key, 0), spread[key])
        for key, group in found.items()
        if len(group) > nested.get(key, 0) and (len(key) > 1 or _is_used_alone(group)) and not bound.cuts(key)
    ]
    return sorted(ranked, key=lambda phrase: (-phrase.score, phrase.key))


def _is_used_alone(group: list[Chunk]) -> bool:
    return len(group) > 1 and 4 * sum(chunk.is_whole for chunk in group) >= len(group)


class _Bound:
    """Words that nearly always come as a pair: a phrase that holds one of them at its edge must hold the other."""

    SHARE = 0.7

    def __init__(self, found: dict[tuple[str, ...], list[Chunk]]):
        self._counts = {key: len(group) for key, group in found.items() if len(key) <= 2}
        self._after: dict[str, int] = {}
        self._before: dict[str, int] = {}
        for key, count in self._counts.items():
            if len(key) == 2:
                self._after[key[0]] = max(self._after.get(key[0], 0), count)
                self._before[key[1]] = max(self._before.get(key[1], 0), count)

    def cuts(self, key: tuple[str, ...]) -> bool:
        return self._is_tied(key[-1], self._after) or self._is_tied(key[0], self._before)

    def _is_tied(self, word: str, pairs: dict[str, int]) -> bool:
        pair = pairs.get(word, 0)
        return pair > 1 and pair >= self.SHARE * self._counts.get((word,), pair)


def _nested_counts(counts: dict[tuple[str, ...], int]) -> dict[tuple[str, ...], int]:
    """How often a phrase stands inside its commonest longer phrase, if that repeats."""
    nested: dict[tuple[str, ...], int] = {}
    for key, count in counts.items():
        if count > 1 and len(key) > 1:
            for part in (key[1:], key[:-1]):
                nested[part] = max(nested.get(part, 0), count)
    return nested


def _phrase(key: tuple[str, ...], group: list[Chunk], alone: int, spread: int) -> Phrase:
    text = _form(group)
    score = alone * _LENGTH_WEIGHT.get(len(text.split()), 1.0) * (1 + math.log(spread))
    return Phrase(key, text, _with_article(text, group), len(group), spread, round(score, 6))


def _form(group: list[Chunk]) -> str:
    counts: dict[str, int] = {}
    for chunk in group:
        counts[chunk.text] = counts.get(chunk.text, 0) + 1
    ranked = sorted(counts, key=lambda form: (-counts[form], len(form), form))
    plurals = [form for form in ranked if is_plural(form)]
    return plurals[0] if plurals and not ranked[0][0].isupper() else ranked[0]


def _with_article(text: str, group: list[Chunk]) -> str:
    with_article = sum(chunk.article != "" for chunk in group if chunk.text == text)
    total = sum(chunk.text == text for chunk in group)
    least = 0.5 if text[0].isupper() else 0.35
    return f"the {text}" if with_article >= least * total and not is_plural(text) else text


def is_plural(text: str) -> bool:
    """By its ending: close enough to choose between two forms of one stem."""
    last = text.split()[-1]
    return len(last) > 3 and last.endswith("s") and not last.endswith(("ss", "us", "is", "ics"))
