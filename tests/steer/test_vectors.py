"""A step's vectors: the same whether they were foreseen or not, and kept when they were wanted."""

import numpy as np
import pytest

from steer_app.brains import embeddings
from steer_app.steer.models import TextVector
from steer_app.steer.vectors import Vectors

TEXTS = ["What are the costs?", "Which rules apply?", "Who is affected?"]


@pytest.mark.django_db
def test_what_was_foreseen_is_what_is_computed_alone():
    foreseen, plain = Vectors(), Vectors()
    foreseen.foresee(TEXTS)
    for early, late, text in zip(foreseen.all_of(TEXTS), plain.all_of(TEXTS), TEXTS, strict=True):
        assert np.array_equal(early, late)
        assert np.array_equal(early, embeddings.embed_one(text))


@pytest.mark.django_db
def test_only_what_was_wanted_is_kept_and_only_once():
    vectors = Vectors()
    vectors.foresee(TEXTS)
    vectors.learn(TEXTS[:2])
    (kept,) = vectors.kept()
    kept.apply(run=None)
    assert TextVector.objects.count() == 2
    again = Vectors()
    again.learn(TEXTS[:2])
    assert again.kept() == ()
