"""The few words that a report says itself. They count and name; none states a fact about the subject."""

from collections.abc import Sequence

NOTICE = (
    "This report was put together without a language model. Every sentence in quotation marks is a source's own, word "
    "for word; the words between them only count and name. It does not weigh the sources against each other, and it "
    "may miss what they say in other words."
)
_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def counted(number: int, thing: str) -> str:
    """ "one passage", "three passages", "14 passages"."""
    word = _SMALL[number] if number < len(_SMALL) else str(number)
    return f"{word} {thing}" if number == 1 else f"{word} {thing}s"


def enumerated(names: Sequence[str], most: int = 3) -> str:
    """ "A", "A and B", "A, B and two others"."""
    shown = list(names[:most])
    if len(names) > most:
        rest = len(names) - most
        shown.append("one other" if rest == 1 else f"{counted(rest, 'other')}")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def answer_lead(quotes: int) -> str:
    if quotes == 1:
        return "This is what comes nearest to the question and to what you care about:"
    return f"These {counted(quotes, 'sentence')} come nearest to the question and to what you care about:"


def differing(subjects: Sequence[str]) -> str:
    return f"The sources differ on {enumerated(subjects)}; see “Where the sources differ”."


def notice(statements: int, quoted: int) -> str:
    """What kind of text this is, and how much of what was read it shows."""
    if statements <= quoted:
        return NOTICE
    return f"{NOTICE} Of {counted(statements, 'statement')} found, {quoted} are quoted; the research tree has all."
