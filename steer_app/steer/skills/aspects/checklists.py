"""What people who ask a question of a kind usually want to know, whoever they are."""

import re

Line = tuple[str, str]
"""The line by itself, and with the matter in the place of {}. Coverage is judged by the line alone, so that the
second is used wherever the matter is known."""

_KINDS: tuple[tuple[re.Pattern[str], tuple[Line, ...]], ...] = (
    (  # compare
        re.compile(r"\b(?:vs\.?|versus|compar\w+|differences? between|better than|(?<!whether )or(?! not))\b", re.I),
        (
            ("how they differ", "how {} differ"),
            ("what each costs", "the cost of {}"),
            ("the risks of each", "the risks of {}"),
            ("what the evidence is", "the evidence on {}"),
            ("when to take neither", "when to take neither"),
        ),
    ),
    (  # weigh
        re.compile(r"\b(?:pros and cons|benefits|advantages|drawbacks)\b", re.I),
        (
            ("who gains and who loses", "who gains and who loses by {}"),
            ("what the evidence is", "the evidence on {}"),
            ("what it depends on", "what {} depends on"),
            ("examples from elsewhere", "examples of {}"),
            ("the alternatives", "alternatives to {}"),
        ),
    ),
    (  # learn from others
        re.compile(r"\b(?:learn|lessons?)\b.*\bfrom\b", re.I),
        (
            ("what worked elsewhere", "what worked with {}"),
            ("what went wrong elsewhere", "what went wrong with {}"),
            ("what the evidence is", "the evidence on {}"),
            ("how far the places are alike", "how far the places are alike"),
            ("what it cost", "what {} cost"),
        ),
    ),
    (  # cost
        re.compile(r"\b(?:cost|costs|price|pay)\b", re.I),
        (
            ("what could make it dearer", "what could make {} dearer"),
            ("who pays", "who pays for {}"),
            ("what it brings in", "what {} would bring in"),
            ("what the figures rest on", "what the figures for {} rest on"),
            ("the alternatives", "alternatives to {}"),
        ),
    ),
    (  # choose
        re.compile(r"^(?:which|what(?:'s| is) the best(?! way)|best(?! way))\b", re.I),
        (
            ("what to choose by", "what to choose by"),
            ("what each costs", "what each costs"),
            ("the drawbacks of each", "the drawbacks of each"),
            ("the experience of users", "the experience of users"),
            ("when to take none of them", "when to take none of them"),
        ),
    ),
    (  # decide
        re.compile(r"^(?:should|shall|must|ought)\b|\bworth\b|\b(?:good|bad) (?:idea|way|for)\b", re.I),
        (
            ("reasons for it", "reasons for {}"),
            ("reasons against it", "reasons against {}"),
            ("what it costs", "the cost of {}"),
            ("the experience of others", "experience with {}"),
            ("the alternatives", "alternatives to {}"),
        ),
    ),
    (  # how to
        re.compile(r"^how (?:do|can|should|could|would|to|might|must)\b|\b(?:way|how) to\b|\bhow can (?:i|we)\b", re.I),
        (
            ("the steps", "the steps of {}"),
            ("common mistakes", "common mistakes in {}"),
            ("cost and effort", "the cost and effort of {}"),
            ("the time it takes", "the time that {} takes"),
            ("how to tell that it worked", "how to tell that {} worked"),
        ),
    ),
    (  # change: who is touched, how sure it is, and what can be done
        re.compile(r"\b(?:change|changes|mean for|do to|do for)\b", re.I),
        (
            ("who gains and who loses", "who gains and who loses by {}"),
            ("what the evidence is", "the evidence on {}"),
            ("what could be done about it", "what could be done about {}"),
            ("what it costs", "the cost of {}"),
            ("how large the effect is", "how large the effect of {} is"),
        ),
    ),
    (  # effect
        re.compile(
            r"\b(?:affects?|effects?|impacts?|influences?|consequences?|happens? to|safe|harmful|dangerous|"
            r"(?:do|does|did|can) .+ causes?)\b",
            re.I,
        ),
        (
            ("how strong the evidence is", "how strong the evidence on {} is"),
            ("who is affected most", "who is affected most by {}"),
            ("how large the effect is", "how large the effect of {} is"),
            ("how it comes about", "how the effect of {} comes about"),
            ("what can be done about it", "what can be done about {}"),
        ),
    ),
    (  # why something happened
        re.compile(r"\bwhy (?:did|was|were|has|have)\b", re.I),
        (
            ("the main causes", "the main causes of {}"),
            ("the order of events", "the order of events in {}"),
            ("where experts disagree", "where experts disagree on {}"),
            ("the consequences", "the consequences of {}"),
            ("what the evidence is", "the evidence on {}"),
        ),
    ),
    (  # why
        re.compile(r"\bwhy\b|\bcauses? of\b|\breasons? (?:for|why)\b", re.I),
        (
            ("the main causes", "the main causes of {}"),
            ("what can be done about it", "what can be done about {}"),
            ("the consequences", "the consequences of {}"),
            ("what the evidence is", "the evidence on {}"),
            ("where experts disagree", "where experts disagree on {}"),
        ),
    ),
    (  # course of events
        re.compile(
            r"^(?:when|what happened)\b|\b(?:history|trend|future|evolution|development) of\b|\bcomes? next\b", re.I
        ),
        (
            ("the order of events", "the order of events in {}"),
            ("what caused it", "what caused {}"),
            ("figures over time", "figures on {} over time"),
            ("how it stands today", "how {} stands today"),
            ("what is expected next", "what is expected of {} next"),
        ),
    ),
    (  # how it works
        re.compile(r"^how (?:does|is|are|did|has|have|was|were)\b", re.I),
        (
            ("how it works step by step", "how {} works step by step"),
            ("who or what takes part", "who or what takes part in {}"),
            ("limits and exceptions", "limits and exceptions of {}"),
            ("an example", "an example of {}"),
            ("how long it takes", "how long {} takes"),
        ),
    ),
    (  # explain
        re.compile(r"^what (?:is|are)\b|^[\w-]+(?: [\w-]+)?$", re.I),
        (
            ("what it is", "what {} is"),
            ("how it works", "how {} works"),
            ("what it is used for", "what {} is used for"),
            ("limits and problems", "limits and problems of {}"),
            ("the alternatives", "alternatives to {}"),
        ),
    ),
)
_ANY: tuple[Line, ...] = (
    ("what the evidence is", "the evidence on {}"),
    ("limits and problems", "limits and problems of {}"),
    ("what it costs", "the cost of {}"),
    ("what can be done about it", "what can be done about {}"),
    ("the alternatives", "alternatives to {}"),
)


def checklist(query: str, matter: str) -> tuple[str, ...]:
    """Five aspects for the question's kind: that of the first pattern which fits the question's last sentence, else
    the whole of it."""
    whole = " ".join(query.split())
    last = re.split(r"(?<=[.?!])\s+", whole)[-1]
    kinds = (lines for text in (last, whole) for pattern, lines in _KINDS if pattern.search(text))
    return tuple(joined.format(matter) if matter else alone for alone, joined in next(kinds, _ANY))


def is_usual(aspect: str) -> bool:
    """Whether the aspect is a line that names no matter: "what it costs" leads a search anywhere."""
    return aspect in _ALONE


_ALONE = frozenset(alone for lines in (*(lines for _, lines in _KINDS), _ANY) for alone, _ in lines)
