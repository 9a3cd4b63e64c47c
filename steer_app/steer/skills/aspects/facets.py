"""The subjects of a handful of passages that somebody who asks the question could care about."""

import math
from collections.abc import Sequence

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.common import SourceText

LEAST_DOCUMENTS = 2
RELATED = 0.35
"""The sentence nearest to the question among those that hold the phrase has to come this near."""
EVERYWHERE = 0.6
"""A phrase in more of the documents than this tells nothing apart."""


def facets(query: str, passages: Sequence[SourceText], tools: Tools) -> list[str]:
    """Phrases of two words or more that several documents use and the question does not, strongest first.

    Names are left out: a street that every document mentions is nobody's interest. One document's phrases count when
    there is only one document.
    """
    asked = set(tools.stems(query))
    vector = tools.embed_one(query)[None, :]
    holders: dict[tuple[str, ...], set[int]] = {}
    counts: dict[tuple[str, ...], int] = {}
    nearest: dict[tuple[str, ...], float] = {}
    everything = []
    for passage in passages:
        sentences, vectors = tools.passage(passage.text)
        near = tools.likeness(vectors, vector)[:, 0] if len(sentences) else ()
        for sentence, cos in zip(sentences, near, strict=True):
            for chunk in tools.chunks(sentence.text):
                everything.append(chunk)
                holders.setdefault(chunk.key, set()).add(passage.document)
                counts[chunk.key] = counts.get(chunk.key, 0) + 1
                nearest[chunk.key] = max(nearest.get(chunk.key, -1.0), float(cos))
    texts = tools.best_texts(everything)
    documents = len({passage.document for passage in passages})
    strong = [
        key for key in counts
        if len(key) >= 2 and counts[key] >= 2 and not set(key) & asked and nearest[key] >= RELATED
        and len(holders[key]) >= min(LEAST_DOCUMENTS, documents)
        and (documents <= LEAST_DOCUMENTS or len(holders[key]) <= EVERYWHERE * documents)
        and texts[key] == texts[key].lower()
    ]  # fmt: skip
    strong.sort(key=lambda key: (-round(len(holders[key]) * (1 + math.log(counts[key])), 6), texts[key]))
    return [texts[key] for key in strong]
