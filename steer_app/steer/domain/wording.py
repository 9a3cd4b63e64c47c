"""Texts as keys: two wordings of one text compare equal, and a text names its vector."""

import hashlib
import re
import unicodedata

from steer_app.runs.domain.spending import Spent


def normalised(text: str) -> str:
    """Case, punctuation and spacing taken away, so that ties are broken by the words alone (kernel rule K16)."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(re.findall(r"\w+", plain))


def fingerprint(text: str) -> str:
    """SHA-256 of the text as 64 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def cost(spent: Spent) -> str:
    """Tokens and money in words; a brain of one's own takes neither."""
    if not spent.money:
        return "it cost no tokens"
    money = {"$0": "", "unknown": ", at a price that is not known"}.get(spent.money, f", {spent.money}")
    return f"{spent.tokens:,} token{'' if spent.tokens == 1 else 's'}{money}"
