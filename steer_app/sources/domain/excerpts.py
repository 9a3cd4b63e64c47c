"""A document as a page shows it: a window of blocks with one span marked."""

from collections.abc import Sequence
from dataclasses import dataclass

from steer_app.sources.domain.blocks import Block

WINDOW = 200
"""Blocks on one page: a book in one piece would stall the browser."""
LEAD = 12
"""Blocks above a span at least, as far as there are any: what is opened at a spot shows what leads to it."""


@dataclass(frozen=True)
class Shown:
    """One block in three pieces: before the span, in it, and behind it; `leads` if the span begins here."""

    kind: str
    place: str
    """Only where it differs from the block before."""
    before: str
    marked: str
    behind: str
    leads: bool


@dataclass(frozen=True)
class Excerpt:
    blocks: list[Shown]
    earlier: int | None
    """An offset in the window before this one, None at the beginning."""
    later: int | None
    place: str = ""
    """Where the marked span is: its page, slide or sheet."""
    section: str = ""


def excerpt(text: str, blocks: Sequence[Block], start: int, end: int, at: int | None = None) -> Excerpt:
    """The window that holds offset `at` (the span's start if None). An empty or backward span marks nothing."""
    offset = start if at is None else at
    here = next((no for no, block in enumerate(blocks) if block.end > offset), max(len(blocks) - 1, 0))
    first = here // WINDOW * WINDOW
    if at is None:
        first = max(0, min(first, here - LEAD))
    window = blocks[first : first + WINDOW]
    shown: list[Shown] = []
    place, found = "", False
    spot: Block | None = None
    for block in window:
        low, high = max(block.start, min(start, block.end)), min(block.end, max(end, block.start))
        touches = low < high
        low, high = (low, high) if touches else (block.end, block.end)
        shown.append(
            Shown(
                kind=block.kind.value,
                place=block.place if block.place != place else "",
                before=text[block.start : low],
                marked=text[low:high],
                behind=text[high : block.end],
                leads=touches and not found,
            )
        )
        place, found = block.place, found or touches
        spot = spot or (block if touches else None)
    return Excerpt(
        shown,
        blocks[first - 1].start if first else None,
        blocks[first + WINDOW].start if first + WINDOW < len(blocks) else None,
        spot.place if spot else "",
        spot.section if spot else "",
    )
