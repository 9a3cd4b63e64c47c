"""Pairs of sentences from two documents that cannot both hold: one subject, and opposite polarity or other amounts.

A false pair is worse than none, so anything that may explain a difference away (another year, another place, a second
condition) keeps the pair out.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from steer_app.brains.offline.lexicon import WEAK
from steer_app.brains.offline.numbers import Quantity
from steer_app.brains.offline.polarity import negations
from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.report.contrast import contrasts
from steer_app.steer.skills.report.disputes import disputes
from steer_app.steer.skills.report.measured import apart, exclusive, matter
from steer_app.steer.skills.report.quotes import Quote

NEAR = 0.6
NEAR_IF_DISPUTED = 0.45
"""One sentence that denies the other in so many words need not be as near."""
MOST = 5
SHARED = 0.3
"""Share of the shorter sentence's content stems that the other has too."""
AROUND = 6
"""Words on each side of an amount that say what it measures."""
SCOPE = 6
SAID = 0.7
"""Share of what one sentence denies that the other has to say."""
LONGEST = 6


@dataclass(frozen=True, eq=False)
class Pair:
    about: str
    first: Quote
    second: Quote
    nearness: float


def find(query: str, quotes: Sequence[Quote], tools: Tools) -> list[Pair]:
    """The nearest pairs first, each quote in one pair at most."""
    if len(quotes) < 2:
        return []
    vectors = np.stack([quote.vector for quote in quotes])
    near = tools.likeness(vectors, vectors)
    topic = set(tools.stems(query))
    candidates = [
        (-float(near[i, j]), i, j)
        for i in range(len(quotes))
        for j in range(i + 1, len(quotes))
        if quotes[i].document != quotes[j].document
    ]
    pairs: list[Pair] = []
    used: set[int] = set()
    for nearness, i, j in sorted(candidates):
        if used & {i, j} or len(pairs) == MOST:
            continue
        left, right = quotes[i].claim, quotes[j].claim
        titles = quotes[i].learning.title, quotes[j].learning.title
        if rivals(left, right, -nearness, topic, tools, titles):
            used |= {i, j}
            pairs.append(Pair(_about(left, right, topic, tools), quotes[i], quotes[j], -nearness))
    return pairs


def rivals(
    left: str, right: str, nearness: float, topic: set[str], tools: Tools, titles: tuple[str, str] = ("", "")
) -> bool:
    """Whether two sentences of two documents should be read side by side: one denies the other, they differ in one
    amount or a denial with everything around it the same, or they give two figures of one thing."""
    if nearness >= NEAR_IF_DISPUTED and disputes(left, right, topic, tools):
        return True
    if nearness >= NEAR and differ(left, right, topic, tools):
        return True
    return apart(left, right, topic, tools, titles)


def differ(left: str, right: str, topic: set[str], tools: Tools) -> bool:
    """Whether the two sentences, near in meaning, contradict each other on one point."""
    mine, theirs = set(tools.stems(left)), set(tools.stems(right))
    shared = mine & theirs
    if len(shared - topic) < 2 or len(shared) < SHARED * min(len(mine), len(theirs)):
        return False
    if _other_time(left, right, tools) or _other_thing(left, right, tools) or _other_setting(left, right, tools):
        return False
    if contrasts(left, right, tools) and not _one_case(left, right, tools):
        return False
    return _other_amount(left, right, tools) or _opposed(left, right, topic, tools)


def _one_case(left: str, right: str, tools: Tools) -> bool:
    """Both name one amount or date: "at -15 °C" in both is a case in common, whatever else their words are."""
    amounts = [{(q.low, q.high, q.unit) for q in tools.numbers(text)} for text in (left, right)]
    dates = [tools.dates(text) for text in (left, right)]
    return bool(amounts[0] & amounts[1]) or any(a.agrees(b) for a in dates[0] for b in dates[1])


def _other_time(left: str, right: str, tools: Tools) -> bool:
    mine, theirs = tools.dates(left), tools.dates(right)
    return bool(mine) and bool(theirs) and not any(a.agrees(b) for a in mine for b in theirs)


def _other_thing(left: str, right: str, tools: Tools) -> bool:
    mine, theirs = ({word for name in tools.names(text) for word in tools.stems(name)} for text in (left, right))
    return bool(mine) and bool(theirs) and not mine & theirs


# Phrases that say where, when, for whom or by what means something holds: one of each kind is a condition.
_SETTINGS = tuple(
    re.compile(rf"\b(?:{words})\s+((?:[\w'-]+\s*){{1,4}})", re.I)
    for words in (
        "in|on|at|from|near|across",
        "after|before|during|until|within|since|in|on",
        "for|among|of all",
        "by|with|without|using",
    )
)


def _other_setting(left: str, right: str, tools: Tools) -> bool:
    """Other subjects, or phrases of one kind that share no word: "for residents" and "for visitors"."""
    mine, theirs = tools.stems(left), tools.stems(right)
    if not set(_subject(left, tools)) & set(theirs) or not set(_subject(right, tools)) & set(mine):
        return True
    for pattern in _SETTINGS:
        phrases = [[set(tools.stems(found)) for found in pattern.findall(text)] for text in (left, right)]
        said = [set().union(*found) for found in phrases]
        if said[0] and said[1] and not said[0] & said[1]:
            return True
    return False


