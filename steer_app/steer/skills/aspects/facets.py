"""The main subjects of a handful of passages, and the phrase that a question turns on."""

import math
import re
from collections.abc import Sequence

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.common import SourceText

LEAST_DOCUMENTS = 2


def subject_of(query: str, passages: Sequence[SourceText], tools: Tools, most: int = 1) -> str:
    """The query's phrase that most passages speak of, with its article; without passages the longest, then the first.

    With `most` at 2, two of them in the query's order: the sides of a comparison.
    """
    found = [chunk for chunk in tools.chunks(query) if len(chunk.text) > 3]
    texts = [set(tools.stems(passage.text)) for passage in passages]
    rank = {
        place: (-sum(set(chunk.key) <= text for text in texts), -min(len(chunk.key), 2) if most == 1 else 0, place)
        for place, chunk in enumerate(found)
    }
    best = sorted(sorted(rank, key=rank.__getitem__)[:most])
    return " and ".join(_with_article(found[place].text, query) for place in best)


def _with_article(phrase: str, query: str) -> str:
    match = re.search(rf"\b(?:(?:an?|the|my|our|your|their)\s+)?{re.escape(phrase)}\b", query, re.I)
    written = match.group() if match else phrase
    return written[: -len(phrase)].lower() + phrase


def facets(query: str, passages: Sequence[SourceText], tools: Tools) -> list[str]:
    """Phrases of two words or more that several documents use and the query does not, strongest first.

    One document's phrases count when there is only one document.
    """
    asked = set(tools.stems(query))
    holders: dict[tuple[str, ...], set[int]] = {}
    counts: dict[tuple[str, ...], int] = {}
    everything = []
    for passage in passages:
        for chunk in tools.chunks(passage.text):
            everything.append(chunk)
            holders.setdefault(chunk.key, set()).add(passage.document)
            counts[chunk.key] = counts.get(chunk.key, 0) + 1
    texts = tools.best_texts(everything)
    least = min(LEAST_DOCUMENTS, len({passage.document for passage in passages}))
    strong = [
        key for key in counts
        if len(key) >= 2 and counts[key] >= 2 and len(holders[key]) >= least and not set(key) & asked
    ]  # fmt: skip
    strong.sort(key=lambda key: (-round(len(holders[key]) * (1 + math.log(counts[key])), 6), texts[key]))
    return [texts[key] for key in strong]
