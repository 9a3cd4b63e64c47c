"""The facets of a frontier node's hits: clusters of terms, with the sentences that speak of them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage

from steer_app.brains.offline.evidence import ordered
from steer_app.brains.offline.phrases import Phrase
from steer_app.brains.offline.standing import leans
from steer_app.brains.offline.thresholds import Propose
from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.common import SourceText

NEAREST = 3
MANY = 5
"""From so many documents on, a term that most of them hold is left out."""
CARING = 0.4
"""Weight of the nearest aspect beside the theme."""


@dataclass(frozen=True, eq=False)
class Said:
    """A sentence of the hits. `source` is the place of its passage in the node's ranking."""

    text: str
    source: int
    document: int
    score: float
    vector: np.ndarray


@dataclass(frozen=True, eq=False)
class Facet:
    terms: tuple[Phrase, ...]
    """Best first; the first names it."""
    sentences: tuple[Said, ...]
    """Those that hold one of its terms, nearest to its centre first."""
    vector: np.ndarray
    support: float
    nearness: float
    """How near its sentences and its own words are to the theme and to what the person cares about."""

    @property
    def name(self) -> str:
        return self.terms[0].noun


def said(passages: Sequence[SourceText], tools: Tools, most: int) -> list[Said]:
    """Every quotable sentence of the best hits that does not lean on another."""
    found = []
    for place, source in enumerate(ordered(passages, most)):
        sentences, vectors = tools.passage(source.text)
        found += [
            Said(sentence.text, place, source.document, source.score, vector)
            for sentence, vector in zip(sentences, vectors, strict=True)
            if not leans(sentence.text)
        ]
    return found


def facets(
    found: Sequence[Said], theme: np.ndarray, cares: np.ndarray, barred: set[str], tools: Tools, settings: Propose
) -> list[Facet]:
    """Clusters of the terms that stay near the theme, best first. No term consists only of barred stems.

    What is said often is not yet what the question is about: a term counts by the sentences that hold it, and those
    far from the theme and from what the person cares about (`cares`, one row each) are dropped before terms are put
    together. So are terms of most documents: a street that all of them mention tells nothing apart.
    """
    phrases = [
        phrase
        for phrase in tools.phrases([one.text for one in found], barred)
        if len(phrase.text.split()) > 1 or phrase.count >= settings.least_count_of_a_word
    ][: 2 * settings.chunks]
    keys = [_parts(one.text, tools) for one in found]
    holders = [[i for i, have in enumerate(keys) if have.issuperset(phrase.key)] for phrase in phrases]
    most = settings.most_share * len({one.source for one in found})
    documents = len({one.document for one in found})
    most_documents = settings.most_documents * documents if documents >= MANY else documents
    kept = [
        i
        for i, held in enumerate(holders)
        if held
        and (len({found[h].source for h in held}) <= most or len(found) < 20)
        and len({found[h].document for h in held}) <= most_documents
    ]
    if not kept:
        return []
    vectors = np.stack([one.vector for one in found])
    themed = tools.likeness(vectors, theme[None, :])[:, 0]
    if len(cares):
        themed = (1 - CARING) * themed + CARING * tools.likeness(vectors, cares).max(axis=1)
    named = dict(zip(kept, _named(phrases, kept, theme, cares, tools), strict=True))
    nearness = {i: round((_nearest_mean([float(themed[h]) for h in holders[i]]) + named[i]) / 2, 4) for i in kept}
    telling = [i for i in kept if not _says_little(phrases[i]) or named[i] >= settings.least_name]
    kept = telling or kept
    least = max(settings.least_theme, settings.theme_share * max(nearness[i] for i in kept))
    nearest = sorted(kept, key=lambda i: (-nearness[i], i))[:MANY]
    kept = [i for i in kept if nearness[i] >= least or i in nearest][: settings.chunks]
    near = [nearness[i] for i in kept]
    phrases, holders = [phrases[i] for i in kept], [holders[i] for i in kept]
    vectors = _term_vectors(phrases, holders, found, tools)
    clusters = [
        _facet(
            [phrases[i] for i in members],
            vectors[members],
            [near[i] for i in members],
            sorted({h for i in members for h in holders[i]}),
            found,
        )
        for members in _clusters(vectors, settings.cut)
    ]
    return sorted(clusters, key=lambda facet: (-round(facet.support * facet.nearness**2, 4), facet.terms[0].key))


