"""A text on its way to the screen while it is being written. Nothing keeps it: the journal tells when it is done."""

import json
import time
from dataclasses import dataclass, field

from steer_app.runs import bus

EVERY_S = 0.25
MOST_CHARS = 20_000


@dataclass
class Writer:
    """Shows one part of one run's text, at most four times a second."""

    run_id: int
    part: str
    """A name that tells the parts of a run apart."""
    heading: str = ""
    _shown_at: float = field(default=-EVERY_S, init=False)

    def show(self, text: str) -> None:
        now = time.monotonic()
        if text and now - self._shown_at >= EVERY_S:
            self._shown_at = now
            bus.publish(bus.WRITING, json.dumps([self.run_id, self.part, self.heading, text[-MOST_CHARS:]]))

    def done(self) -> None:
        bus.publish(bus.WRITING, json.dumps([self.run_id, self.part, self.heading, ""]))
