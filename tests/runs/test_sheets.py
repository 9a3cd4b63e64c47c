"""A page that was opened earlier, and a socket that was cut off, end with what a page opened now shows."""

from django.utils.safestring import mark_safe
from hypothesis import given, settings
from hypothesis import strategies as st

from steer_app.runs.parts import framed
from steer_app.runs.sheets import Gone, Item, Sheet
from tests.runs.dom import Dom

PATHS = [(), (1,), (2,), (3,), (1, 1), (1, 2), (2, 1), (2, 1, 1), (10,)]


def part(path: tuple[int, ...], says: int):
    name = "-".join(map(str, (0, *path)))
    above = "tree" if not path else f"below-{'-'.join(map(str, (0, *path[:-1])))}"
    item = Item(f"branch-{name}", above, (len(path), path), f"below-{name}")
    return framed(f"node-{name}", mark_safe(f"<b>{path} says {says}</b>"), item=item)


def fixed(name: str, says: int):
    return framed(name, mark_safe(f"<i>{says}</i>"))


def grown(paths):
    """Each path with all that is above it, parents first."""
    return sorted({path[:n] for path in paths for n in range(len(path) + 1)}, key=lambda path: (len(path), path))


change = st.one_of(
    st.tuples(st.just("nodes"), st.sets(st.sampled_from(PATHS), min_size=1), st.integers(0, 2)),
    st.tuples(st.just("head"), st.just(frozenset()), st.integers(0, 2)),
    st.tuples(st.just("gone"), st.sets(st.sampled_from(PATHS[1:]), min_size=1, max_size=1), st.just(0)),
)


def changes_of(kind: str, paths, says: int):
    if kind == "head":
        return [fixed("head", says)]
    if kind == "gone":
        return [Gone(part(path, 0).item.id) for path in paths]
    return [part(path, says) for path in grown(paths)]


@settings(deadline=None)
@given(st.lists(change, max_size=12), st.data())
def test_every_copy_of_a_page_ends_as_a_page_opened_now(steps, data):
    sheet = Sheet()
    sheet.apply([fixed("head", 0)])
    copies: list[tuple[Dom, int]] = [(Dom(sheet), sheet.revision)]
    for step in steps:
        sheet.apply(changes_of(*step))
        for place, (dom, revision) in enumerate(copies):
            how = data.draw(st.sampled_from(["waits", "hears", "connects again"]))
            if how == "hears":
                dom.take(sheet.since(revision))
            elif how == "connects again":
                dom.take(sheet.against(dom.have()))
            copies[place] = (dom, revision if how == "waits" else sheet.revision)
        copies.append((Dom(sheet), sheet.revision))
    for dom, revision in copies:
        dom.take(sheet.since(revision))
        assert dom.text() == Dom(sheet).text()


def test_what_says_the_same_is_not_sent():
    sheet = Sheet()
    sheet.apply([fixed("head", 1), part((), 1)])
    before = sheet.revision
    assert not sheet.apply([fixed("head", 1), part((), 1)])
    assert sheet.since(before) == []
    assert sheet.against(Dom(sheet).have()) == []


def test_a_change_of_one_part_sends_that_part_alone():
    sheet = Sheet()
    sheet.apply([part(path, 0) for path in grown(PATHS)])
    before = sheet.revision
    sheet.apply([part((1, 1), 7)])
    assert [swap for swap in sheet.since(before) if "says 7" not in swap] == []
