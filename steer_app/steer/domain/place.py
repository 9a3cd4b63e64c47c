"""Where a node stands: its path, its depth, its direction, and the one order of the run (kernel rule K9)."""

ROOT = "0"


def numbers(path: str) -> tuple[int, ...]:
    return tuple(int(part) for part in path.split("."))


def depth(path: str) -> int:
    """The root has depth 0."""
    return path.count(".")


def order(path: str) -> tuple[int, tuple[int, ...]]:
    """Sort key of the run's order: depth, then the path as integers, so that `0.10` comes after `0.2`."""
    return depth(path), numbers(path)


def child(path: str, number: int) -> str:
    return f"{path}.{number}"


def parent(path: str) -> str:
    """The path above, "" for the root."""
    return path.rpartition(".")[0]


def direction(path: str) -> str:
    """The root's child that `path` descends from, or is; "" for the root."""
    parts = path.split(".", 2)
    return ".".join(parts[:2]) if len(parts) > 1 else ""


def ancestors(path: str) -> tuple[str, ...]:
    """From the root down, without `path` itself."""
    parts = path.split(".")
    return tuple(".".join(parts[:n]) for n in range(1, len(parts)))


def within(path: str, top: str) -> bool:
    """Whether `path` is `top` or lies in its subtree."""
    return path == top or path.startswith(f"{top}.")
