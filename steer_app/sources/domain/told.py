"""What an ingestion's events say to a person: one sentence each."""

from collections.abc import Mapping
from typing import Any


def line(kind: str, payload: Mapping[str, Any]) -> str:
    """An event in words, "" for one that is not an ingestion's."""
    if kind == "collection.opened":
        return f"{_count(payload['documents'], 'file')} to read."
    if kind == "document.read":
        return f"{payload['path']}: {_count(payload['words'], 'word')} in {_count(payload['passages'], 'passage')}."
    return ""


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"
