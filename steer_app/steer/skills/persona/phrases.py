"""How a wish says what it is about, and how what it asks for is worded."""

import re

from steer_app.steer.skills.persona.intents import Wish

POINTS_BACK = re.compile(r"\b(?:it|them|that|this|so|one|either)$", re.I)
PRONOUN = re.compile(r"^(?:it|this|that|these|those|them|they|one|the same)(?: (?:one|topic|subject|part|bit))?$", re.I)
ALL_BUT = re.compile(
    r"^(?:everything|all(?: of it)?|anything|the (?:rest|others)|all (?:the )?others?)(?: else)?"
    r"(?:,? (?:except(?: for)?|but|apart from|other than|besides|that is not) (?P<kept>.+))?$",
    re.I,
)
EXCEPT = re.compile(r"\b(?:except|apart from|other than|besides|but not)\b", re.I)
POINTS_AT = re.compile(r"\b(?:it|they|them|these|those)\b", re.I)
WANTED = re.compile(r"\b(?:must|should|shall|needs?|has to|have to|want|wants)\b", re.I)
OF_ONESELF = re.compile(r"^(?:i|i'm|i've|i'd|i'll|we|we're|we've|we'll|my|our)\b", re.I)
SAME_THING = re.compile(r"^(?:it|it's|they|they're|that|that's|these|those)\b", re.I)
COMPARE = re.compile(r"^compare (.+?) (?:with|to|and|against|versus|vs\.?) (.+?)(?: for (?:me|us))?$", re.I)
STATES = re.compile(
    r"\b(?:is|are|was|were|be|been|must|should|shall|has|have|had|can|cannot|can't|need|needs|will|won't|do|does|doesn't|"
    r"want|wants|cost|costs|matter|matters|work|works|live|lives|own|rent|may|might|would|could|isn't|aren't)\b",
    re.I,
)
"""A verb of a statement: a few words without one name a thing and do not say what to do with it."""


def is_spoken_of(after: Wish | None) -> bool:
    """Whether the next wish points back with a word like "that"."""
    return after is not None and after.intent in {"stop", "more"} and bool(PRONOUN.match(after.object))


def asked_as(wish: Wish, wanted: str) -> str:
    if sides := COMPARE.match(wanted):
        return f"How do {sides[1]} and {sides[2]} compare?"
    if wish.clause.endswith("?") and not wish.clause.lower().startswith(("what about", "how about")):
        return as_sentence(wanted).rstrip(".") + "?"
    return f"What do the sources say about {wanted}?"


def without_reason(words: str) -> str:
    """ "insulation, the house was insulated last year": the statement says why, not what."""
    named, _, said = words.partition(",")
    return named if STATES.search(said) else words


def as_sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}" + ("" if words.endswith((".", "!", "?")) else ".")
