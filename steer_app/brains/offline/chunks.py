"""Noun-like phrases without a parser: what lies between stop words (RAKE: Rose et al. 2010), then weeded."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from steer_app.brains.offline.lexicon import STOP, WEAK
from steer_app.brains.offline.words import stem

MOST_WORDS = 4
_OPENERS = frozenset(".!?:\n•")
# Set phrases whose nouns are no subject: "state of the art" says nothing of art.
_FIXED = re.compile(r"\b(?:state[- ]of[- ]the[- ]art|rule of thumb|point of view|by and large|in terms of)\b", re.I)
_TOKEN = re.compile(r"[^\W_]+(?:[_'’/-][^\W_]+)*|[^\w\s]|\n")


@dataclass(frozen=True)
class Chunk:
    key: tuple[str, ...]
    """Stems: two chunks with one key are the same phrase."""
    text: str
    """As written here, in small letters unless it is a name."""


def chunks(text: str) -> list[Chunk]:
    """The phrases of 1 to 4 words in order, repeats kept."""
    found: list[Chunk] = []
    run: list[str] = []
    opens = True
    first_of_run = True
    for token in [*_TOKEN.findall(_FIXED.sub(" , ", text)), "."]:
        lowered = token.lower().replace("’", "'")
        if token[0].isalnum() and lowered not in STOP and not _is_weak(lowered):
            if not run:
                first_of_run = opens
            run.append(token)
        else:
            found += _of_run(run, first_of_run)
            run = []
        opens = token in _OPENERS
    return found


def _is_weak(lowered: str) -> bool:
    return lowered in WEAK or lowered[0].isdigit() or (lowered.endswith("ly") and len(lowered) > 4) or len(lowered) == 1


def _of_run(run: list[str], opens_sentence: bool) -> list[Chunk]:
    if not run or len(run) > MOST_WORDS or all(len(token) < 3 for token in run):
        return []
    written = [_plain(token, opens_sentence and place == 0) for place, token in enumerate(run)]
    key = tuple(stem(part) for token in run for part in re.split(r"[-/_]", token))
    return [Chunk(key, " ".join(written))]


def _plain(token: str, is_opening: bool) -> str:
    """Small letters for the capital that only opens the sentence; names and acronyms stay."""
    inner = token[1:]
    return token.lower() if is_opening and inner == inner.lower() else token


def best_texts(found: Iterable[Chunk]) -> dict[tuple[str, ...], str]:
    """For each key the form written most often; on a tie the shorter, then the first in the alphabet."""
    counts: dict[tuple[str, ...], dict[str, int]] = {}
    for chunk in found:
        forms = counts.setdefault(chunk.key, {})
        forms[chunk.text] = forms.get(chunk.text, 0) + 1
    return {key: min(forms, key=lambda form: (-forms[form], len(form), form)) for key, forms in counts.items()}
