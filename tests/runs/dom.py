"""A page small enough to be trusted: it takes swaps as htmx takes them from a socket, and says what it shows."""

from lxml import html

from steer_app.runs.sheets import Sheet

LISTS = ("turns", "tree", "aspects")


class Dom:
    """A page as it was opened: the parts with a place of their own, and the lists."""

    def __init__(self, sheet: Sheet, lists: tuple[str, ...] = LISTS):
        parts = "".join(part.html for part in sheet.parts.values() if part.item is None)
        listed = "".join(f'<ul id="{name}">{sheet.listing(name)}</ul>' for name in lists)
        self.root = html.fragment_fromstring(f"<div>{parts}{listed}</div>")

    def take(self, swaps) -> None:
        """Apply swaps in their order, then put the entries of a list into the order that a part names.

        Raises KeyError when one has no place to go.
        """
        for element in html.fragments_fromstring("".join(swaps)):
            how, _, where = element.attrib.pop("hx-swap-oob").partition(":#")
            target = self._find(where or element.get("id"))
            if how == "true":
                element.tail = target.tail
                target.getparent().replace(target, element)
            elif how == "delete":
                target.drop_tree()
            elif how == "afterend":
                for child in reversed(list(element)):
                    target.addnext(child)
            elif how == "afterbegin":
                for child in reversed(list(element)):
                    target.insert(0, child)
            else:
                raise ValueError(how)

        for names in self.root.iter("template"):
            entries = self._find(names.get("data-list"))
            entries[:] = [self._find(name) for name in names.get("data-order").split()]

    def have(self) -> dict[str, str]:
        """What the page's script tells a new socket."""
        shown = {}
        for element in self.root.iter():
            if "part" in (element.get("class") or "").split():
                shown[element.get("id")] = element.get("data-version")
                if element.getparent().tag == "li":
                    shown[element.getparent().get("id")] = ""
        return shown

    def text(self) -> str:
        """The whole page, fixed parts by their id: where they stand is the frame's."""
        lists = [html.tostring(self._find(name), encoding="unicode") for name in LISTS if self._has(name)]
        fixed = [child for child in self.root if child.tag != "ul"]
        return "\n".join(sorted(html.tostring(child, encoding="unicode") for child in fixed) + lists)

    def _has(self, name: str) -> bool:
        return bool(self.root.xpath(f'//*[@id="{name}"]'))

    def _find(self, name: str):
        found = self.root.xpath(f'//*[@id="{name}"]')
        if len(found) != 1:
            raise KeyError(f"{name}: {len(found)} elements")
        return found[0]
