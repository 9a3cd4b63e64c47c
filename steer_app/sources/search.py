"""Finding passages: by words and by meaning, the two fused."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from steer_app.brains import embeddings
from steer_app.sources import index
from steer_app.sources.domain import ranking, words
from steer_app.sources.models import Passage


@dataclass(frozen=True)
class Hit:
    """`text` is `document.text[start:end]`. `score` is `ranking.fused`'s: higher is better, 1.5 is the most."""

    passage: int
    document: int
    title: str
    text: str
    start: int
    end: int
    section: str
    score: float
    place: str = ""


def search(collection_ids: Sequence[int], query: str, k: int, *, per_document: int | None = None) -> list[Hit]:
    """The k best passages for the query, best first, at most `per_document` of one document.

    BM25 over stems and exact cosines, both rounded to 4 places, the best 200 of each fused. The result depends on the
    collections' content and the query alone: not on the order of writing, the process, or the database. The query is
    words, nothing in it is syntax.
    """
    indexes = [index.of(collection_id) for collection_id in sorted(set(collection_ids))]
    passages = np.concatenate([part.passages for part in indexes]) if indexes else np.zeros(0, dtype=np.int64)
    if k < 1 or not query.strip() or not len(passages):
        return []
    documents = np.concatenate([part.documents for part in indexes])
    asked = words.hashed(words.terms(query))
    vector = embeddings.embed_one(query)
    by_words = np.concatenate([part.words.scores(asked) for part in indexes])
    by_meaning = np.concatenate([np.round(part.vectors @ vector, 4) for part in indexes])
    order = ranking.fused(by_words, by_meaning, documents)
    return hits(_limited(order, documents, k, per_document), passages)


def idf(collection_ids: Sequence[int]) -> Callable[[str], float]:
    """How much a stem says in these collections (ln of its rarity among passages); an unseen one says most."""
    indexes = [index.of(collection_id) for collection_id in sorted(set(collection_ids))]

    def weight(stem: str) -> float:
        term = int(words.hashed([stem])[0])
        return round(max((part.words.rarity(term) for part in indexes), default=0.0), 4)

    return weight


def _limited(
    order: Sequence[tuple[int, float]], documents: np.ndarray, k: int, per_document: int | None
) -> list[tuple[int, float]]:
    taken: Counter[int] = Counter()
    chosen: list[tuple[int, float]] = []
    for row, score in order:
        document = int(documents[row])
        if per_document is None or taken[document] < per_document:
            taken[document] += 1
            chosen.append((row, score))
        if len(chosen) == k:
            break
    return chosen


def hits(chosen: Sequence[tuple[int, float]], passages: np.ndarray) -> list[Hit]:
    """(row, score) as hits, in their order; `passages` are the ids of the rows. One query."""
    wanted = {int(passages[row]): score for row, score in chosen}
    found = Passage.objects.filter(pk__in=wanted).select_related("document")
    by_id = {passage.pk: passage for passage in found.defer("vector", "terms", "document__text", "document__blocks")}
    return [_hit(by_id[pk], score) for pk, score in wanted.items() if pk in by_id]


def _hit(passage: Passage, score: float) -> Hit:
    return Hit(
        passage=passage.pk,
        document=passage.document_id,
        title=passage.document.shown_title,
        text=passage.text,
        start=passage.start,
        end=passage.end,
        section=passage.section,
        score=score,
        place=passage.place,
    )
