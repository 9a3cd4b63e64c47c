"""Vectors are unit rows, the same whenever and wherever they are computed."""

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from steer_app.brains import embeddings
from steer_app.brains.hashed import Hashed

PUMP = "A heat pump warms the house in winter."


@pytest.mark.parametrize("embed", [embeddings.embed, embeddings.embed_passages])
def test_rows_are_of_length_one(embed):
    rows = embed([PUMP, "", "!?", "1234"])
    assert rows.shape == (4, embeddings.DIMENSIONS)
    assert rows.dtype == np.float32
    assert np.linalg.norm(rows, axis=1) == pytest.approx(np.ones(4), abs=1e-6)


def test_no_texts_make_no_rows():
    assert embeddings.embed([]).shape == (0, 384)


def test_texts_with_common_stems_are_near():
    other = embeddings.embed_one("Heat pumps warm houses in winters.")
    far = embeddings.embed_one("The treaty was signed by nine ministers.")
    assert embeddings.cos(embeddings.embed_one(PUMP), other) > 0.8
    assert abs(embeddings.cos(embeddings.embed_one(PUMP), far)) < 0.35


def test_one_alone_is_the_same_as_ever_and_cannot_be_changed():
    vector = embeddings.embed_one(PUMP)
    assert vector is embeddings.embed_one(PUMP)
    with pytest.raises(ValueError, match="read-only"):
        vector[0] = 1.0


def test_cosines_have_four_places():
    assert embeddings.cos(np.array([0.123456, 0.0]), np.array([1.0, 0.0])) == 0.1235


def test_hashes_do_not_depend_on_the_process():
    code = "from steer_app.brains.hashed import Hashed; print(Hashed().embed(['heat pumps'])[0].tobytes().hex())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        env={"PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == Hashed().embed(["heat pumps"])[0].tobytes().hex()


def test_asking_for_vectors_by_name_imports_no_torch():
    code = "import sys, steer_app.brains.embeddings, steer_app.brains.hashed; print('torch' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


@pytest.mark.slow
def test_the_real_model_knows_meanings():
    pump = embeddings.embed_one(PUMP)
    same = embeddings.cos(pump, embeddings.embed_one("In the cold season the home is heated electrically."))
    far = embeddings.cos(pump, embeddings.embed_one("The treaty was signed by nine ministers."))
    assert same > far + 0.25


@pytest.mark.slow
def test_batches_of_the_real_model_agree_to_the_fourth_place():
    texts = [PUMP, "Short.", "A longer sentence about how winters in the north are warmed by pumps of many kinds."] * 9
    together, alone = embeddings.embed(texts), np.stack([embeddings.embed_one(text) for text in texts])
    assert np.abs(together - alone).max() < 1e-5
    assert (embeddings.embed_passages(texts) * alone).sum(axis=1).min() > 0.999


def test_who_asks_for_a_text_that_is_being_computed_waits_for_it(settings):
    settings.EMBEDDERS = {**settings.EMBEDDERS, "slow": "tests.brains.test_embeddings:OneAtATime"}
    settings.EMBEDDER = "slow"
    coming = embeddings.embed_beside("asked for twice")
    assert OneAtATime.begun.wait(5)
    with ThreadPoolExecutor(1) as second:
        waiting = second.submit(embeddings.embed_one, "asked for twice")
        OneAtATime.go_on.set()
        assert waiting.result(5) is coming.result(5)
    assert OneAtATime.made == ["asked for twice"]


class OneAtATime(Hashed):
    """An embedder that waits to be told to go on."""

    begun, go_on = threading.Event(), threading.Event()
    made: ClassVar[list[str]] = []

    def embed(self, texts):
        self.begun.set()
        assert self.go_on.wait(5)
        self.made.extend(texts)
        return super().embed(texts)
