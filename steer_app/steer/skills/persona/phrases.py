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
POINTS_AT = re.compile(r"\b(?:it|they|them|these|those)\b|\bthat(?= be\b| happen\b|$)", re.I)
WANTED = re.compile(r"\b(?:must|should|shall|needs?|has to|have to|want|wants)\b", re.I)
OF_ONESELF = re.compile(r"^(?:i|i'm|i've|i'd|i'll|we|we're|we've|we'll|my|our)\b", re.I)
SAME_THING = re.compile(r"^(?:it|it's|they|they're|that|that's|these|those)\b", re.I)
OF_THIS = re.compile(
    r"^(?:(?:half|most|some|much|all|part|parts|a lot|none|a bit) of )?(?:that|this|these|those|it)\b"
    r"(?! must| should| has to)",
    re.I,
)
"""What a statement that only points is about is anybody's guess."""
BACK = re.compile(r"\b(?:back|restore|revive|re-?open|reconsider|un-?prune|unskip)\b", re.I)
_ABOUT = re.compile(r"\b(?:what|how) about\b|^(?:any|something)\b", re.I)
_AUXILIARY = "is|are|was|were|do|does|did|can|could|should|would|will|has|have|had"
_INVERTED = re.compile(
    rf"^(?:(?:{_AUXILIARY})|(?:what|who|whom|when|where|why|how|which)(?:'s)? (?:{_AUXILIARY})|"
    rf"how (?:long|many|much|far|often|big|old|fast|high|well|large|strong|quickly|soon)(?: \w+)? (?:{_AUXILIARY}))\b",
    re.I,
)
"""A question in the order of a question: "how does it work", not "how it works"."""
_WH = re.compile(r"(?:what|who|whom|whose|when|where|why|how|which)\b", re.I)
_WHETHER = re.compile(r"^(?:whether|if)\b", re.I)
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
    is_asked = wish.clause.endswith("?") and not _ABOUT.search(wish.clause)
    if _INVERTED.match(wanted) or (is_asked and not _WHETHER.match(wanted)):
        return as_sentence(wanted).rstrip(".") + "?"
    if _WH.match(wanted):
        wanted = f"{wanted[0].lower()}{wanted[1:]}"
    wanted = re.sub(r"^if\b", "whether", wanted, flags=re.I)
    return f"What do the sources say about {wanted}?"


def further(question: str, more: str) -> str:
    """A question, and what else is asked of the same thing."""
    return f"{question.rstrip('?')}{', and ' if _WH.match(more) else ': '}{more}?"


def without_reason(words: str) -> str:
    """ "insulation, the house was insulated last year": the statement says why, not what."""
    named, _, said = words.partition(",")
    return named if STATES.search(said) else words


def as_sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}" + ("" if words.endswith((".", "!", "?")) else ".")
