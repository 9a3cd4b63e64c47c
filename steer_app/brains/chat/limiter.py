"""One pace for a server, shared by all who ask it: on the bus for all workers, else in this process."""

import json
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import asdict
from functools import lru_cache

import redis
from django.conf import settings

from steer_app.brains.domain import pace
from steer_app.brains.domain.allowance import Allowance
from steer_app.brains.domain.pace import Pace
from steer_app.runs import bus

log = logging.getLogger(__name__)

KEPT_S = 3600
TRIES = 50
LOOK_S = 0.5
"""How often a waiting call asks whether it is still wanted."""

_own: dict[str, Pace] = {}
_lock = threading.Lock()


class Limiter:
    """The pace of one server, by a name that tells servers and keys apart."""

    def __init__(self, name: str, per_minute: int = 0) -> None:
        self._name = f"steerlab:pace:{name}"
        self._per_minute = per_minute

    def wait(self, check: Callable[[], None], until: float) -> None:
        """Return when a call may start. `check` is asked meanwhile. Raises TimeoutError when its turn comes after
        `until` (time.time())."""
        booked: list[float] = []

        def book(known: Pace) -> Pace:
            at, then = pace.start(known, time.time(), per_minute=self._per_minute)
            if at > until:
                raise TimeoutError("The model's server is too busy; its turn would come too late.")
            booked[:] = [at]
            return then

        self._change(book)
        while (left := booked[0] - time.time()) > 0:
            check()
            time.sleep(min(left, LOOK_S))

    def refused(self, retry_after_s: float | None) -> None:
        self._change(lambda known: pace.refused(known, time.time(), retry_after_s=retry_after_s))

    def accepted(self, told: Allowance | None) -> None:
        """A call was answered, and the server may have told how much it will still take."""
        self._change(lambda known: pace.accepted(known, time.time(), told))

    def _change(self, change: Callable[[Pace], Pace]) -> None:
        """Replace the pace by what `change` makes of it, as one step among all who share it."""
        if not bus.is_resting():
            try:
                self._change_on_bus(change)
            except redis.RedisError:
                bus.rest()
                log.debug("the bus does not answer; this process paces itself alone")
            else:
                return
        with _lock:
            _own[self._name] = change(_own.get(self._name, Pace()))

    def _change_on_bus(self, change: Callable[[Pace], Pace]) -> None:
        with _client().pipeline() as pipe:
            for _ in range(TRIES):
                try:
                    pipe.watch(self._name)
                    stored = pipe.get(self._name)
                    changed = change(_pace(stored) if stored else Pace())
                    pipe.multi()
                    pipe.set(self._name, json.dumps(asdict(changed)), ex=KEPT_S)
                    pipe.execute()
                except redis.WatchError:
                    continue
                return
        raise redis.RedisError("the pace was changed by others all the time")


def _pace(stored: bytes | str) -> Pace:
    known = json.loads(stored)
    return Pace(**{**known, "starts": tuple(known["starts"])})


@lru_cache(maxsize=1)
def _client() -> redis.Redis:
    return redis.Redis.from_url(settings.BUS_URL, socket_timeout=1, socket_connect_timeout=1)
