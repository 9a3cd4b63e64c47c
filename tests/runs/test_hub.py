"""What a socket gets: the parts, then exactly the events it does not have, however it was cut off."""

import asyncio
import re

import pytest
from asgiref.sync import sync_to_async
from django.db import transaction
from django.utils.safestring import mark_safe

from steer_app.runs import hub as hubs
from steer_app.runs import parts
from steer_app.runs.domain.events import StepCancelled
from steer_app.runs.feeds import RING, Ring
from steer_app.runs.models import Event, Run
from steer_app.runs.services import journal, runs
from tests.runs.sockets import cursor_in, events_in


def record(run_id: int, number: int) -> None:
    with transaction.atomic():
        journal.record(journal.lock(run_id), [StepCancelled(f"work:{n}") for n in range(number)])


class Heard:
    """A watcher that keeps what it heard."""

    def __init__(self):
        self.events: list[int] = []
        self.parts: dict[str, str] = {}
        self.cursor = None

    def hear(self, message: str) -> None:
        self.events += events_in(message)
        self.cursor = cursor_in(message) or self.cursor
        for part_id, version in re.findall(r'<section id="([\w-]+)" class="part" data-version="(\w+)"', message):
            self.parts[part_id] = version


async def listen(hub, run_id: int, after: int | None, until_seq: int) -> Heard:
    heard = Heard()
    async with hub.watch_run(run_id, after) as watcher:
        while not heard.parts or watcher.seq < until_seq:
            heard.hear(await asyncio.wait_for(hub.news(watcher), 10))
    return heard


@pytest.fixture
async def hub():
    hub = hubs.hub()
    yield hub
    await hub.close()


def test_a_ring_gives_what_is_newer_and_nothing_twice():
    ring = Ring(3)
    for seq in (4, 5, 5, 4, 6):
        ring.add(seq, mark_safe(str(seq)))
    assert ring.after(4) == ["5", "6"]
    assert ring.after(6) == ring.after(9) == []
    assert ring.after(2) is None


def test_a_ring_keeps_a_thousand_lines():
    ring = Ring(0)
    for seq in range(1, RING + 11):
        ring.add(seq, mark_safe(str(seq)))
    assert ring.after(9) is None
    assert len(ring.after(10)) == RING


@pytest.mark.django_db(transaction=True)
async def test_a_cursor_gets_exactly_what_is_newer(started, hub):
    run = await sync_to_async(started)("counting")
    await sync_to_async(record)(run.pk, 20)
    last = (await Run.objects.aget(pk=run.pk)).last_seq
    for after in (0, 5, last - 1):
        assert (await listen(hub, run.pk, after, last)).events == list(range(after + 1, last + 1))
    assert (await listen(hub, run.pk, last, last)).events == []


@pytest.mark.django_db(transaction=True)
async def test_a_cursor_beyond_the_journal_is_brought_back_to_its_end(started, hub):
    run = await sync_to_async(started)("counting")
    last = (await Run.objects.aget(pk=run.pk)).last_seq
    async with hub.watch_run(run.pk, last + 1000) as watcher:
        assert watcher.seq == last


@pytest.mark.django_db(transaction=True)
async def test_a_cursor_older_than_the_ring_is_caught_up_from_the_database(started, hub):
    run = await sync_to_async(started)("counting")
    async with hub.watch_run(run.pk, None):
        await sync_to_async(record)(run.pk, 2 * RING + 50)
        last = (await Run.objects.aget(pk=run.pk)).last_seq
        heard = await listen(hub, run.pk, 0, last)
    assert heard.events == list(range(1, last + 1))


@pytest.mark.django_db(transaction=True)
async def test_a_new_connection_clears_the_writing_that_an_earlier_one_left_on_the_page(started, hub):
    run = await sync_to_async(started)("counting")
    async with hub.watch_run(run.pk, None) as watcher:
        first = await asyncio.wait_for(hub.news(watcher), 10)
    assert re.search(r'<section id="run-writing"[^>]* hidden>', first)


@pytest.mark.django_db(transaction=True)
async def test_without_a_bus_events_come_by_polling(started, hub):
    run = await sync_to_async(started)("counting")
    async with hub.watch_run(run.pk, None) as watcher:
        heard = Heard()
        heard.hear(await asyncio.wait_for(hub.news(watcher), 10))
        await sync_to_async(record)(run.pk, 3)
        last = (await Run.objects.aget(pk=run.pk)).last_seq
        while heard.cursor != last:
            heard.hear(await asyncio.wait_for(hub.news(watcher), 10))
        assert heard.events == [last - 2, last - 1, last]


@pytest.mark.django_db(transaction=True)
async def test_the_panel_after_a_snapshot_and_events_is_the_panel_rendered_fresh(started, hub):
    run = await sync_to_async(started)("counting")
    async with hub.watch_run(run.pk, None) as watcher:
        heard = Heard()
        heard.hear(await asyncio.wait_for(hub.news(watcher), 10))
        await sync_to_async(runs.pause)(run_id=run.pk)
        await sync_to_async(runs.stop)(run_id=run.pk)
        _, fresh, _ = await sync_to_async(parts.of_run)(run.pk)
        while heard.parts != {part.id: part.version for part in fresh}:
            heard.hear(await asyncio.wait_for(hub.news(watcher), 10))


@pytest.mark.django_db(transaction=True)
async def test_a_page_that_says_what_it_shows_is_sent_only_what_differs(started, hub):
    run = await sync_to_async(started)("counting")
    async with hub.watch_run(run.pk, None) as watcher:
        heard = Heard()
        heard.hear(await asyncio.wait_for(hub.news(watcher), 10))
        watcher.compare(heard.parts | {"run-steps": "an older one", "gone": ""})
        again = await asyncio.wait_for(hub.news(watcher), 10)
        assert 'id="run-steps"' in again
        assert 'id="gone" hx-swap-oob="delete"' in again
        assert 'id="run-head"' not in again


@pytest.mark.django_db(transaction=True)
async def test_a_deleted_run_is_gone_for_those_who_watch(started, hub):
    run = await sync_to_async(started)("counting")
    async with hub.watch_run(run.pk, None) as watcher:
        await hub.news(watcher)
        await Event.objects.filter(run=run).adelete()
        await run.adelete()
        while not watcher.feed.gone:
            await asyncio.sleep(0.05)
        with pytest.raises(hubs.Gone):
            await hub.news(watcher)


@pytest.mark.django_db(transaction=True)
async def test_a_read_that_fails_leaves_the_hub_working(started, hub):
    run = await sync_to_async(started)("counting")
    with pytest.raises(ZeroDivisionError):
        await hub.ask(lambda: 1 / 0)
    assert (await listen(hub, run.pk, 0, 1)).events[0] == 1


@pytest.mark.django_db(transaction=True)
async def test_the_home_list_moves_when_a_run_is_made_or_moves(draft, owner, hub):
    async with hub.watch_home(owner.pk) as watcher:
        assert "No research yet" in await asyncio.wait_for(hub.news(watcher), 10)
        run = await sync_to_async(draft)("counting")
        assert f'id="run-row-{run.pk}"' in await asyncio.wait_for(hub.news(watcher), 10)
        await sync_to_async(runs.start)(run_id=run.pk)
        assert "At work" in await asyncio.wait_for(hub.news(watcher), 10)
