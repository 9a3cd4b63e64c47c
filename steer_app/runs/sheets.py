"""What a live page shows: its parts by id and the lists they stand in, and the swaps that bring an older copy there.

Pure bookkeeping over rendered HTML. A page that was opened a while ago, one whose socket was cut off and a second tab
all end with the same elements in the same order as a page opened now: a property that a test holds.
"""

from bisect import insort
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

NOTHING = SafeString()


@dataclass(frozen=True)
class Item:
    """An entry of a list, `<li>`, which holds parts and perhaps a list of its own.

    A page that is opened has it at its place. When that changes, a page that is open already hears it from a part that
    names the list's entries in their order, and moves them itself (static/js/persona.js): so nothing that the person
    has open, typed or in focus there is lost.

    The id of what stands below an item is longer than the item's own: what goes, goes from the deepest up.
    """

    id: str
    list: str
    """The id of the list it stands in."""
    order: tuple
    """Sort key: within its list, and so that what holds a list comes before what stands in it."""
    below: str = ""
    """The id of its own list, if it has one."""


@dataclass(frozen=True)
class Part:
    """A piece of a page. `version` is a digest of what is inside: what says the same is not sent or swapped again."""

    id: str
    version: str
    html: SafeString
    """As it stands in a page."""
    swap: SafeString
    """As it is sent, to take the place of an older one."""
    item: Item | None = None
    """Where it stands; None: at a place of its own that every copy of the page has."""


@dataclass(frozen=True)
class Gone:
    """An entry of a list that is not there any more."""

    item: str


@dataclass
class Sheet:
    """The parts as they are now. `revision` counts the times that something changed."""

    revision: int = 0
    parts: dict[str, Part] = field(default_factory=dict)
    _items: dict[str, Item] = field(default_factory=dict)
    _lists: dict[str, list[Item]] = field(default_factory=dict)
    _within: dict[str, list[str]] = field(default_factory=dict)
    """The parts of each item, in the order they were first put."""
    _changed: dict[str, int] = field(default_factory=dict)
    """At which revision each part changed last, or an item went; the latest at the end."""
    _born: dict[str, int] = field(default_factory=dict)
    """At which revision each item came."""
    _lives: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    """Of items that went, and not with one above them: from which revision on they were there, and until which."""

    def apply(self, changes: Iterable[Part | Gone]) -> bool:
        """Take over what was rendered; whether anything is different now."""
        fresh = [one for one in changes if not isinstance(one, Part) or self._is_new(one)]
        if fresh:
            self.revision += 1
        for one in fresh:
            self._put(one) if isinstance(one, Part) else self._remove(one.item)
        return bool(fresh)

    def listing(self, name: str) -> SafeString:
        """What stands in a list, with all that is below."""
        return format_html_join("", "{}", ((self._whole(item),) for item in self._lists.get(name, ())))

    def since(self, revision: int) -> list[SafeString]:
        """The swaps for a page that shows what was here at `revision`."""
        changed = []
        for name in reversed(self._changed):
            if self._changed[name] <= revision:
                break
            changed.append(name)
        lost = [name for name in changed if any(born <= revision < died for born, died in self._lives.get(name, ()))]
        born = {i.id for name in changed if (i := self._item_of(name)) and self._born[i.id] > revision}
        return self._swaps([self.parts[name] for name in reversed(changed) if name in self.parts], born, lost)

    def against(self, have: Mapping[str, str]) -> list[SafeString]:
        """The swaps for a page that says what it has: the version of each part, and "" for each entry of a list."""
        born = self._items.keys() - have.keys()
        changed = [part for part in self.parts.values() if have.get(part.id) != part.version]
        lost = [name for name, version in have.items() if not version and name not in self._items]
        return self._swaps(changed, born, lost)

    def _swaps(self, changed: Sequence[Part], born: Iterable[str], lost: Iterable[str]) -> list[SafeString]:
        """What is gone goes; then each new item comes whole, after the one before it; then what else has changed."""
        born = set(born)
        swaps = [
            format_html('<i id="{}" hx-swap-oob="delete"></i>', name) for name in sorted(lost, key=len, reverse=True)
        ]
        swaps += [self._insertion(item) for item in sorted((self._items[name] for name in born), key=_by_order)]
        return swaps + [part.swap for part in changed if part.item is None or part.item.id not in born]

    def _insertion(self, item: Item) -> SafeString:
        siblings = self._lists[item.list]
        at = siblings.index(item)
        where = f"afterend:#{siblings[at - 1].id}" if at else f"afterbegin:#{item.list}"
        return format_html('<ul hx-swap-oob="{}">{}</ul>', where, self._own(item))

    def _whole(self, item: Item) -> SafeString:
        return self._own(item, self.listing(item.below) if item.below else NOTHING)

    def _own(self, item: Item, below: SafeString = NOTHING) -> SafeString:
        inside = format_html_join("", "{}", ((self.parts[name].html,) for name in self._within[item.id]))
        own_list = format_html('<ul id="{}" class="below">{}</ul>', item.below, below) if item.below else ""
        return format_html('<li id="{}">{}{}</li>', item.id, inside, own_list)

    def _is_new(self, part: Part) -> bool:
        known = self.parts.get(part.id)
        return known is None or known.version != part.version or known.item != part.item

    def _put(self, part: Part) -> None:
        self.parts[part.id] = part
        self._note(part.id)
        if part.item is None:
            return
        before = self._items.get(part.item.id)
        if before is None:
            self._born[part.item.id] = self.revision
        if before != part.item:
            siblings = self._lists.setdefault(part.item.list, [])
            if before:
                siblings.remove(before)
            insort(siblings, part.item, key=_by_order)
            self._items[part.item.id] = part.item
        within = self._within.setdefault(part.item.id, [])
        if part.id not in within:
            within.append(part.id)

    def _remove(self, name: str) -> None:
        item = self._items.get(name)
        if item is None:
            return
        self._lives.setdefault(name, []).append((self._born[name], self.revision))
        self._note(name)
        self._forget(item)

    def _forget(self, item: Item) -> None:
        for below in list(self._lists.get(item.below, ())):
            self._forget(below)
        self._lists[item.list].remove(item)
        del self._items[item.id], self._born[item.id]
        for part in self._within.pop(item.id):
            del self.parts[part], self._changed[part]

    def _note(self, name: str) -> None:
        self._changed.pop(name, None)
        self._changed[name] = self.revision

    def _item_of(self, name: str) -> Item | None:
        part = self.parts.get(name)
        return part.item if part else None


def _by_order(item: Item) -> tuple:
    return item.order
