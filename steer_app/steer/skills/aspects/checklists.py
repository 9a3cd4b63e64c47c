"""What people who ask a question of a kind usually want to know, whoever they are."""

import re

# The first kind whose pattern fits decides. `{}` is the subject.
_KINDS: tuple[tuple[str, re.Pattern[str], tuple[str, ...]], ...] = (
    (
        "compare",
        re.compile(r"\b(?:vs\.?|versus|compar\w+|differences? between|better than|(?<!whether )or(?! not))\b", re.I),
        ("how {} differ", "cost of {}", "risks of {}", "evidence on {}", "when to take neither"),
    ),
    (
        "weigh",
        re.compile(r"\b(?:pros and cons|benefits|advantages|drawbacks)\b", re.I),
        ("who gains from {}", "evidence on {}", "conditions for {}", "examples of {}", "alternatives to {}"),
    ),
    (
        "choose",
        re.compile(r"^(?:which|what(?:'s| is) the best|best)\b", re.I),
        ("what to choose {} by", "cost of {}", "drawbacks of {}", "experience with {}", "alternatives to {}"),
    ),
    (
        "decide",
        re.compile(r"^(?:should|shall|must|ought)\b|\bworth\b|\b(?:good|bad) (?:idea|way|for)\b", re.I),
        ("reasons for {}", "reasons against {}", "cost of {}", "conditions for {}", "alternatives to {}"),
    ),
    (
        "how to",
        re.compile(r"^how (?:do|can|should|could|would|to|might|must)\b|\b(?:way|how) to\b", re.I),
        (
            "steps for {}",
            "common mistakes with {}",
            "cost and effort of {}",
            "time needed for {}",
            "signs of success with {}",
        ),
    ),
    (
        "why",
        re.compile(r"^why\b|\bcauses? of\b|\breasons? (?:for|why)\b", re.I),
        ("main causes: {}", "order of events: {}", "where experts disagree: {}", "consequences: {}", "evidence: {}"),
    ),
    (
        "effect",
        re.compile(
            r"\b(?:effects?|impacts?|affects?|influences?|causes?|consequences?|happens? to|safe|harmful|dangerous)\b",
            re.I,
        ),
        (
            "evidence on {}",
            "size of the effect of {}",
            "who is most affected by {}",
            "how it comes about: {}",
            "what can be done about {}",
        ),
    ),
    (
        "change",
        re.compile(
            r"^(?:when|what happened)\b|\b(?:history|trend|future|evolution|development) of\b|\bcomes? next\b", re.I
        ),
        ("order of events: {}", "causes: {}", "figures on {}", "present state of {}", "expectations for {}"),
    ),
    (
        "how it works",
        re.compile(r"^how (?:does|is|are|did|has|have|was|were)\b", re.I),
        ("steps of {}", "who takes part: {}", "limits and exceptions of {}", "an example of {}", "time needed for {}"),
    ),
)
_ANY = ("definition of {}", "workings of {}", "uses of {}", "limits and problems of {}", "alternatives to {}")


def is_comparison(query: str) -> bool:
    return bool(_KINDS[0][1].search(query.strip()))


def checklist(query: str, subject: str) -> tuple[str, ...]:
    """Five aspects for the question's kind, each naming the subject: coverage is judged by the line alone."""
    kind = next((lines for _, pattern, lines in _KINDS if pattern.search(query.strip())), _ANY)
    return tuple(line.format(subject or "the matter") for line in kind)
