"""Noun-like phrases without a parser: what lies between stop words (RAKE: Rose et al. 2010), then weeded."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from steer_app.brains.offline.lexicon import NOUNS_IN_ED, STOP, WEAK
from steer_app.brains.offline.words import INVISIBLE, stem

MOST_WORDS = 4
_ARTICLES = {"a": "a", "an": "a", "the": "the"}
_OPENERS = frozenset(".!?:\n•")
# Set phrases whose nouns are no subject: "state of the art" says nothing of art.
_FIXED = re.compile(r"\b(?:state[- ]of[- ]the[- ]art|rule of thumb|point of view|by and large|in terms of)\b", re.I)
_TOKEN = re.compile(r"[^\W_]+(?:(?:[_'’/\u00a0-]|(?<=[a-z_])\.(?=[a-z]))[^\W_]+)*|[^\w\s]|\n")
# One of several by its letter or number: the noun alone would say nothing.
_LABELLED = re.compile(
    r"\b(Option|Plan|Line|Phase|Variant|Model|Type|Class|Group|Route|Scenario|Stage|Zone|Tier) ([A-Z]|\d{1,2})\b"
    r"(?![-.]\w)"
)


@dataclass(frozen=True)
class Chunk:
    key: tuple[str, ...]
    """Stems: two chunks with one key are the same phrase."""
    text: str
    """As written here, in small letters unless it is a name."""
    article: str = ""
    """"a", "the" or "" as it stands before the phrase."""
    is_whole: bool = False
    """Whether it fills its run between stop words, so that no neighbour belongs to it."""


def chunks(text: str) -> list[Chunk]:
    """The longest phrases of 1 to 4 words in order, repeats kept."""
    return [_chunk(run, 0, len(run.tokens)) for run in _runs(text) if _fits(run.tokens)]


def subchunks(text: str) -> list[Chunk]:
    """Every stretch of 1 to 4 words within every run between stop words: what repeats among them is a term."""
    found = []
    for run in _runs(text):
        for start in range(len(run.tokens)):
            for end in range(start + 1, min(len(run.tokens), start + MOST_WORDS) + 1):
                if _fits(run.tokens[start:end]):
                    found.append(_chunk(run, start, end))
    return found


@dataclass(frozen=True)
class _Run:
    tokens: list[str]
    opens_sentence: bool
    article: str


def _runs(text: str) -> list[_Run]:
    found: list[_Run] = []
    run: list[str] = []
    article, opens_run, opens = "", True, True
    for token in [*_TOKEN.findall(_plainly_spaced(text)), "."]:
        lowered = token.lower().replace("’", "'")
        if token[0].isalnum() and lowered not in STOP and not _is_weak(lowered):
            if not run:
                opens_run = opens
            run.append(token)
        else:
            if run:
                found.append(_Run(run, opens_run, article))
            run, article = [], _ARTICLES.get(lowered, "")
        opens = token in _OPENERS
    return found


def _plainly_spaced(text: str) -> str:
    """Without invisible breaks and set phrases, and with "Option A" held together by a no-break space."""
    visible = _FIXED.sub(" , ", text.translate(INVISIBLE).replace("\u00a0", " "))
    return _LABELLED.sub("\\1\u00a0\\2", visible)


def _is_weak(lowered: str) -> bool:
    return lowered in WEAK or lowered[0].isdigit() or (lowered.endswith("ly") and len(lowered) > 4) or len(lowered) == 1


def _fits(tokens: list[str]) -> bool:
    """Noun-like by its ends: not closed by a participle, and not made of scraps."""
    last = tokens[-1].lower()
    is_participle = last.endswith("ed") and last not in NOUNS_IN_ED
    return len(tokens) <= MOST_WORDS and not is_participle and any(len(token) > 2 for token in tokens)


def _chunk(run: _Run, start: int, end: int) -> Chunk:
    tokens = run.tokens[start:end]
    written = [_plain(token, run.opens_sentence and start + place == 0) for place, token in enumerate(tokens)]
    written[-1] = re.sub(r"['’]s$", "", written[-1])
    key = tuple(stem(part) for token in written for part in re.split(r"[-/_.\s]", token) if part)
    return Chunk(
        key, " ".join(written).replace("\u00a0", " "), run.article if start == 0 else "", len(tokens) == len(run.tokens)
    )


def _plain(token: str, is_opening: bool) -> str:
    """Small letters for the capital that only opens the sentence; names and acronyms stay."""
    return token.lower() if is_opening and token[1:] == token[1:].lower() else token


def best_texts(found: Iterable[Chunk]) -> dict[tuple[str, ...], str]:
    """For each key the form written most often; on a tie the shorter, then the first in the alphabet."""
    counts: dict[tuple[str, ...], dict[str, int]] = {}
    for chunk in found:
        forms = counts.setdefault(chunk.key, {})
        forms[chunk.text] = forms.get(chunk.text, 0) + 1
    return {key: min(forms, key=lambda form: (-forms[form], len(form), form)) for key, forms in counts.items()}
