"""A query's vector for a process that has no model: a worker computes it, asked over the bus.

The web process never loads the model (550 MB and seconds of import). The bus may be away and the workers stuck or
still loading, so an answer is hoped for, not waited for.
"""

import json
import logging
import secrets
from functools import lru_cache

import numpy as np
import redis
from django.conf import settings

from steer_app.brains import embeddings
from steer_app.runs import bus

log = logging.getLogger(__name__)

ASKED = "steerlab:vectors:asked"
"""A list of {reply, embedder, text} as JSON. It vanishes when nobody takes from it for some seconds."""
WAIT_S = 1.5
"""A person who searches waits no longer for the ranking by meaning."""
KEPT_S = 10
LONGEST_TEXT = 2000
STORED_AS = np.dtype("<f4")


def vector_of(text: str, within_s: float = WAIT_S) -> np.ndarray | None:
    """(384,) as `embeddings.embed_one` gives it, or None if nobody said it in time. Loads no model."""
    if embeddings.is_at_hand():
        return embeddings.embed_one(text)
    if bus.is_resting():
        return None
    try:
        return _asked(settings.EMBEDDER, text[:LONGEST_TEXT], within_s)
    except (redis.RedisError, Unanswered) as silence:
        if isinstance(silence, redis.RedisError):
            bus.rest()
        log.info("no vector for a query: %s", silence)
        return None


class Unanswered(Exception):
    """No worker answered in time."""


@lru_cache(maxsize=512)
def _asked(name: str, text: str, within_s: float) -> np.ndarray:
    """Only answers are remembered. Raises Unanswered, redis.RedisError."""
    reply = f"steerlab:vectors:reply:{secrets.token_hex(12)}"
    with client().pipeline() as pipe:
        pipe.rpush(ASKED, json.dumps({"reply": reply, "embedder": name, "text": text}))
        pipe.expire(ASKED, KEPT_S)
        pipe.execute()
    answered = client().blpop([reply], timeout=within_s)
    raw = bytes(answered[1]) if answered else b""  # type: ignore[arg-type]  # bytes: nothing is decoded
    if len(raw) != embeddings.DIMENSIONS * STORED_AS.itemsize:
        raise Unanswered(f"no worker answered within {within_s} s")
    return np.frombuffer(raw, dtype=STORED_AS)


@lru_cache(maxsize=1)
def client() -> redis.Redis:
    """Of its own: the doorbell's gives up on anything that takes a second, and here one waits longer."""
    return redis.Redis.from_url(settings.BUS_URL, socket_timeout=5, socket_connect_timeout=1)