def _subject(text: str, tools: Tools) -> list[str]:
    """Stems of the first phrase, which most often holds the subject."""
    phrases = tools.chunks(text)
    return tools.stems(phrases[0].text if phrases else text)


def _other_amount(left: str, right: str, tools: Tools) -> bool:
    """Exactly one kind of amount differs; a second one that differs is a condition, and explains the first."""
    mine, theirs = tools.numbers(left), tools.numbers(right)
    units = {quantity.unit for quantity in mine} & {quantity.unit for quantity in theirs}
    differing = []
    for unit in sorted(units):
        a, b = ([q for q in found if q.unit == unit] for found in (mine, theirs))
        if any(one.agrees(other) or not exclusive(one, other) for one in a for other in b):
            continue
        differing.append((a, b))
    if len(differing) != 1:
        return False
    a, b = differing[0]
    if min(len(a), len(b)) > 1:
        return _same_list(left, a, right, b, tools)
    return len(a) == len(b) == 1 and _measures_the_same(left, a[0], right, b[0], tools)


def _same_list(left: str, mine: Sequence[Quantity], right: str, theirs: Sequence[Quantity], tools: Tools) -> bool:
    """ "supported by 56 per cent and opposed by 38 per cent" against other figures for the same two words: two amounts
    at least follow the same words, and all that do differ."""
    before = [{_word_before(text, one, tools): one for one in found} for text, found in ((left, mine), (right, theirs))]
    both = (before[0].keys() & before[1].keys()) - {""}
    return len(both) > 1 and all(not before[0][word].agrees(before[1][word]) for word in both)


def _word_before(text: str, quantity: Quantity, tools: Tools) -> str:
    stems = tools.stems(text[: quantity.start])
    return stems[-1] if stems else ""


def _measures_the_same(left: str, mine: Quantity, right: str, theirs: Quantity, tools: Tools) -> bool:
    around, about = _around(left, mine, tools), _around(right, theirs, tools)
    named = {stem for text in (left, right) for name in tools.names(text) for stem in tools.stems(name)}
    unit = {mine.unit} | named  # a place in both says where, not what was measured
    shared = (around & about) - unit
    return len(shared) >= 2 or (len(shared) == 1 and len(min(around - unit, about - unit, key=len)) <= 2)


def _around(text: str, quantity: Quantity, tools: Tools) -> set[str]:
    before, after = text[: quantity.start].split()[-AROUND:], text[quantity.end :].split()[:AROUND]
    return {stem for stem in tools.stems(" ".join([*before, *after])) if not stem[0].isdigit()}


_SAYS_NO = re.compile(r"\b(?:fails?|failed) to\b", re.I)


def _opposed(left: str, right: str, topic: set[str], tools: Tools) -> bool:
    """One denies what the other says of the same thing, and the other denies nothing of it."""
    if max(negations(left), negations(right)) > 1 or _conditions(left) != _conditions(right):
        return False
    mine, theirs = set(tools.stems(left)), set(tools.stems(right))
    denied, refused = _denied(left, tools), _denied(right, tools)
    if denied & refused or bool(denied & theirs - topic) == bool(refused & mine - topic):
        return False
    scope, said = (denied, theirs) if denied & theirs - topic else (refused, mine)
    return len(scope & said - topic) >= 2 and len(scope & said) >= SAID * len(scope)


def _conditions(text: str) -> set[str]:
    """Words that open a condition or a comparison: what they govern may hold beside the other sentence."""
    found = re.findall(r"\b(?:if|unless|when|whether|although|though|while|whereas|until|only|than)\b", text, re.I)
    return {word.lower() for word in found}


def _denied(text: str, tools: Tools) -> set[str]:
    words = _SAYS_NO.sub("not", text).split()
    cues = [at for at, word in enumerate(words) if negations(word) and not word.endswith((",", ";"))]
    return {stem for at in cues for stem in tools.stems(" ".join(words[at + 1 : at + 1 + SCOPE]))}


def _about(left: str, right: str, topic: set[str], tools: Tools) -> str:
    """The longest run of words that both use, preferably one that is not only the session's topic, as the first
    writes it."""
    mine, theirs = tools.words(left), tools.words(right)
    joined = f" {' '.join(theirs)} "
    runs = []
    for start in range(len(mine)):
        for end in range(start + 1, min(start + LONGEST, len(mine)) + 1):
            run = mine[start:end]
            stems = [tools.stems(run[0]), tools.stems(run[-1])]
            if (
                all(stems)
                and not {run[0], run[-1]} & WEAK
                and not tools.numbers(" ".join(run))
                and f" {' '.join(run)} " in joined
            ):
                runs.append((not set(tools.stems(" ".join(run))) <= topic, end - start, -start, " ".join(run)))
    return _as_written(max(runs)[3], left) if runs else matter(left, right) or "the same point"


def _as_written(run: str, text: str) -> str:
    """With the capitals of the text."""
    found = re.search(r"\W+".join(map(re.escape, run.split())), text, re.I)
    return " ".join(found.group().split()) if found else run
