"""What a person's own sentences say they want, need, have and fear, each in a few of their words."""

import re

from steer_app.brains.offline.tools import Tools
from steer_app.steer.skills.aspects.clauses import clauses, listed, opens_with_a_head

MOST_WORDS = 14

_LEADS = re.compile(r"^(?:and|but|so|or|also|then|because|since|although|though|while|who|which|that|where)\s+", re.I)
_I = r"(?:i|we|he|she|they)"
# The object of these is the aspect: "I worry about noise" is about noise.
_WANTED = re.compile(
    rf"^(?:{_I}(?:'m| am|'re| are|'ve|'d)?\s+)?(?:(?:really|mainly|mostly|most|especially|also|particularly|only)\s+)*"
    r"(?:(?:worry|worries|worried|concerned|anxious|curious|care|cares)\s+(?:\w+\s+)?about|"
    r"(?:interested|interest)\s+in|afraid\s+of|(?:would\s+)?(?:like|love|prefer|prefers)(?!\s+to\b)|"
    r"looking\s+for|(?:need|needs|want|wants)(?!\s+to\b)|value|values)\s+(?P<object>.+)$",
    re.I,
)
# "I want to explain it" keeps its verb.
_MEANT = re.compile(
    rf"^(?:{_I}(?:'d| would)?\s+)?(?:want|wants|need|needs|like|plan|plans|hope|hopes)\s+to\s+(?P<object>.+)$", re.I
)
_HAS = re.compile(rf"^(?:{_I}(?:'ve)?\s+)?(?:have|has|had|got)\s+(?P<object>.+)$", re.I)
_IS = re.compile(rf"^(?:as\s+|{_I}(?:'m| am|'re| are| is| was)\s+|my\s+name\s+is\s+)(?P<object>.+)$", re.I)
_ARTICLE = re.compile(r"^(?:an?|the|some|any|our|my)\s+(?=\S)", re.I)


def own_words(about: str, tools: Tools) -> list[tuple[str, str]]:
    """(aspect, the clause it came from) of each clause that says something, in order."""
    found = []
    for place, clause in enumerate(clauses(about)):
        texts = _aspects(_LEADS.sub("", clause))
        if place == 0 and _is_bare_role(clause):
            texts = [_for_whom(texts[0]), *texts[1:]]
        for text in texts:
            if tools.stems(text):
                found.append((" ".join(text.split()[:MOST_WORDS]), clause))
    return found


# "Shop owner", "mother of two": who someone is, when nothing else opens what they say.
_BARE_ROLE = re.compile(r"(?:an?\s+)?[A-Za-z][\w-]*[^s\W\d](?:\s|,|$)")


def _is_bare_role(clause: str) -> bool:
    is_other = any(pattern.match(clause) for pattern in (_WANTED, _MEANT, _HAS, _IS))
    return not is_other and not opens_with_a_head(clause) and bool(_BARE_ROLE.match(clause))


def _for_whom(role: str) -> str:
    """No source speaks "on" a shop owner; a report may well be for one."""
    bare = _ARTICLE.sub("", role)
    first = bare.split()[0]
    small = bare if first[1:] != first[1:].lower() else bare[:1].lower() + bare[1:]
    return f"for {'an' if small[:1].lower() in 'aeiou' else 'a'} {small}"


def _aspects(clause: str) -> list[str]:
    if match := _WANTED.match(clause):
        return [_ARTICLE.sub("", part) for part in listed(match["object"])]
    if match := _MEANT.match(clause):
        return [match["object"]]
    if match := _HAS.match(clause):
        return listed(_ARTICLE.sub("", match["object"]))
    if match := _IS.match(clause):
        return [part if any(map(str.isalpha, part)) else f"I am {part}" for part in _roles(match["object"])]
    parts = listed(clause, most_words=3) if "," in clause else [clause]
    return [re.sub(r"^an?\s+(?=\S)", "", part, flags=re.I) for part in parts]


def _roles(described: str) -> list[str]:
    """ "67, retired" are two. A role is put as whom the report is for, since no source speaks "on" a web developer."""
    parts = listed(described, most_words=6)
    return [f"for {part}" if re.match(r"an?\s", part, re.I) else _ARTICLE.sub("", part) for part in parts]


# A phrase of the question that narrows it: a place, an amount, a time, for whom, without what.
_NARROWS = re.compile(
    r"\b(?P<phrase>(?:without|under|below|within|before|after|until|by|despite|during|since|for|in|near|on|with|at)\s+"
    r"(?:(?!\b(?:without|under|below|within|before|after|until|despite|during|since|for|in|near|with|and|or|but|how|"
    r"what|why|which|when|is|are|do|does|should|can|use|using|to)\b)(?:[^,;:?.!]|(?<=\d)[,.](?=\d)))+)",
    re.I,
)
_OF_SOMEONE = re.compile(r"\b(?:small|tight|my|our|old|young|team|family|children|kids|people|students?)\b", re.I)
_ALWAYS = re.compile(r"^(?:for|without|under|below|within|before|after|until|despite|during|since)\b", re.I)
_PARTS = re.compile(r",?\s+and\s+(?=(?:how|what|why|which|when|where|who|is|are|do|does|should|can)\b)", re.I)
_ASKED = re.compile(
    r"\b(?:the|its|their|main|are)\s+(?P<list>\w+(?:,\s*\w+)*,?\s+and\s+\w+)\s+(?:of|in|for|to)\s+(?P<of>[^?]+)", re.I
)


def asked(query: str, tools: Tools) -> list[tuple[str, str]]:
    """(aspect, words) that the question itself names: its parts, what it lists, and the phrases that narrow it."""
    bare = query.strip().rstrip("?").strip()
    parts = _PARTS.split(bare)
    found = [(part, part) for part in parts] if len(parts) > 1 else []
    if match := _ASKED.search(bare):
        found += [(f"{part} of {match['of'].strip()}", part) for part in listed(match["list"])]
    for match in _NARROWS.finditer(bare):
        phrase = match["phrase"].strip()
        if len(parts) == 1 and len(phrase.split()) <= 8 and _narrows(phrase, tools):
            found.append((phrase, phrase))
    return found


def _narrows(phrase: str, tools: Tools) -> bool:
    lowered = phrase.lower()
    has_amount = bool(tools.numbers(phrase) or tools.dates(phrase))
    has_place = bool(tools.names(f"x {phrase}")) and lowered.startswith(("in ", "near ", "at "))
    is_setting = bool(re.match(r"in (?!the |an? |this |that )\S+ \S+$", lowered))
    of_someone = lowered.startswith(("on ", "with ", "in ")) and bool(_OF_SOMEONE.search(phrase))
    narrows = has_amount or has_place or is_setting or of_someone or bool(_ALWAYS.match(phrase))
    return narrows and bool(tools.stems(phrase))
