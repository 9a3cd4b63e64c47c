"""Sentences of retrieved passages that say something on a question and can stand alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np

from steer_app.brains.offline.dates import dates
from steer_app.brains.offline.measures import Sought, as_it_stands
from steer_app.brains.offline.names import names
from steer_app.brains.offline.numbers import numbers
from steer_app.brains.offline.ranking import mmr
from steer_app.brains.offline.standing import quotable_span
from steer_app.brains.offline.thresholds import Learn
from steer_app.brains.offline.vectors import likeness, of_passage, of_texts, shared_direction, without
from steer_app.brains.offline.wanted import Wanted
from steer_app.brains.offline.words import normalised, stems

SPEAKS = 0.3
"""A sentence speaks of a part from this share of its words on."""

SERVES = 0.4
"""Share of the session's question in the words of a sentence: what a facet of it is asked for."""


class Source(Protocol):
    """A retrieved passage; `start` is its offset in the document."""

    @property
    def passage(self) -> int: ...
    @property
    def document(self) -> int: ...
    @property
    def title(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def start(self) -> int: ...
    @property
    def score(self) -> float: ...


AnySource = TypeVar("AnySource", bound=Source)


@dataclass(frozen=True, eq=False)
class Evidence:
    """A stretch of a passage, verbatim, that can be quoted. Offsets are the document's."""

    passage: int
    document: int
    start: int
    end: int
    text: str
    vector: np.ndarray
    score: float
    part: int = 0
    """Which part of the question it speaks to most."""


def ordered(passages: Sequence[AnySource], most: int) -> list[AnySource]:
    """The best passages, each once; equal scores in the order of their ids, so the request's order plays no part."""
    once = {source.passage: source for source in passages}
    return sorted(once.values(), key=lambda source: (-source.score, source.passage))[:most]


def gather(
    passages: Sequence[Source],
    question: str,
    topic: str,
    context: str,
    aspects: Sequence[str],
    settings: Learn,
    parts: Sequence[Sought] = (),
    topic_parts: Sequence[Sought] = (),
) -> list[Evidence]:
    """All quotable evidence for the question that bears on the session's topic too, best first (ties: document, then
    offset).

    `parts` are what the question asks for one by one, and `topic_parts` what the session's does; without any it is one
    itself. A sentence counts by the part that it is nearest to, by the words of it that not all passages hold, and by a
    figure of the kind that settles it, or that settles a part of the session's question where it speaks of this one.
    How far a sentence bears on the topic is its cosine to the topic, helped by that to the nearest of the aspects; one
    that falls below a share of the best is left out, since a facet's name alone ("Canal Road") leads anywhere.
    `context` adds words that count as on topic. A sentence that leans on the one before is quoted together with it.
    """
    chosen = ordered(passages, settings.passages)
    texts = [source.text for source in chosen]
    wanted = Wanted(parts or [as_it_stands(question)], texts, topic)
    of_session = Wanted(topic_parts or [as_it_stands(topic)], texts, topic)
    on_topic = set(stems(f"{question} {topic} {context}"))
    read = [(source, *of_passage(source.text)) for source in chosen]
    rows = [vectors for _, _, vectors in read if len(vectors)]
    if not rows:
        return []
    shared = shared_direction(np.concatenate(rows)) * wanted.in_figures
    about = of_texts(wanted.looked_for())
    of_topic = of_texts(of_session.looked_for())
    cares = of_texts(list(aspects))
    found: list[tuple[float, float, Evidence]] = []
    for rank, (source, sentences, vectors) in enumerate(read):
        if not len(sentences):
            continue
        plain = likeness(vectors, about)
        told = without(vectors, shared)
        by_part = (plain + likeness(told, without(about, shared))) / 2
        near = by_part.max(axis=1)
        serving = (likeness(vectors, of_topic) + likeness(told, without(of_topic, shared))).max(axis=1) / 2
        caring = likeness(vectors, cares).max(axis=1) if len(cares) else np.zeros(len(sentences))
        for place in range(len(sentences)):
            span = quotable_span(source.text, sentences, place)
            if span is None:
                continue
            start, end = span
            text = source.text[start:end]
            recalls = wanted.recalls(text, source.title)
            recall = max(recalls)
            part = max(range(len(recalls)), key=lambda at: (recalls[at] + float(by_part[place][at]), -at))
            settled = wanted.settled(text, source.title)
            if recall >= SPEAKS:
                settled = max(settled, of_session.settled(text, source.title))
            recall = (1 - SERVES) * recall + SERVES * of_session.recall(text, source.title)
            is_named = wanted.is_named_by(source.title)
            shared_stems = min(len(set(stems(text)) & on_topic), len(settings.least_cos) - 1)
            least_cos = settings.least_settled if settled or is_named else settings.least_cos[shared_stems]
            if max(near[place], plain[place].max()) < least_cos:
                continue
            score = (
                settings.to_question * max(float(near[place]), 0.0)
                + settings.to_topic * max(float(serving[place]), 0.0)
                + settings.words * recall
                + settings.settles * settled
                + settings.to_aspect * max(float(caring[place]), 0.0)
                + settings.concrete * (_is_concrete(text) + is_named)
                + settings.rank * (1 - rank / len(chosen))
            )
            one = Evidence(
                source.passage,
                source.document,
                source.start + start,
                source.start + end,
                text,
                vectors[place],
                round(score, 4),
                part,
            )
            bears = float(serving[place])
            found.append((round(0.4 * bears + 0.6 * max(bears, float(caring[place])), 4), settled or is_named, one))
    least = settings.least_topic_share * max((bears for bears, _, _ in found), default=0.0)
    kept = [one for bears, settled, one in found if settled or bears >= least]
    return sorted(kept, key=lambda one: (-one.score, one.document, one.start))


def _is_concrete(text: str) -> bool:
    return bool(numbers(text) or dates(text) or names(text))


def pick(found: Sequence[Evidence], known: Sequence[str], settings: Learn, most: int) -> list[list[Evidence]]:
    """Up to `most` different claims by MMR; each a list of the evidence that carries it, best first.

    Nothing that says what is known already. No part of a question takes more than two thirds. At most
    `most_per_document` from one document, more only when there are too few documents to fill the list.
    """
    if not found:
        return []
    least = max(settings.least_score, settings.least_share * found[0].score)
    said = {normalised(text) for text in known}
    old = of_texts(list(known))
    fresh = [
        one
        for one in found
        if one.score >= least and normalised(one.text) not in said and not _repeats(one, old, settings.same)
    ]
    if not fresh:
        return []
    vectors = np.stack([one.vector for one in fresh])
    near = likeness(vectors, vectors)
    per_document = max(settings.most_per_document, -(-most // len({one.document for one in fresh})))
    per_part = most if len({one.part for one in fresh}) == 1 else -(-2 * most // 3)

    def same(a: int, b: int) -> bool:
        overlap = (
            fresh[a].document == fresh[b].document and fresh[a].start < fresh[b].end and fresh[b].start < fresh[a].end
        )
        return near[a, b] >= settings.same or overlap or normalised(fresh[a].text) == normalised(fresh[b].text)

    def allowed(item: int, taken: list[int]) -> bool:
        from_here = sum(fresh[other].document == fresh[item].document for other in taken)
        on_this = sum(fresh[other].part == fresh[item].part for other in taken)
        return from_here < per_document and on_this < per_part and not any(same(item, other) for other in taken)

    scores = [one.score for one in fresh]
    taken = mmr(scores, lambda a, b: float(near[a, b]), most, settings.diversity, allowed)
    return [[fresh[item], *_supports(item, fresh, same)] for item in taken]


def _repeats(one: Evidence, old: np.ndarray, limit: float) -> bool:
    return len(old) > 0 and float(likeness(one.vector[None, :], old).max()) >= limit


def _supports(item: int, fresh: Sequence[Evidence], same) -> list[Evidence]:
    """Evidence from other passages that says the same, one a passage."""
    seen = {fresh[item].passage}
    found = []
    for other, one in enumerate(fresh):
        if one.passage not in seen and same(item, other):
            seen.add(one.passage)
            found.append(one)
    return found
