"""A websocket client small enough to be trusted, for tests and benches that need many real sockets."""

import asyncio
import base64
import os
import re
import struct
from collections.abc import AsyncIterator

EVENT = re.compile(r'id="event-(\d+)"')
CURSOR = re.compile(r'id="run-cursor"[^>]*data-seq="(\d+)"')


class Socket:
    """Text messages from a server (RFC 6455, no extensions). `close_code` is set once the server has closed."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self.close_code: int | None = None

    @classmethod
    async def open(cls, port: int, path: str, cookie: str = "") -> "Socket":
        """Raises ConnectionError if the server refuses."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        key = base64.b64encode(os.urandom(16)).decode()
        head = [
            f"GET {path} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            f"Origin: http://127.0.0.1:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            *([f"Cookie: {cookie}"] if cookie else []),
        ]
        writer.write(("\r\n".join(head) + "\r\n\r\n").encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in answer.split(b"\r\n", 1)[0]:
            raise ConnectionError(answer.split(b"\r\n", 1)[0].decode())
        return cls(reader, writer)

    async def messages(self) -> AsyncIterator[str]:
        """Until the server closes or is gone."""
        try:
            while True:
                opcode, payload = await self._frame()
                if opcode == 8:
                    self.close_code = struct.unpack("!H", payload[:2])[0] if len(payload) >= 2 else 1005
                    return
                if opcode == 9:
                    self._send(10, payload)
                elif opcode == 1:
                    yield payload.decode()
        except (asyncio.IncompleteReadError, ConnectionError):
            self.close_code = self.close_code or 1006

    async def leave(self) -> None:
        self._send(8, struct.pack("!H", 1000))
        self._writer.close()

    async def _frame(self) -> tuple[int, bytes]:
        first, second = await self._reader.readexactly(2)
        size = second & 127
        if size == 126:
            size = struct.unpack("!H", await self._reader.readexactly(2))[0]
        elif size == 127:
            size = struct.unpack("!Q", await self._reader.readexactly(8))[0]
        return first & 15, await self._reader.readexactly(size)

    def _send(self, opcode: int, payload: bytes) -> None:
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
        self._writer.write(bytes([128 | opcode, 128 | len(payload)]) + mask + masked)


def events_in(message: str) -> list[int]:
    """The seqs of the journal's lines in a message, oldest first (a page shows the newest on top)."""
    return [int(seq) for seq in EVENT.findall(message)][::-1]


def cursor_in(message: str) -> int | None:
    found = CURSOR.search(message)
    return int(found.group(1)) if found else None
