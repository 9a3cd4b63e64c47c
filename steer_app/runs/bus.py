"""The doorbell: a hint that a run's journal has grown. It carries no data and is allowed to fail."""

import logging
from functools import lru_cache

import redis
from django.conf import settings

log = logging.getLogger(__name__)

CHANNEL = "steerlab:journal"


@lru_cache(maxsize=1)
def _client() -> redis.Redis:
    return redis.Redis.from_url(settings.BUS_URL, socket_timeout=1, socket_connect_timeout=1)


def ring(run_id: int) -> None:
    """Tell every hub that run `run_id` has news. While the bus is down the hubs' own polling makes it good."""
    try:
        _client().publish(CHANNEL, str(run_id))
    except redis.RedisError:
        log.debug("the bus did not answer; run %s is picked up by polling", run_id)
