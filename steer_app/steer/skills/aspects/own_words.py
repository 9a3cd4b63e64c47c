"""What a person's own sentences say they want, need, have and fear, each in a few of their words."""

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.aspects.clauses import clauses
from steer_app.steer.skills.aspects.interests import interests, split

MOST_WORDS = 14


def own_words(about: str, tools: Tools) -> list[tuple[str, str]]:
    """(aspect, the clause it came from, verbatim) of each clause that says something, in order."""
    found = []
    for clause in (part for whole in clauses(about) for part in split(whole)):
        for text in interests(clause):
            if tools.stems(text):
                found.append((opened_small(" ".join(text.split()[:MOST_WORDS])), clause))
    return found


def opened_small(text: str) -> str:
    """Without the capital that only opened a sentence; "I", acronyms and names of two words keep theirs."""
    first, _, rest = text.partition(" ")
    is_name = first[1:] != first[1:].lower() or first == "I" or rest[:1].isupper()
    return text if is_name else text[:1].lower() + text[1:]
