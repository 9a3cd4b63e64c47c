"""What parent and child say to each other: a JSON head, then the bytes it announces."""

import json
import struct
from typing import IO

MOST_BYTES = 1 << 31


def write(stream: IO[bytes], head: dict, payloads: list[bytes] | None = None) -> None:
    payloads = payloads or []
    encoded = json.dumps({"head": head, "sizes": [len(payload) for payload in payloads]}).encode()
    stream.write(struct.pack(">I", len(encoded)) + encoded)
    for payload in payloads:
        stream.write(payload)
    stream.flush()


def read(stream: IO[bytes]) -> tuple[dict, list[bytes]]:
    """The next frame. Raises EOFError if the other side is gone or says nonsense."""
    (length,) = struct.unpack(">I", _exactly(stream, 4))
    if length > MOST_BYTES:
        raise EOFError("frame too long")
    message = json.loads(_exactly(stream, length))
    return message["head"], [_exactly(stream, size) for size in message["sizes"]]


def _exactly(stream: IO[bytes], count: int) -> bytes:
    content = stream.read(count)
    if len(content) != count:
        raise EOFError("the other side closed")
    return content
