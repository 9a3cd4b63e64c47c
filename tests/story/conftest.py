"""Browsers that are watched while they use the product."""

import pytest

from tests.story.pages import SAID
from tests.story.watch import Watch


@pytest.fixture
def watched(chromium):
    """Opens contexts, each watched; whatever one complains of fails the test."""
    watches = []

    def opened(address, *, forgives=(), **options):
        context = chromium.new_context(base_url=address, **options)
        context.set_default_timeout(20_000)
        context.add_init_script(SAID)
        context.watch = Watch(context, address, forgives=forgives)
        watches.append((context, context.watch))
        return context

    yield opened
    for context, _ in watches:
        context.close()
    assert [complaint for _, watch in watches for complaint in watch.complaints] == []


@pytest.fixture(scope="module")
def owners_cookies(chromium, live_product):
    context = chromium.new_context()
    context.new_page().goto(live_product.fresh_link())
    cookies = context.storage_state()
    context.close()
    return cookies
