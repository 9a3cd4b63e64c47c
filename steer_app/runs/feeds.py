"""What the hub holds for those who watch: the newest lines of a journal, the parts of a page, who has seen what."""

import asyncio
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.safestring import SafeString

from steer_app.runs.pages import Page
from steer_app.runs.sheets import Sheet

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
    """One thing that is watched, a run or a person's home: what its page shows, its ring, and who waits for news."""

    key: tuple[str, int]
    page: Page | None = None
    """What renders it; made anew after a failure."""
    sheet: Sheet = field(default_factory=Sheet)
    ring: Ring | None = None
    seq: int = 0
    """How far the journal had been read when the sheet was rendered."""
    newest: tuple[tuple[int, int], str] = ((0, 0), "")
    """The swaps that were made last, and from which seq to which they go."""
    swaps: tuple[tuple[int, int], list[SafeString]] = ((0, 0), [])
    """The parts that were sent last, and from which revision to which they go."""
    stale: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the parts may have moved; the feed's painter waits for it."""
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once the parts have been rendered for the first time."""
    writing: dict[str, tuple[str, str]] = field(default_factory=dict)
    """What is being written now: (heading, text so far) by part."""
    writing_no: int = 0
    gone: bool = False
    ended: bool = False
    watchers: set["Watcher"] = field(default_factory=set)
    painter: asyncio.Task | None = None

    def hear(self, part: str, heading: str, text: str) -> None:
        """A part of a text as far as it is written; an empty one is done and shown no longer."""
        self.writing.pop(part, None) if not text else self.writing.update({part: (heading, text)})
        self.writing_no += 1

    def settle(self) -> None:
        """Nothing more is written: what is still shown was done while nobody heard of it."""
        if self.writing:
            self.writing.clear()
            self.writing_no += 1

    def tell(self) -> None:
        for watcher in self.watchers:
            watcher.news.set()


@dataclass(eq=False)
class Watcher:
    """One socket: how far it has come, in the journal and in the revisions of the sheet."""

    feed: Feed
    seq: int = 0
    have: Mapping[str, str] = field(default_factory=dict)
    """What its page said it shows, until it has been sent what differs."""
    revision: int = -1
    """The sheet's, when this socket was last sent something; -1 before that."""
    writing: int = -1
    """The last of the feed's writings that this socket was sent; -1: none. The first clears what an earlier connection
    left on the page."""
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def compare(self, have: Mapping[str, str]) -> None:
        """Send what differs from what the page says it shows, however it came to differ."""
        self.have, self.revision = have, -1
        self.news.set()

    def changed_parts(self) -> list[SafeString]:
        """The swaps that bring this socket's page to the present revision; they count as sent."""
        sheet, seen = self.feed.sheet, self.revision
        if seen == sheet.revision:
            return []
        self.revision = sheet.revision
        if seen < 0:
            have, self.have = self.have, {}
            return sheet.against(have)
        span = (seen, sheet.revision)
        if self.feed.swaps[0] != span:  # most sockets stand at the same revision
            self.feed.swaps = (span, sheet.since(seen))
        return self.feed.swaps[1]
