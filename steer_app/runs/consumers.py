"""The sockets: each watches one thing through the hub and sends on what is new. They query nothing themselves."""

import asyncio
import json
import logging
from contextlib import AbstractAsyncContextManager, suppress
from typing import Any
from urllib.parse import parse_qs

from channels.generic.websocket import AsyncWebsocketConsumer

from steer_app.runs import selectors
from steer_app.runs.feeds import Watcher
from steer_app.runs.hub import Gone, hub

log = logging.getLogger(__name__)

SAYS_WITHIN_S, MOST_SAID = 5.0, 2_000_000
"""How long a socket waits for what its page shows, and how long that may be."""
NOT_FOUND, TRY_AGAIN = 4404, 1011
"""4404 says what HTTP's 404 says, to strangers too; on 1011 the page's script connects again."""


class Watching(AsyncWebsocketConsumer):
    """A socket that only speaks. Accepted first, because a close code reaches only an accepted socket."""

    _speaking: asyncio.Task | None = None
    _watcher: Watcher | None = None

    async def connect(self) -> None:
        await self.accept()
        self._speaking = asyncio.create_task(self._speak())

    async def disconnect(self, code: int) -> None:
        if self._speaking:
            self._speaking.cancel()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Nothing is taken from the socket but what its page shows: what changes a run comes by POST."""

    async def watching(self) -> AbstractAsyncContextManager[Watcher]:
        """What this socket watches. Raises Gone if there is nothing for this user to see."""
        raise NotImplementedError

    async def _speak(self) -> None:
        try:
            async with await self.watching() as watcher:
                self._watcher = watcher
                while True:
                    await self.send(text_data=await hub().news(watcher))
        except Gone:
            await self.close(NOT_FOUND)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("a socket failed; its page connects again")
            await self.close(TRY_AGAIN)


class RunSocket(Watching):
    """One run: its parts, then its events newer than `?after=`.

    A page that opens its socket with `?says=parts` says first what it shows already, and is sent only what differs;
    it may say so again at any time.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._said: asyncio.Future[dict[str, str]] = asyncio.get_running_loop().create_future()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if not self._said.done():
            self._said.set_result(_shown(text_data or ""))
        elif self._watcher:
            self._watcher.compare(_shown(text_data or ""))

    async def watching(self) -> AbstractAsyncContextManager[Watcher]:
        run_id = self.scope["url_route"]["kwargs"]["run_id"]
        if not await hub().ask(selectors.sees_run, self.scope["user"], run_id):
            raise Gone
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        have = await self._shown() if query.get("says") == ["parts"] else {}
        return hub().watch_run(run_id, _cursor(query), have)

    async def _shown(self) -> dict[str, str]:
        with suppress(TimeoutError):
            return await asyncio.wait_for(self._said, SAYS_WITHIN_S)
        return {}


class HomeSocket(Watching):
    """The signed-in person's list of runs."""

    async def watching(self) -> AbstractAsyncContextManager[Watcher]:
        user = self.scope["user"]
        if not user.is_authenticated:
            raise Gone
        return hub().watch_home(user.pk)


def _cursor(query: dict[str, list[str]]) -> int | None:
    """The seq in `after=<seq>`; None if there is none that can be read."""
    given = query.get("after", [""])[0]
    return int(given) if given.isascii() and given.isdigit() and len(given) < 19 else None


def _shown(said: str) -> dict[str, str]:
    """What a page says it shows: {id: version}, "" for an entry of a list. What cannot be read says nothing."""
    if len(said) > MOST_SAID:
        return {}
    try:
        shown = json.loads(said)
    except ValueError:
        return {}
    return {name: str(version) for name, version in shown.items()} if isinstance(shown, dict) else {}
