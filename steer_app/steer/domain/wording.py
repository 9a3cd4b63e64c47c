"""Texts as keys: two wordings of one text compare equal, and a text names its vector."""

import hashlib
import re
import unicodedata


def normalised(text: str) -> str:
    """Case, punctuation and spacing taken away, so that ties are broken by the words alone (kernel rule K16)."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(re.findall(r"\w+", plain))


def fingerprint(text: str) -> str:
    """SHA-256 of the text as 64 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def cost(tokens: int, microusd: int) -> str:
    """Tokens and money in words; a brain of one's own takes neither."""
    if not tokens and not microusd:
        return "it cost no tokens"
    money = f", ${microusd / 1e6:.4f}" if microusd else ""
    return f"{tokens:,} token{'' if tokens == 1 else 's'}{money}"
