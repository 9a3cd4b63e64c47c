"""One hub a web process reads the journal for all its sockets; they pull from it, each with its own cursor.

Measured against a reader in every consumer: a twentieth of the reads, and latency that does not grow with sockets.
"""

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import TypeVar
from weakref import WeakKeyDictionary

import redis.asyncio
from django.conf import settings
from django.db import connection
from django.utils.html import format_html_join
from redis.exceptions import RedisError

from steer_app.runs import parts, selectors
from steer_app.runs.bus import CHANNEL, WRITING
from steer_app.runs.feeds import RING, Feed, Ring, Watcher
from steer_app.runs.models import Run
from steer_app.runs.pages import HomePage, page_of

log = logging.getLogger(__name__)
T = TypeVar("T")

POLL_S, POLL_WITHOUT_BUS_S = 2.0, 0.2
GAP_S, BUSY_GAP_S, BUSY = 0.01, 0.05, 500
"""Reads stay 10 ms apart, 50 ms above 500 events a second."""
PAINT_GAP_S, PAINT_SHARE, AFTER_FAILURE_S = 0.05, 4, 1.0
"""The parts of a page are rendered at most twenty times a second, and all of them at most a quarter of the time."""


class Gone(Exception):
    """What was watched is not there any more."""


class Hub:
    """Start it with `start()` inside the loop it serves; `hub()` does both."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="hub")
        self._feeds: dict[tuple[str, int], Feed] = {}
        self._rung: set[int] = set()
        self._bell = asyncio.Event()
        self._hears_the_bus = False
        self._marks: dict[int, tuple[int, int]] = {}
        self._tasks: list[asyncio.Task] = []
        self._easel = asyncio.Lock()
        """Held while parts are rendered, and for a while after: reading the journal waits for one rendering at most."""

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._forever(work)) for work in (self._listen, self._pump)]

    async def close(self) -> None:
        """Stop reading and close the connection; for tests, a process just ends."""
        tasks = [*self._tasks, *(feed.painter for feed in self._feeds.values() if feed.painter)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.ask(lambda: connection.close())  # looked up in the hub's thread: each has its own
        self._thread.shutdown()

    async def ask(self, read: Callable[..., T], *args: object) -> T:
        """Do a read in the hub's own thread, on its own connection; on any error that connection is closed."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, _reading, read, *args)

    @asynccontextmanager
    async def watch_run(
        self, run_id: int, after: int | None, have: Mapping[str, str] | None = None
    ) -> AsyncIterator[Watcher]:
        """A watcher of a run that has the events up to `after`; None: up to now. Raises Gone.

        `have`: what its page shows already, as Sheet.against takes it; without it, it gets everything.
        """
        async with self._watching(("run", run_id)) as watcher:
            watcher.have = have or {}
            head = watcher.feed.ring.head if watcher.feed.ring else 0
            if after is not None and after > head:  # the ring may be a moment behind what the page has seen
                head = (await self.ask(selectors.last_seqs, [run_id])).get(run_id, 0)
            watcher.seq = head if after is None else min(after, head)
            yield watcher

    @asynccontextmanager
    async def watch_home(self, user_id: int) -> AsyncIterator[Watcher]:
        """A watcher of the list of a person's runs."""
        async with self._watching(("home", user_id)) as watcher:
            yield watcher

    async def news(self, watcher: Watcher) -> str:
        """Wait for what `watcher` does not have yet, and take it: out-of-band swaps. Raises Gone."""
        while True:
            watcher.news.clear()
            if watcher.feed.gone:
                raise Gone
            feed = watcher.feed
            swaps: list[str] = list(watcher.changed_parts())
            if feed.ring is not None and feed.page and feed.page.logged:
                swaps += await self._lines(watcher, feed.key[1], feed.ring)
            elif feed.ring is not None and feed.seq > watcher.seq:
                watcher.seq = feed.seq
                swaps.append(parts.cursor(feed.key[1], feed.seq))
            if feed.key[0] == "run" and watcher.writing != feed.writing_no:
                watcher.writing = feed.writing_no
                swaps.append(parts.writing(feed.writing))
            if swaps:
                return format_html_join("", "{}", ((swap,) for swap in swaps))
            await watcher.news.wait()

    async def _lines(self, watcher: Watcher, run_id: int, ring: Ring) -> list[str]:
        """What is newer than the watcher's cursor, which moves with it, and never back."""
        if ring.head <= watcher.seq:
            return []
        lines, seq = ring.after(watcher.seq), ring.head
        if lines is None:
            events = await self.ask(selectors.events_after, run_id, watcher.seq, RING)
            if not events:
                raise Gone
            lines, seq = [parts.line(event) for event in events], events[-1].seq
            watcher.news.set()  # there may be more than these
        span = (watcher.seq, seq)
        if watcher.feed.newest[0] != span:  # most sockets of a run stand at the same place
            watcher.feed.newest = (span, parts.swap_lines(run_id, seq, lines))
        watcher.seq = seq
        return [watcher.feed.newest[1]]

    @asynccontextmanager
    async def _watching(self, key: tuple[str, int]) -> AsyncIterator[Watcher]:
        feed = self._feeds.get(key)
        if feed is None:
            feed = self._feeds[key] = Feed(key)
            feed.stale.set()
            feed.painter = asyncio.create_task(self._keep_painted(feed))
        watcher = Watcher(feed)
        feed.watchers.add(watcher)
        try:
            await feed.ready.wait()
            if feed.gone:
                raise Gone
            yield watcher
        finally:
            feed.watchers.discard(watcher)
            if not feed.watchers and self._feeds.get(key) is feed:
                del self._feeds[key]
                if feed.painter:
                    feed.painter.cancel()

    async def _keep_painted(self, feed: Feed) -> None:
        """Render a feed's parts whenever they may have moved, and tell those who watch."""
        while not feed.gone:
            await feed.stale.wait()
            feed.stale.clear()
            async with self._easel:
                began = time.monotonic()
                painted, first = await self._painted(feed), not feed.ready.is_set()
                if painted:
                    feed.ready.set()
                    feed.tell()
                if not first:  # somebody who has just come is not kept waiting
                    await asyncio.sleep((PAINT_SHARE - 1) * (time.monotonic() - began))
            await asyncio.sleep(PAINT_GAP_S if painted else AFTER_FAILURE_S)

    async def _painted(self, feed: Feed) -> bool:
        try:
            await self._paint(feed)
        except Run.DoesNotExist:
            feed.gone = True
        except Exception:
            log.exception("the parts of %s %s could not be rendered; trying again", *feed.key)
            feed.stale.set()
            return False
        return True

    async def _paint(self, feed: Feed) -> None:
        kind, pk = feed.key
        try:
            if feed.page is None:
                feed.page = HomePage(pk) if kind == "home" else await self.ask(page_of, pk)
            painted = await self.ask(feed.page.paint)
        except Exception:
            feed.page = None
            raise
        feed.sheet.apply(painted.changes)
        feed.seq, feed.ended = painted.seq, painted.ended
        if feed.ended:
            feed.settle()
        if feed.ring is None and kind == "run":
            feed.ring = Ring(painted.seq)

    async def _listen(self) -> None:
        """Hear the doorbell. Subscribers may be silent for hours, so there is no read time-out."""
        client = redis.asyncio.Redis.from_url(settings.BUS_URL, socket_timeout=None, socket_connect_timeout=2)
        try:
            async with client.pubsub() as pubsub:
                await pubsub.subscribe(CHANNEL, WRITING)
                async for message in pubsub.listen():
                    if not self._hears_the_bus:
                        self._hears_the_bus = True
                        self._bell.set()
                    if message["type"] == "message" and message["channel"] == WRITING.encode():
                        self._hear_writing(message["data"])
                    elif message["type"] == "message":
                        self._rung.add(int(message["data"]))
                        self._bell.set()
        except (RedisError, OSError):
            log.debug("the bus does not answer; the journal is polled instead")
            await asyncio.sleep(POLL_WITHOUT_BUS_S)
        finally:
            self._hears_the_bus = False
            await client.aclose()

    def _hear_writing(self, message: bytes) -> None:
        """A text that is being written, for those who watch its run; empty when that part of it is done."""
        run_id, part, heading, text = json.loads(message)
        if feed := self._feeds.get(("run", int(run_id))):
            feed.hear(str(part), str(heading), str(text))
            feed.tell()

    async def _pump(self) -> None:
        """Read what is new: on the bell at once, and every 2 s in any case (0.2 s while there is no bus)."""
        polled = healed = 0.0
        while True:
            every = POLL_S if self._hears_the_bus else POLL_WITHOUT_BUS_S
            with suppress(TimeoutError):
                await asyncio.wait_for(self._bell.wait(), max(0.001, polled + every - time.monotonic()))
            self._bell.clear()
            rung, self._rung = self._rung, set()
            if time.monotonic() - polled >= every:
                polled = time.monotonic()
                heal = polled - healed >= POLL_S
                healed = polled if heal else healed
                rung |= await self._poll(heal=heal)
            read = await self._read(rung)
            await asyncio.sleep(BUSY_GAP_S if read > BUSY * GAP_S else GAP_S)

    async def _poll(self, *, heal: bool) -> set[int]:
        """The watched runs whose journal has grown; homes that have moved are marked stale."""
        runs = {key[1]: feed for key, feed in self._feeds.items() if key[0] == "run" and feed.ring}
        homes = {key[1]: feed for key, feed in self._feeds.items() if key[0] == "home"}
        if homes:
            marks = await self.ask(selectors.home_marks, list(homes))
            for user_id, feed in homes.items():
                if self._marks.get(user_id) != marks.get(user_id):
                    feed.stale.set()
            self._marks = marks
        if not runs:
            return set()
        for feed in runs.values():
            if heal and not feed.ended:
                feed.stale.set()  # claims, leases and spending move without an event
        seqs = await self.ask(selectors.last_seqs, list(runs))
        for run_id in runs.keys() - seqs.keys():
            runs[run_id].stale.set()
        return {run_id for run_id, seq in seqs.items() if seq > runs[run_id].ring.head}  # type: ignore[union-attr]

    async def _read(self, run_ids: set[int]) -> int:
        """Move the rings of these runs on. Returns how many events came."""
        read = 0
        for run_id in run_ids:
            feed = self._feeds.get(("run", run_id))
            if feed is not None and feed.ring is not None:
                read += await self._grow(feed, feed.ring)
        homes = [feed for key, feed in self._feeds.items() if key[0] == "home"]
        if run_ids and homes:
            owners = await self.ask(selectors.owners_of, run_ids)
            for feed in homes:
                if feed.key[1] in owners:
                    feed.stale.set()
        return read

    async def _grow(self, feed: Feed, ring: Ring) -> int:
        read = 0
        while events := await self.ask(selectors.events_after, feed.key[1], ring.head, RING):
            for event in events:
                ring.add(event.seq, parts.line(event))
            read += len(events)
            feed.stale.set()
            feed.tell()
            if len(events) < RING:
                break
        return read

    async def _forever(self, work: Callable[[], Awaitable[None]]) -> None:
        """An error ends no reader: it is logged and the reader starts again."""
        while True:
            try:
                await work()
            except Exception:
                log.exception("the hub stumbled; it goes on")
                await asyncio.sleep(POLL_WITHOUT_BUS_S)


def _reading(read: Callable[..., T], *args: object) -> T:
    try:
        return read(*args)
    except Exception:
        connection.close()
        raise


_hubs: "WeakKeyDictionary[asyncio.AbstractEventLoop, Hub]" = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop; a web process has one loop, so one hub."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
        _hubs[loop].start()
    return _hubs[loop]
