"""English stems, cached: most words of a text are words it had before."""

import threading
from functools import lru_cache

import snowballstemmer

_stemmer = snowballstemmer.stemmer("english")
_one_at_a_time = threading.Lock()  # a stemmer keeps the word it works on in itself


@lru_cache(maxsize=131072)
def stem(word: str) -> str:
    """The Snowball stem of a lower-case word; what is not all letters is its own stem."""
    if not word.isalpha():
        return word
    with _one_at_a_time:
        return _stemmer.stemWord(word)
