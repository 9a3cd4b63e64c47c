"""One way to write a value down, so that equal values have equal hashes on every machine."""

import hashlib
import json
from dataclasses import fields, is_dataclass
from typing import Any


def canonical(value: Any) -> str:
    """JSON with sorted keys and no spaces; dataclasses as objects. Raises TypeError for sets: they have no order."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=_plain)


def digest(*parts: Any) -> str:
    """64 hex digits of SHA-256 over the canonical form of the parts."""
    return hashlib.sha256(canonical(parts).encode()).hexdigest()


def seed_of(*parts: Any) -> int:
    """A seed for random.Random from what it is for: (seed, path, purpose) (K15)."""
    return int(digest(*parts)[:16], 16)


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    raise TypeError(f"{type(value).__name__} has no canonical form")
