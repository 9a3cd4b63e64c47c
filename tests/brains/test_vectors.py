"""Vectors that do not depend on what else was computed."""

import numpy as np
import pytest

from steer_app.brains import embeddings
from steer_app.brains.offline import vectors
from steer_app.brains.offline.tools import Tools

PASSAGE = (
    "The outdoor unit of a heat pump produces 52 dB at a distance of one metre. "
    "Night mode lowers the noise of the heat pump by about 6 dB, at the price of a fifth of the output."
)


def test_a_passage_is_embedded_by_its_quotable_sentences_in_order():
    sentences, rows = vectors.of_passage(PASSAGE)
    assert [one.text for one in sentences] == PASSAGE.replace(". Night", ".\nNight").split("\n")
    assert rows.shape == (2, vectors.WIDTH)
    assert vectors.of_passage("Too short.")[1].shape == (0, vectors.WIDTH)


def test_the_store_forgets_what_was_used_least_recently():
    store = vectors.Store(2)
    made = []

    def value(name: str) -> np.ndarray:
        return store.get(name, lambda: made.append(name) or np.zeros(1))

    for name in ("a", "b", "a", "c", "a", "b"):
        value(name)
    assert made == ["a", "b", "c", "b"]


def test_likeness_is_rounded_to_four_places():
    left, right = np.array([[0.123456, 0.5]]), np.array([[1.0, 0.0], [0.0, 1.0]])
    assert vectors.likeness(left, right).tolist() == [[0.1235, 0.5]]


def test_what_is_known_is_not_new():
    tools = Tools()
    assert tools.novel("heat pumps", []) == 1.0
    assert tools.novel("heat pumps", ["trams", "heat pumps"]) == 0.0


@pytest.mark.slow
def test_with_the_real_model_a_passage_has_one_set_of_vectors_whatever_else_is_embedded():
    sentences, rows = vectors.of_passage(PASSAGE)
    vectors.of_texts(["Trams were pulled by horses.", "The price is high."])
    vectors.of_passage("The museum of trams opens on Sundays between April and October of each year.")
    assert np.array_equal(rows, embeddings.embed([one.text for one in sentences]))
    assert np.array_equal(vectors.of_text(PASSAGE), embeddings.embed_one(PASSAGE))
