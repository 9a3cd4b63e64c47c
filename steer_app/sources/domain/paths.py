"""Where a file lies in a collection, from what a browser or a mail says of it."""

LONGEST = 1000


def shown_path(name: str) -> str:
    """A name without what cannot be shown or stored."""
    return _printable(name)[-LONGEST:] or "unnamed"


def _printable(name: str) -> str:
    return "".join(char for char in name.encode("utf-8", "replace").decode() if char.isprintable())


def bare(name: str) -> str:
    """The name alone: old browsers send the path on the person's disk with it."""
    return shown_path(name.replace("\\", "/").rsplit("/", 1)[-1])


def relative(path: str) -> str:
    """A path within a folder that was given whole: no way up or out of it, no empty part."""
    parts = [_printable(part).strip() for part in path.replace("\\", "/").split("/")]
    return shown_path("/".join(part for part in parts if part not in {"", ".", ".."}))
