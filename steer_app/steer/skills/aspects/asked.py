"""What the question itself names: its parts, what it lists, and the phrases that narrow it."""

import re
from collections.abc import Sequence

from steer_app.brains.offline.measures import Sought
from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.aspects.clauses import listed
from steer_app.steer.skills.aspects.own_words import MOST_WORDS, opened_small

# A phrase of the question that narrows it: a place, an amount, a time, for whom, without what.
_NARROWS = re.compile(
    r"\b(?P<phrase>(?:without|under|below|within|before|after|until|by|despite|during|since|for|in|near|on|with|at)\s+"
    r"(?:(?!\b(?:without|under|below|within|before|after|until|despite|during|since|for|in|near|with|and|or|but|how|"
    r"what|why|which|when|is|are|do|does|should|can|use|using|to)\b)(?:[^,;:?.!]|(?<=\d)[,.](?=\d)))+)",
    re.I,
)
_OF_SOMEONE = re.compile(r"\b(?:small|tight|my|our|old|young|team|family|children|kids|people|students?)\b", re.I)
_ALWAYS = re.compile(r"^(?:for|without|under|below|within|before|after|until|despite|during|since)\b", re.I)
_NEVER = re.compile(
    r"^(?:for|in|at|by|with) (?:more|less|it|them|this|that|good|example|instance|all|which|front)\b", re.I
)
_PARTS = re.compile(r",?\s+and\s+(?=(?:how|what|why|which|when|where|who|is|are|do|does|should|can)\b)", re.I)
_SENTENCES = re.compile(r"(?<=[.?!])\s+")
_ASKED = re.compile(
    r"\b(?:the|its|their|main|are)\s+(?P<list>\w+(?:,\s*\w+)*,?\s+and\s+\w+)\s+(?:of|in|for|to)\s+(?P<of>[^?]+)", re.I
)
_DO_TO = re.compile(r"^what\s+(?:would|will|does|do|did)\s+(?:it|this|that|.+?)\s+do\s+to\s+(?P<of>.+)$", re.I)
_LEARN = re.compile(r"^what\s+(?:can|could|should|do|does)\s+.+?\s+learn\s+from\s+(?P<of>.+)$", re.I)
_CHANGES_FOR = re.compile(r"\b(?:change|mean|bring|do) for\b", re.I)
_NARROWING = ("for", "in", "on", "at", "near", "with", "under", "below", "before", "after", "until", "during", "since")
_COST = re.compile(r"^what\s+(?:would|will|does|do|did)\s+(?P<of>.+?)\s+(?:really\s+)?cost(?:\s+\w+)?$", re.I)
_WHICH_ARE = re.compile(r"^which\s+(?P<of>[\w' -]+?)\s+(?P<verb>are|is)\s+(?P<rest>.+)$", re.I)
_HOW_TO = re.compile(r"^how\s+(?:can|could|should|do|must)\s+(?:I|we|you)\s+(?P<rest>.+)$", re.I)
_PRONOUN = re.compile(
    r"^(?P<asks>how \w+|how|why|when|where|what|which [\w ]+?)\s+"
    r"(?P<modal>does|do|did|is|are|can|could|must|should|will|would|may)\s+"
    r"(?P<subject>it|I|we|they|he|she|this|(?:my|our|the) \w+)\s+(?P<rest>.+)$",
    re.I,
)
_LAST_VERB = re.compile(
    r"^(?P<asks>where|how|when|why)\s+(?P<modal>would|will|could|can|should)\s+(?P<subject>.+?)\s+"
    r"(?P<rest>go|come|happen|change|work|end up)$",
    re.I,
)
_STATEMENT = re.compile(r"^(?!i\b|we\b|he\b|she\b|after\b|two\b|somebody\b|someone\b)[\w' -]+$", re.I)


def asked(query: str, tools: Tools) -> list[tuple[str, str]]:
    """(aspect, words of the question) in the question's order. The whole question is no aspect of itself."""
    sentences = [" ".join(part.split()) for part in _SENTENCES.split(query) if part.strip(" ?.!")]
    found: list[tuple[str, str]] = []
    parts = [part for sentence in sentences for part in _parts(sentence)]
    for part in parts:
        lists = _listed(part) if _is_question(part) or len(parts) == 1 else []
        found += lists or ([(text, part)] if len(parts) > 1 and (text := _indirect(part)) else [])
        if len(parts) == 1:
            found += [(_for_whom(phrase), phrase) for phrase in _phrases(part, tools)]
    return [(opened_small(text), words) for text, words in found if _is_short(text) and tools.stems(text)]


