"""Whether a sentence tells of a gain or of a loss, by its words: only to let both be heard, never shown."""

import re
from typing import Literal

Side = Literal["gain", "loss", ""]

_GAIN = re.compile(
    r"\b(?:better|easier|safer|cleaner|quieter|faster|cheaper|gain\w*|benefit\w*|improv\w*|rose|grew|liked?|"
    r"welcom\w*|support(?:s|ed)?|free of charge|for the first time|saved?|higher turnover|no longer|"
    r"allow(?:s|ed|ing)?|two more)\b",
    re.I,
)
_LOSS = re.compile(
    r"\b(?:worse|harder|slower|longer than|los(?:e|t|es|s|ses)|fell|fewer|less often|out of reach|cannot|can no longer|"
    r"unable|refus\w*|oppos\w*|against|object\w*|pain|steep|too (?:far|narrow|little|few|late|long|steep)|further away|"
    r"wrong|fail\w*|risks?|danger\w*|but not|only \w+ (?:of|out of)|does not|do not|not enough)\b",
    re.I,
)


def side(text: str) -> Side:
    """ "" when the words tell of both or of neither."""
    gains, losses = len(_GAIN.findall(text)), len(_LOSS.findall(text))
    if gains == losses:
        return ""
    return "gain" if gains > losses else "loss"
