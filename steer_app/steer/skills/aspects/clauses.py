"""Clauses of what a person typed: short, informal, often without a full stop."""

import re

# What may open a clause of its own after a comma, "and", "or" or "then".
_SUBJECTS = "i|i'm|i've|i'd|we|we're|we've|my|our|he|she|they|it|that|this|there|who|which|what|how|why|when|where"
_VERBS = (
    "skip|drop|exclude|omit|ignore|forget|remove|leave|cut|stop|focus|concentrate|go|dig|look|add|include|cover|also|"
    "tell|give|show|explain|compare|check|find|please|don't|do|does|is|are|can|should|would|could|more|less|deeper|"
    "have|has|am|own|rent|live|lives|work|works|earn|need|needs|want|wants|worry|worried|care|prefer|plan|hope|like|"
    "no need|no more|never mind|carry on|go on|continue|bring|put|restore|let's|"
    "dislike|hate|must|cannot|can't|won't|use|uses|know|manage|run|teach|study|keep|nothing|without|without|only|just"
)
_SENTENCE = re.compile(r"(?<=[.!?;\n])\s+|\n+|;\s*|\s+[–—]\s+")
_ALWAYS = re.compile(
    r",?\s+(?:but|so|because|since|although|though|while|whereas)\s+(?!that\b|as\b|far\b|much\b|many\b|often\b)", re.I
)
_WHO = re.compile(rf",?\s+who\s+(?=(?:{_VERBS})\b)", re.I)
# "As a nurse I work at night": the role, then the rest.
_AS = re.compile(r"^(as an? .+?),?\s+(?=(?:i|we)\b)", re.I)
_BEFORE_HEAD = re.compile(
    rf"(?:,\s*(?:(?:and|or|then|also)\s+)?|\s+(?:and|or|then)\s+)(?:then\s+|also\s+)?(?=(?:{_SUBJECTS}|{_VERBS})\b)",
    re.I,
)
_EDGES = " \t\n,.!;:"


_HEAD = re.compile(rf"(?:{_SUBJECTS}|{_VERBS})\b", re.I)


def opens_with_a_head(clause: str) -> bool:
    """Whether a subject or a verb comes first; a bare "curator" or "mother of two" has neither."""
    return bool(_HEAD.match(clause))


def clauses(text: str, *, relative: bool = True) -> list[str]:
    """The clauses in order, each as it was typed but for the punctuation at its edges. A question mark stays.

    relative: what follows "who" is a clause of its own, as in "a nurse who works at night".
    """
    found = []
    for sentence in _SENTENCE.split(text.replace("’", "'")):
        for whole in _ALWAYS.split(sentence):
            for part in _WHO.split(whole) if relative else [whole]:
                found += _BEFORE_HEAD.split(_AS.sub(r"\1, ", part))
    return [clause for clause in (part.strip(_EDGES) for part in found if part) if clause]


_LIST = re.compile(r"\s*,(?!\d|\s*not\b)\s*(?:and\s+|or\s+)?|\s+(?:and|or|as well as|plus)\s+", re.I)


def listed(text: str, most_words: int = 5) -> list[str]:
    """The members of an enumeration ("cost, noise and comfort"); the text alone when it is none."""
    parts = [part.strip(_EDGES) for part in _LIST.split(text)]
    parts = [part for part in parts if part]
    return parts if len(parts) > 1 and all(len(part.split()) <= most_words for part in parts) else [text.strip(_EDGES)]