def parts(question: str, topic: str, tools: Tools) -> list[str]:
    """What a question asks for one by one, in words to look for: what stands before the colon of a question of our own
    ("Rent: what do the sources say?"), else its parts, else the question.

    A question is taken apart only in a session that asks for figures: "what would it do to the takings" is told by
    takings, but of "how can I let them finish, and what does that cost us" no part says by itself what is meant.
    """
    return _each(question, tools) if asks_for_figures(topic, tools) else [question]


def sought(texts: Sequence[str], topic: str, tools: Tools) -> list[Sought]:
    """What each text looks for: with the figures that would settle it, if the session asks for figures."""
    of = tools.sought if asks_for_figures(topic, tools) else tools.as_it_stands
    return [of(text) for text in texts]


def asks_for_figures(question: str, tools: Tools) -> bool:
    """Whether it asks what something does, changes or costs, or how much of it there is, and each of its parts is a
    matter that is told in figures. How to do something, which one it is, and why are told in words."""
    return tools.is_of_effects(question) and all(tools.sought(part).kinds for part in _each(question, tools))


def _each(question: str, tools: Tools) -> list[str]:
    matter, _, asks = question.partition(": ")
    if asks.endswith("?") and _is_question(asks):
        return [matter]
    if match := _LEARN.match(" ".join(question.split())):
        first, _, rest = match["of"].rstrip(" ?.").partition(" and ")
        return [f"what happened in {where}" for where in (first, rest) if where]
    found = asked(question, tools)
    is_narrowed = len(found) == 1 and found[0][1].lower().startswith(_NARROWING) and not _CHANGES_FOR.search(question)
    return [question] if is_narrowed or not found else [text for text, _ in found]


def _parts(sentence: str) -> list[str]:
    return [part.strip(" ,.?!") for part in _PARTS.split(sentence) if part.strip(" ,.?!")]


def _is_question(part: str) -> bool:
    return bool(
        re.match(r"(?:what|which|how|why|when|where|who|should|can|could|is|are|do|does|would|will)\b", part, re.I)
    )


def _is_short(text: str) -> bool:
    return 0 < len(text.split()) <= MOST_WORDS


def _listed(part: str) -> list[tuple[str, str]]:
    """ "the takings and deliveries of a small shop" are two."""
    match = _ASKED.search(part)
    return [(f"{one} of {match['of'].strip()}", one) for one in listed(match["list"])] if match else []


def _indirect(part: str) -> str:
    """A part of the question as something to know: "how long it takes". "" for one that only wants a yes or a no."""
    if match := _DO_TO.match(part):
        return match["of"]
    if match := _COST.match(part):
        is_pronoun = match["of"].lower() in {"it", "this", "that", "they", "these"}
        return f"what {match['of']} costs" if is_pronoun else f"the cost of {match['of']}"
    if match := _WHICH_ARE.match(part):
        return f"{match['of']} that {match['verb']} {match['rest']}"
    if match := _HOW_TO.match(part):
        return f"how to {match['rest']}"
    if match := _LAST_VERB.match(part):
        return f"{match['asks']} {match['subject']} {match['modal']} {match['rest']}"
    if match := _PRONOUN.match(part):
        return _turned(match)
    if re.match(r"(?:which|what|who)\b", part, re.I):
        return part
    return part if not _is_question(part) and _STATEMENT.match(part) and len(part.split()) > 2 else ""


def _turned(match: re.Match[str]) -> str:
    """Subject before verb: "what does that cost" is "what that costs"."""
    modal, subject, rest = match["modal"].lower(), match["subject"], match["rest"]
    if modal == "does":
        verb, _, more = rest.partition(" ")
        return f"{match['asks']} {subject} {verb}s {more}".strip()
    return (
        f"{match['asks']} {subject} {rest}" if modal in {"do", "did"} else f"{match['asks']} {subject} {modal} {rest}"
    )


def _phrases(part: str, tools: Tools) -> list[str]:
    phrases = (match["phrase"].strip() for match in _NARROWS.finditer(part))
    return [phrase for phrase in phrases if len(phrase.split()) <= 8 and _narrows(phrase, tools)]


def _for_whom(phrase: str) -> str:
    """ "for people who cannot walk far" is about these people."""
    return re.sub(r"^for\s+", "", phrase, flags=re.I)


def _narrows(phrase: str, tools: Tools) -> bool:
    lowered = phrase.lower()
    has_amount = bool(tools.numbers(phrase) or tools.dates(phrase))
    has_place = bool(tools.names(f"x {phrase}")) and lowered.startswith(("in ", "near ", "at "))
    is_setting = bool(re.match(r"in (?!the |an? |this |that )\S+ \S+$", lowered))
    of_someone = lowered.startswith(("on ", "with ", "in ")) and bool(_OF_SOMEONE.search(phrase))
    narrows = has_amount or has_place or is_setting or of_someone or bool(_ALWAYS.match(phrase))
    return narrows and not _NEVER.match(phrase)
