"""Finding a quotation again in the text it was copied from."""

import re

_SAME = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "‑": "-", "\u00a0": " "})
_AROUND = " \t\r\n\"'“”‘’«»…"
LEAST = 8
"""Characters; fewer are found anywhere."""


def located(words: str, text: str) -> tuple[int, int] | None:
    """Where `words` stand in `text`: (start, end), or None.

    White space, the shape of quotation marks and dashes, letter case, and marks around the words may differ; nothing
    else may. Words left out with "…" or "..." are refused: a quotation with a gap is two.
    """
    wanted = words.translate(_SAME).strip(_AROUND).split()
    if sum(map(len, wanted)) < LEAST:
        return None
    pattern = r"\s+".join(re.escape(word) for word in wanted)
    match = re.search(pattern, text.translate(_SAME), re.IGNORECASE)
    return match.span() if match else None
