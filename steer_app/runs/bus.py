"""The doorbell: a hint that a run's journal has grown. It carries no data and is allowed to fail."""

import logging
import time
from functools import lru_cache

import redis
from django.conf import settings

log = logging.getLogger(__name__)

CHANNEL = "steerlab:journal"
WRITING = "steerlab:writing"
"""Texts while they are written (services.writing)."""
REST_S = 1.0
"""After a try that failed, none is made for so long: a bus that is away must not slow down the work."""

_resting = {"until": 0.0}


@lru_cache(maxsize=1)
def _client() -> redis.Redis:
    return redis.Redis.from_url(settings.BUS_URL, socket_timeout=1, socket_connect_timeout=1)


def is_resting() -> bool:
    return time.monotonic() < _resting["until"]


def rest() -> None:
    """The bus did not answer: leave it alone for a second."""
    _resting["until"] = time.monotonic() + REST_S


def ring(run_id: int) -> None:
    """Tell every hub that run `run_id` has news. While the bus is down the hubs' own polling makes it good."""
    publish(CHANNEL, str(run_id))


def publish(channel: str, message: str) -> None:
    """Say something on a channel, if the bus is there to hear it."""
    if is_resting():
        return
    try:
        _client().publish(channel, message)
    except redis.RedisError:
        rest()
        log.debug("the bus did not answer; nobody heard of it on %s", channel)
