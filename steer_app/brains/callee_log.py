"""The callee's own count of the calls it finished, for those who check that none is made twice (K6)."""

import os
import time
from types import ModuleType
from typing import Any

from django.conf import settings

from steer_app.runs.domain.canonical import digest


def note_finished(skill: ModuleType, request: Any) -> None:
    """A line in settings.CALL_LOG, if it is set: the time, the skill and the request's digest.

    One write of one line: appended whole, whoever else writes.
    """
    if not settings.CALL_LOG:
        return
    line = f"{time.time():.6f} {skill.NAME} {digest(skill.NAME, request)}\n"
    descriptor = os.open(settings.CALL_LOG, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(descriptor, line.encode())
    finally:
        os.close(descriptor)
