"""What became of a file, in words a person can act on."""

from enum import StrEnum


class Status(StrEnum):
    WAITING = "waiting"
    READY = "ready"
    EMPTY = "empty"
    ENCRYPTED = "encrypted"
    IMAGE_ONLY = "image only"
    CORRUPT = "corrupt"
    MISLABELLED = "mislabelled"
    UNSUPPORTED = "unsupported"
    TOO_LARGE = "too large"
    TIMED_OUT = "timed out"
    DUPLICATE = "duplicate"


# A person who put these files in expects them to be read: each is a gap of the run, by name.
GAPS = frozenset(Status) - {Status.WAITING, Status.READY, Status.UNSUPPORTED, Status.DUPLICATE}


class Refused(Exception):
    """A file that cannot become text. `reason` is shown to its owner."""

    def __init__(self, status: Status, reason: str):
        super().__init__(reason)
        self.status = status
        self.reason = reason
