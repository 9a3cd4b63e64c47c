"""What the hub holds for those who watch: the newest lines of a journal, the parts of a page, who has seen what."""

import asyncio
from collections import deque
from dataclasses import dataclass, field

from django.utils.safestring import SafeString

from steer_app.runs.parts import Part

RING = 1000
"""Lines kept a run; an older cursor is caught up from the database."""


class Ring:
    """The newest lines of one journal, each with its seq, without a gap."""

    def __init__(self, head: int) -> None:
        self.head = head
        self._lines: deque[tuple[int, SafeString]] = deque(maxlen=RING)

    def add(self, seq: int, line: SafeString) -> None:
        """Append the line after the head; what is older is ignored, so that adding twice does nothing."""
        if seq > self.head:
            self._lines.append((seq, line))
            self.head = seq

    def after(self, seq: int) -> list[SafeString] | None:
        """The lines newer than `seq`, oldest first; None if some of them are not here."""
        if seq >= self.head:
            return []
        if not self._lines or self._lines[0][0] > seq + 1:
            return None
        missing = self.head - seq
        return [line for _, line in list(self._lines)[-missing:]]


@dataclass
class Feed:
    """One thing that is watched, a run or a person's home: its parts, its ring, and who waits for news of it."""

    key: tuple[str, int]
    parts: tuple[Part, ...] = ()
    ring: Ring | None = None
    newest: tuple[tuple[int, int], str] = ((0, 0), "")
    """The swaps that were made last, and from which seq to which they go."""
    stale: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the parts may have moved; the feed's painter waits for it."""
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once the parts have been rendered for the first time."""
    gone: bool = False
    ended: bool = False
    watchers: set["Watcher"] = field(default_factory=set)
    painter: asyncio.Task | None = None

    def tell(self) -> None:
        for watcher in self.watchers:
            watcher.news.set()


@dataclass(eq=False)
class Watcher:
    """One socket: how far it has come, and which version of each part it was sent."""

    feed: Feed
    seq: int = 0
    seen: dict[str, str] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def changed_parts(self) -> list[Part]:
        """The parts that this socket does not have in their present version; they count as sent."""
        changed = [part for part in self.feed.parts if self.seen.get(part.id) != part.version]
        self.seen.update((part.id, part.version) for part in changed)
        return changed
