"""Named things by their capitals: people, places, organisations, products."""

import re

from steer_app.brains.offline.lexicon import MONTHS, STOP

_NAME = re.compile(r"\b(?:[A-Z]\.){2,}|\b[A-Z][\w&’'-]+(?:[ \t]+(?:of|the|de|van|von|and)?[ \t]*[A-Z][\w&’'-]+)*")
_CAMEL = re.compile(r"\w*[a-z][A-Z]\w*|[A-Z]{2,}\w*")


def names(text: str) -> list[str]:
    """Named things in order. The word that opens a sentence counts only if it is an acronym or written CamelCase."""
    found = []
    for match in _NAME.finditer(text):
        name = match.group()
        opens = match.start() == 0 or bool(re.search(r"[.!?:•\n]\s*[\"'“‘(]*$|^[\"'“‘(]*$", text[: match.start()][-6:]))
        if opens and not _CAMEL.match(name):
            rest = re.sub(r"^\S+\s*(?:(?:of|the|and)\s+)*", "", name)
            # "The Hague" loses its article, "Marie Curie" keeps both: a second capital right after shows a name.
            name = rest if name.split()[0].lower() in STOP or not rest else name
        lowered = name.lower()
        if name and name[0].isupper() and lowered not in STOP and lowered not in MONTHS:
            found.append(name)
    return found
