"""A folder's files: in one order, none hidden, none from outside."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path


def files(folder: Path) -> Iterator[tuple[str, Path]]:
    """(path within the folder with slashes, file) of each regular file, sorted.

    Hidden files and folders are left out, linked folders are not entered, and a linked file counts only if it lies in
    the folder itself. Raises NotADirectoryError.
    """
    root = folder.expanduser().resolve()
    if not root.is_dir():
        raise NotADirectoryError(f"{folder} is not a folder.")
    found: list[tuple[str, Path]] = []
    for place, folders, names in os.walk(root, followlinks=False):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            path = Path(place) / name
            if not name.startswith(".") and _is_regular(path) and path.resolve().is_relative_to(root):
                found.append((path.relative_to(root).as_posix(), path))
    yield from sorted(found)


def _is_regular(path: Path) -> bool:
    """Pipes and devices would never end."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return False
