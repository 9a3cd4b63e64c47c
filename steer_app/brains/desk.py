"""Where a worker answers other processes' requests for vectors: a thread beside its steps.

Not a task of the queue: there a person's search would stand behind every file that waits to be read.
"""

import json
import logging
import threading

import redis
from celery import signals
from django.conf import settings

from steer_app.brains import asking, embeddings

log = logging.getLogger(__name__)

LOOK_S = 1.0
"""How long it waits for a request before it looks whether it shall end; and after a fault of the bus."""


class Desk:
    """Takes one request after the other until it is told to stop; no error ends it."""

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="desk", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(2 * LOOK_S)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                taken = asking.client().blpop([asking.ASKED], timeout=LOOK_S)
                if taken:
                    answer(json.loads(taken[1]))
            except redis.RedisError:
                self._stop.wait(LOOK_S)
            except Exception:
                log.exception("a request for a vector could not be answered")


def answer(request: dict[str, str]) -> None:
    """Puts the text's vector where the asker waits; nothing if it wants another model than this worker has."""
    if request["embedder"] != settings.EMBEDDER:
        return
    vector = embeddings.embed_one(request["text"]).astype(asking.STORED_AS)
    with asking.client().pipeline() as pipe:
        pipe.rpush(request["reply"], vector.tobytes())
        pipe.expire(request["reply"], asking.KEPT_S)
        pipe.execute()


_desks: list[Desk] = []


@signals.worker_ready.connect
def _begin(**_: object) -> None:
    desk = Desk()
    _desks.append(desk)
    desk.start()


@signals.worker_shutdown.connect
def _end(**_: object) -> None:
    while _desks:
        _desks.pop().stop()
