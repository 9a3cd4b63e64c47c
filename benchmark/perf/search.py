"""A hybrid query over 50,000 passages: random unit vectors, generated texts."""

import random
import time
from itertools import accumulate
from pathlib import Path

import numpy as np
from django.contrib.auth import get_user_model
from django.core.management import call_command

from benchmark.perf.rows import Row, median, percentile
from steer_app.brains import embeddings
from steer_app.sources.domain import words
from steer_app.sources.domain.statuses import Status
from steer_app.sources.models import Collection, Document, Passage
from steer_app.sources.search import search

PASSAGES, PER_DOCUMENT, WORDS_EACH, VOCABULARY = 50_000, 50, 90, 20_000
QUERIES, QUERY_WORDS, K = 200, 9, 40


def run(folder: Path) -> list[Row]:
    call_command("migrate", verbosity=0)
    embeddings.warm()
    rng = random.Random(0)
    vocabulary, weights = _vocabulary(rng)
    collection = _collection(rng, vocabulary, weights)
    began = time.perf_counter()
    search([collection.pk], vocabulary[0], K)
    built = time.perf_counter() - began
    times, processor = [], []
    for _ in range(QUERIES):
        query = " ".join(rng.choices(vocabulary, cum_weights=weights, k=QUERY_WORDS))
        began, began_on_processor = time.perf_counter(), time.process_time()
        search([collection.pk], query, K)
        times.append((time.perf_counter() - began) * 1000)
        processor.append((time.process_time() - began_on_processor) * 1000)
    figures = (
        f"p50 {median(times):.0f} ms, p95 {percentile(times, 95):.0f} ms ({median(processor):.0f} ms of processor)"
    )
    return [
        Row(f"hybrid query, {PASSAGES:,} passages, first {K}, embedding the query included", figures, "p95 50 ms"),
        Row(f"its index from the database into memory, {PASSAGES:,} passages", f"{built:.1f} s"),
    ]


def _vocabulary(rng: random.Random) -> tuple[list[str], list[float]]:
    """Made-up words and their cumulative weights, as often as words are: the n-th in proportion to 1 / n (Zipf)."""
    syllables = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]
    made = {"".join(rng.choices(syllables, k=rng.randint(2, 5))): None for _ in range(2 * VOCABULARY)}
    vocabulary = list(made)[:VOCABULARY]
    return vocabulary, list(accumulate(1 / (rank + 1) for rank in range(len(vocabulary))))


def _collection(rng: random.Random, vocabulary: list[str], weights: list[float]) -> Collection:
    owner = get_user_model().objects.create_user("searcher")
    collection = Collection.objects.create(owner=owner, name="generated")
    vectors = np.random.default_rng(0).standard_normal((PASSAGES, embeddings.DIMENSIONS), dtype=np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    for first in range(0, PASSAGES, PER_DOCUMENT):
        document = Document.objects.create(
            collection=collection,
            path=f"{first:05}.txt",
            status=Status.READY,
            embedder=embeddings.embedder().fingerprint,
        )
        texts = [" ".join(rng.choices(vocabulary, cum_weights=weights, k=WORDS_EACH)) for _ in range(PER_DOCUMENT)]
        Passage.objects.bulk_create(
            Passage(
                document=document,
                no=no,
                start=0,
                end=len(text),
                text=text,
                vector=vectors[first + no].astype(np.float16).tobytes(),
                terms=words.hashed(words.terms(text)).tobytes(),
            )
            for no, text in enumerate(texts)
        )
    return collection
