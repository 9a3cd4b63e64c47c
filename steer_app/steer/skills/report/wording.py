"""The few words that a report says itself. They count and name; none states a fact about the subject."""

from collections.abc import Sequence

NOTICE = (
    "This report was put together without a language model. Every sentence in quotation marks is a source's own, word "
    "for word; the words between them only count and name. It does not weigh the sources against each other, and it "
    "may miss what they say in other words."
)
_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_LONGEST_TITLE = 70


def counted(number: int, thing: str) -> str:
    """ "one passage", "three passages", "14 passages"."""
    word = _SMALL[number] if number < len(_SMALL) else str(number)
    return f"{word} {thing}" if number == 1 else f"{word} {thing}s"


def title(text: str) -> str:
    """A document's title between quotation marks, cut at a word if it is very long."""
    flat = " ".join(text.split())
    if len(flat) > _LONGEST_TITLE:
        flat = flat[:_LONGEST_TITLE].rsplit(" ", 1)[0] + " …"
    return f"“{flat}”"


def enumerated(names: Sequence[str], most: int = 3) -> str:
    """ "A", "A and B", "A, B and two others"."""
    shown = list(names[:most])
    if len(names) > most:
        rest = len(names) - most
        shown.append("one other" if rest == 1 else f"{counted(rest, 'other')}")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def opened(text: str) -> str:
    return text[:1].upper() + text[1:]


def section_lead(quotes: int, titles: Sequence[str], turn: int) -> str:
    """What the section holds. `turn` picks the form, so that neighbouring sections do not sound alike."""
    passages, documents = counted(quotes, "passage"), counted(len(titles), "document")
    are = "is" if quotes == 1 else "are"
    if len(titles) > 2:
        forms = (
            f"{opened(passages)} from {documents}.",
            f"{opened(documents)} speak here, with {passages}.",
            f"Quoted here: {passages} from {documents}.",
        )
    else:
        named = enumerated([title(name) for name in titles])
        forms = (
            f"{opened(passages)} from {named}.",
            f"{opened(passages)} {are} quoted here, from {named}.",
            f"Quoted here: {passages} from {named}.",
        )
    return forms[turn % len(forms)]


def elsewhere(passages: int, is_all: bool) -> str:
    stands = "stands" if passages == 1 else "stand"
    thing = "passage" if is_all else "more passage"
    return f"{opened(counted(passages, thing))} on this {stands} in other parts of the report."


def unquoted(passages: int) -> str:
    verb = "was" if passages == 1 else "were"
    return f"{opened(counted(passages, 'further passage'))} {verb} read and not quoted; the research tree has all."


def attribution(name: str, facet: str, turn: int) -> str:
    """Who speaks next, and on which facet if a new one begins."""
    lead = _facet(facet, turn) + ", " if facet else ""
    words = lead + ("{}:", "from {}:", "{} says:", "in {}:")[turn % 4].format(title(name))
    return opened(words)


def facet_lead(facet: str, turn: int) -> str:
    return f"{_facet(facet, turn)}:"


def _facet(facet: str, turn: int) -> str:
    return ("On {}", "As to {}", "About {}")[turn % 3].format(facet)


def onward(turn: int) -> str:
    """Between two quotes of one document; nothing every other time."""
    return ("", "Further on:", "", "And in the same document:")[turn % 4]
