"""Whether a sentence can be read by itself, and what has to be quoted with it where it cannot."""

import re
from collections.abc import Sequence

from steer_app.brains.offline.lexicon import LEANING
from steer_app.brains.offline.sentences import MOST_WORDS, Sentence
from steer_app.brains.offline.words import stem, stems

_POINTS_BACK = re.compile(
    r"^(?:\S+\s+){0,7}(?:this|these|those|such)\b(?! (?:year|month|week)\b)|"
    r"^The default (?:is|value)\b|^An example (?:is|was)\b|"
    r"^(?:The|In the|On the|At the) (?:first|second|third|latter|former|same|others?|above|previous|next|last|rest|"
    r"result|answer|reason)\b|^(?:As|For) (?:a result|example|instance)\b|"
    r"^(?:In (?:addition|contrast|turn|short|other words)|On the other hand|At the same time|By contrast|Even so|"
    r"In both|In each case|Of th\w+|Not so)\b|"
    r"^[^.,]{0,60}, (?:therefore|however|though|then|too),|"
    r"\bth(?:is|ese) (?:parameter|option|setting|function|variable|command|value|method)s?\b|"
    r"^(?:In the )?(?:first|second|third|fourth|fifth|sixth|seventh|last),|"
    r"^(?:\S+\s+){2,12}there\b(?!['’]|,? (?:is|are|was|were|will|would|can|could|may|might|must|should|has|have|had|"
    r"be)\b)",
    re.I,
)
# "… arrive in those hours": which ones has been said before, unless the sentence says it itself.
_THOSE = re.compile(
    r"\b(?:those|these) (?:\w+ )?(hours|days|weeks|times|figures|numbers|measures|tests|conditions|terms|places|"
    r"cases)\b",
    re.I,
)
# "… will not change them.": the last word is what the sentence before was about.
_ENDS_BACK = re.compile(r"^(?:\S+\s+){3,12}(?:them|it|him|this|that|so)[.!]$")
_DUMMY_IT = re.compile(
    r"^It (?:is|was|can be|may be|seems|takes)\b.{0,40}?\b(?:to|that|whether)\b|^There (?:is|are|was|were)\b", re.I
)
_POINTS_ELSEWHERE = re.compile(
    r"^(?:see|refer to|consult|note that|for (?:more|further|details|a (?:full|complete)|information)|\(see)\b|"
    r"\b(?:as follows|(?:shown|listed|described) below|see below|shown above|this (?:section|chapter|page|document|"
    r"appendix)|(?:following|above) (?:example|table|command|query)|(?:example|table|figure) \d)\b|"
    r"^(?:Table|Figure|Example) \d",
    re.I,
)
# An entry of a reference: "Returns the number of ..." has its subject in the heading above.
_NO_SUBJECT = re.compile(
    r"^(?:Returns|Sets|Specifies|Expands|Converts|Computes|Determines|Enables|Disables|Controls|Shows|Displays|Causes|"
    r"Creates|Removes|Checks|Tests|Reports|Gets|Adds|Executes|Performs|Indicates|Allows|Makes|Waits|Waiting|Tells|"
    r"Selects|Prints|Writes|Reads|Extracts|Calculates|Given|Same as|Like|Number of|Name of|Set to|True if|False if|"
    r"If (?:true|false|set|enabled|disabled|specified|omitted|not specified|the value is|-?\d))\b"
)
# A line that says what a document is, who was there or what comes when, and nothing of the subject.
_LABEL = re.compile(
    r"^(?:Report|Minutes|Statement|Letter|Note|Notes|Agenda|Summary|Copy|Prepared|Published|Submitted)\b[^.]*\b(?:of|by|to|"
    r"from|for)\b|^[^.:]{3,30}: |^(?:[A-Z]{2,}[\s,]+){3}"
)
_QUOTED_LINE = re.compile(r"(?:^|\s)>(?:\s|$)")  # of a message that is answered
_MUSING = re.compile(
    r"^(?:Some|Most|Many|All|None|Few) of us\b|^(?:Nothing|Nobody|Everybody|Everyone) (?:is|are|was) (?:ever|always)\b|"
    r"^(?:Nobody|Everybody|Everyone),? (?:they|I) (?:tell|know|say)\b|^(?:Dear|Yours|Thank)\b|"
    r"^I (?:have been asked|was asked|am asked|shall|hope|admit|confess|was surprised|am told|suppose)\b",
    re.I,
)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|do|does|did|can|could|will|would|shall|should|may|might|must|cannot|needs?)\b|"
    r"n['’]t\b",
    re.I,
)


def stands_alone(sentence: Sentence) -> bool:
    """Whether it can be read without its neighbours: a statement, with no open pronoun and no pointer elsewhere."""
    return not leans(sentence.text) and _is_statement(sentence)


def leans(text: str) -> bool:
    """Whether its opening takes up something said before."""
    opening = text.split(maxsplit=1)[0].strip("\"'“‘(,").lower()
    if _DUMMY_IT.match(text):
        return False
    return opening in LEANING or bool(_POINTS_BACK.match(text) or _ENDS_BACK.match(text)) or _takes_up(text)


def _takes_up(text: str) -> bool:
    return any(stem(found[1]) not in stems(text[: found.start()]) for found in _THOSE.finditer(text))


def _is_statement(sentence: Sentence) -> bool:
    text = sentence.text
    if text.startswith("(") or text.rstrip("\"'”’").endswith("?") or _POINTS_ELSEWHERE.search(text):
        return False
    if _QUOTED_LINE.search(text) or _MUSING.match(text) or (_LABEL.match(text) and not _FINITE.search(text)):
        return False
    if _NO_SUBJECT.match(text) or (re.match(r"To [a-z]+ ", text) and "," not in text):
        return False  # "To reuse disk space." belongs to the list's lead-in
    return sentence.kind != "item" or bool(_FINITE.search(text))


def quotable_span(text: str, sentences: Sequence[Sentence], place: int) -> tuple[int, int] | None:
    """Offsets of the sentence, or of it and the one or two it leans on; None if they cannot be quoted."""
    last = sentences[place]
    first, words = last, last.words
    if not _is_statement(last):
        return None
    while leans(first.text):
        place -= 1
        if place < 0:
            return None
        before = sentences[place]
        gap = text[before.end : first.start]
        words += before.words
        if gap.strip() or "\n" in gap or words > MOST_WORDS or not _is_statement(before):
            return None
        first = before
    return first.start, last.end
