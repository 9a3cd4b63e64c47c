"""From what a chat model wrote to the JSON value it meant.

Models think aloud, fence their answer, talk after it, escape what needs no escape, quote with ' and stop in the middle.
Thinking is taken away first, for it must reach nobody: neither the screen, nor the evidence, nor a search.
"""

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

import json_repair

THINKING = ("think", "thinking", "thought", "thoughts", "reasoning", "reflection", "analysis", "scratchpad")
"""Names of the tags that models put around their thoughts."""
_TAGS = "|".join(THINKING)
_CLOSED = re.compile(rf"<\s*({_TAGS})\b[^<>]*>.*?<\s*/\s*\1\s*>", re.IGNORECASE | re.DOTALL)
_UNOPENED = re.compile(rf"\A.*<\s*/\s*(?:{_TAGS})\s*>", re.IGNORECASE | re.DOTALL)
_UNCLOSED = re.compile(rf"<\s*(?:{_TAGS})\b[^<>]*>.*\Z", re.IGNORECASE | re.DOTALL)
_CHANNEL = re.compile(r"<\|channel\|>\s*(?:analysis|commentary)\b.*?(?=<\|channel\|>\s*final|\Z)", re.DOTALL)
_MARKER = re.compile(r"<\|[a-z_]{1,20}\|>(?:\s*final\b)?", re.IGNORECASE)
_FENCED = re.compile(r"```[ \t]*[\w-]*[ \t]*\n(.*?)(?:```|\Z)", re.DOTALL)
_OPENERS = {"{": "}", "[": "]"}


class Unreadable(ValueError):
    """There is no JSON object in the answer, not even a damaged one. The message is meant for the model."""


def without_thinking(text: str) -> str:
    """The text without what is marked as thought, closed or not; without a mark nothing is taken away.

    >>> without_thinking("<think>Hm, {1}?</think>{}")
    '{}'
    """
    shown = _CLOSED.sub("", text)
    shown = _UNOPENED.sub("", shown)
    shown = _UNCLOSED.sub("", shown)
    return _MARKER.sub("", _CHANNEL.sub("", shown)).strip()


def value(text: str) -> dict[str, Any]:
    """The JSON object that a model's answer holds, mended where it is damaged. Raises Unreadable.

    Whole objects come before damaged ones, and a longer one before a shorter: an example in the talk around an answer
    is shorter than the answer. What is no object is never made into one.
    """
    shown = without_thinking(text)
    if not shown:
        raise Unreadable("The answer is empty. Answer with the JSON object and nothing else.")
    fenced = [piece.strip() for piece in _FENCED.findall(shown) if "{" in piece]
    whole = sorted((piece for piece in _balanced(shown) if piece.startswith("{")), key=len, reverse=True)
    found = _first(json.loads, [shown, *fenced, *whole])
    if found is None:
        damaged = [piece[piece.find("{") :] for piece in [*fenced, shown] if "{" in piece]
        found = _first(json_repair.loads, [*damaged, *whole])
    if found is None:
        raise Unreadable("The answer holds no JSON object. Answer with the JSON object and nothing else.")
    return found


def _first(load: Callable[[str], Any], pieces: Iterable[str]) -> dict[str, Any] | None:
    for piece in pieces:
        try:
            found = load(piece)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict) and found:
            return found
    return None


def _balanced(text: str) -> list[str]:
    """The outermost pieces between a brace and the one that closes it, strings left alone."""
    pieces: list[str] = []
    stack: list[str] = []
    start, in_string, escaped = 0, False, False
    for place, char in enumerate(text):
        if in_string:
            in_string = escaped or char != '"'
            escaped = char == "\\" and not escaped
        elif char == '"' and stack:
            in_string = True
        elif char in _OPENERS:
            start = place if not stack else start
            stack.append(_OPENERS[char])
        elif stack and char == stack[-1]:
            stack.pop()
            if not stack:
                pieces.append(text[start : place + 1])
    return pieces


_STRING = re.compile(r'"(heading|title|text|label)"\s*:\s*"((?:[^"\\]|\\.)*)')


def prose(text: str) -> str:
    """What a person can read of an answer that is still being written: its headings and sentences so far.

    >>> prose('{"section": {"heading": "Cost", "paragraphs": [{"sentences": [{"text": "It is d')
    'Cost\\n\\nIt is d'
    """
    parts: list[str] = []
    for name, escaped in _STRING.findall(without_thinking(text)):
        shown = _unescaped(escaped)
        if not shown:
            continue
        if name == "text" and parts and not parts[-1].endswith("\n\n"):
            parts.append(" ")
        parts.append(shown if name == "text" else f"{shown}\n\n")
    return "".join(parts).strip()


def _unescaped(escaped: str) -> str:
    """A JSON string's text, up to where its last escape is whole."""
    for cut in (len(escaped), *range(len(escaped) - 1, max(-1, len(escaped) - 7), -1)):
        try:
            return str(json.loads(f'"{escaped[:cut]}"', strict=False))
        except ValueError:
            continue
    return ""
