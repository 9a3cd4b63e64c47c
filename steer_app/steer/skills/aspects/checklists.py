"""What people who ask a question of a kind usually want to know, whoever they are."""

import re

Lines = tuple[tuple[str, str], ...]
"""Each line by itself, and what joins it to the matter if that is known."""

# The first kind whose pattern fits decides.
_KINDS: tuple[tuple[re.Pattern[str], Lines], ...] = (
    (  # compare
        re.compile(r"\b(?:vs\.?|versus|compar\w+|differences? between|better than|(?<!whether )or(?! not))\b", re.I),
        (
            ("how they differ", ": {}"),
            ("cost", " of {}"),
            ("risks", " of {}"),
            ("evidence", " on {}"),
            ("when to take neither", ""),
        ),
    ),
    (  # weigh
        re.compile(r"\b(?:pros and cons|benefits|advantages|drawbacks)\b", re.I),
        (
            ("who gains", " from {}"),
            ("evidence", " on {}"),
            ("what it depends on", ": {}"),
            ("examples", " of {}"),
            ("alternatives", " to {}"),
        ),
    ),
    (  # choose
        re.compile(r"^(?:which|what(?:'s| is) the best(?! way)|best(?! way))\b", re.I),
        (("what to choose by", ""), ("cost", ""), ("drawbacks", ""), ("experience of users", ""), ("alternatives", "")),
    ),
    (  # decide
        re.compile(r"^(?:should|shall|must|ought)\b|\bworth\b|\b(?:good|bad) (?:idea|way|for)\b", re.I),
        (
            ("reasons for", " {}"),
            ("reasons against", " {}"),
            ("cost", " of {}"),
            ("what it depends on", ": {}"),
            ("alternatives", " to {}"),
        ),
    ),
    (  # how to
        re.compile(r"^how (?:do|can|should|could|would|to|might|must)\b|\b(?:way|how) to\b", re.I),
        (
            ("steps", " for {}"),
            ("common mistakes", " in {}"),
            ("cost and effort", " of {}"),
            ("time needed", " for {}"),
            ("how to tell that it worked", ": {}"),
        ),
    ),
    (  # why
        re.compile(r"^why\b|\bcauses? of\b|\breasons? (?:for|why)\b", re.I),
        (
            ("main causes", " of {}"),
            ("order of events", ""),
            ("where experts disagree", " on {}"),
            ("consequences", " of {}"),
            ("evidence", " on {}"),
        ),
    ),
    (  # effect
        re.compile(
            r"\b(?:effects?|impacts?|affects?|influences?|causes?|consequences?|happens? to|safe|harmful|dangerous)\b",
            re.I,
        ),
        (
            ("how strong the evidence is", " on {}"),
            ("size of the effect", " of {}"),
            ("who is affected most", " by {}"),
            ("how it comes about", ": {}"),
            ("what can be done", " about {}"),
        ),
    ),
    (  # change
        re.compile(
            r"^(?:when|what happened)\b|\b(?:history|trend|future|evolution|development) of\b|\bcomes? next\b", re.I
        ),
        (
            ("order of events", ": {}"),
            ("causes", ": {}"),
            ("figures over time", ": {}"),
            ("the present state", " of {}"),
            ("what is expected next", ": {}"),
        ),
    ),
    (  # how it works
        re.compile(r"^how (?:does|is|are|did|has|have|was|were)\b", re.I),
        (
            ("how it works step by step", ": {}"),
            ("who or what takes part", ""),
            ("limits and exceptions", " of {}"),
            ("an example", " of {}"),
            ("how long it takes", ""),
        ),
    ),
)
_ANY: Lines = (
    ("what it is", ": {}"),
    ("how it works", ": {}"),
    ("uses", " of {}"),
    ("limits and problems", " of {}"),
    ("alternatives", " to {}"),
)


def checklist(query: str, matter: str) -> tuple[str, ...]:
    """Five aspects for the question's kind. Each names the matter, since coverage is judged by the line alone."""
    kind = next((lines for pattern, lines in _KINDS if pattern.search(query.strip())), _ANY)
    return tuple(line + (joint.format(matter) if matter else "") for line, joint in kind)