def _named(
    phrases: Sequence[Phrase], kept: Sequence[int], theme: np.ndarray, cares: np.ndarray, tools: Tools
) -> np.ndarray:
    """(len(kept),) cosine of each term's own words to the theme, and half of it to the nearest aspect if there are."""
    words = tools.embed_each([phrases[i].text for i in kept])
    near = tools.likeness(words, theme[None, :])[:, 0]
    return (near + np.maximum(near, tools.likeness(words, cares).max(axis=1))) / 2 if len(cares) else near


def _says_little(phrase: Phrase) -> bool:
    """A name in title case ("Canal Road", but neither "VACUUM FULL" nor "pg_dump") or a common word alone."""
    is_name = any(word[:1].isupper() and word[1:].lower() == word[1:] for word in phrase.text.split())
    return is_name or (len(phrase.key) == 1 and phrase.text.islower())


def _nearest_mean(values: list[float]) -> float:
    """Of the nearest three: one sentence may be near by chance, and a term of many sentences strays in some."""
    best = sorted(values, reverse=True)[:NEAREST]
    return round(sum(best) / len(best), 4)


def _parts(text: str, tools: Tools) -> set[str]:
    """Stems of the text's words, those of compounds ("auto_vacuum.conf") one by one, as phrases' keys have them."""
    return {tools.stem(part) for word in tools.words(text) for part in word.split("_")}


def _term_vectors(
    phrases: Sequence[Phrase], holders: Sequence[Sequence[int]], found: Sequence[Said], tools: Tools
) -> np.ndarray:
    """A term's unit vector: half its own words, half the sentences that hold it."""
    own = tools.embed_each([phrase.text for phrase in phrases])
    context = np.stack([np.mean([found[i].vector for i in held], axis=0) for held in holders])
    return _unit(own + _unit(context))


def _unit(rows: np.ndarray) -> np.ndarray:
    return rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-9)


def _clusters(vectors: np.ndarray, cut: float) -> list[list[int]]:
    """Average linkage on cosine distance; each cluster's members in the order of the rows."""
    if len(vectors) == 1:
        return [[0]]
    distance = 1.0 - np.round(vectors @ vectors.T, 4).astype(float)
    condensed = np.maximum(distance[np.triu_indices(len(vectors), 1)], 0.0)
    labels = fcluster(linkage(condensed, "average"), cut, "distance")
    groups: dict[int, list[int]] = {}
    for row, label in enumerate(labels):
        groups.setdefault(int(label), []).append(row)
    return list(groups.values())


def _facet(
    terms: list[Phrase], vectors: np.ndarray, near: list[float], held: list[int], found: Sequence[Said]
) -> Facet:
    centre = _unit(vectors.mean(axis=0))
    best = max(term.score for term in terms)
    central = np.round(vectors @ centre, 4)

    def fit(i: int) -> float:
        """A facet's name is central, common, near to the theme, of more than one word and no proper name where it
        can: "blue badge bays" says what is asked, "Canal Road" only where."""
        several, proper = len(terms[i].key) > 1, terms[i].text != terms[i].text.lower()
        return round(float(central[i]) + 0.5 * terms[i].score / best + near[i] + 0.3 * several - 0.3 * proper, 4)

    order = sorted(range(len(terms)), key=lambda i: (-fit(i), terms[i].key))
    nearest = sorted(held, key=lambda i: (-round(float(found[i].vector @ centre), 4), found[i].source, found[i].text))
    documents = len({found[i].document for i in held})
    passages = len({found[i].source for i in held})
    support = round(
        sum(term.score for term in terms) ** 0.5 * (1 + np.log(passages)) * (1 + 0.25 * np.log(documents)), 4
    )
    return Facet(
        tuple(terms[i] for i in order),
        tuple(found[i] for i in nearest),
        centre,
        float(support),
        round(sum(near) / len(near), 4),
    )
