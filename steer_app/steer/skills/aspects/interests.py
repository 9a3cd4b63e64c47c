"""A clause of what a person says, as something that a person cares about: "he takes line 7" is "taking line 7"."""

import re

from steer_app.steer.skills.aspects.clauses import listed
from steer_app.steer.skills.aspects.verbs import base, gerund

_LEADS = re.compile(r"^(?:and|but|so|or|also|then|because|since|although|though|who|which|that|where)\s+", re.I)
# "when I am at work he takes line 7": what holds is in the main clause.
_SETTING = re.compile(
    r"^(?:when|if|while|whenever|as)\s.*?\s(?=(?:he|she|they|we|I|it)\s+\w)(?!.*\s(?:he|she)\s)", re.I
)
_AS_ROLE = re.compile(r"^as (?=an?\s)", re.I)
_WHO = r"(?:i|we|he|she|they|you|one)"
_ADVERBS = (
    r"(?:(?:really|mainly|mostly|most|especially|also|particularly|only|always|usually|often|still|just|both)\s+)*"
)
_SUBJECT = re.compile(rf"^{_WHO}(?:\s+|(?=['’]))", re.I)
_SHORT_FORMS = (("'m ", " am "), ("'re ", " are "), ("'ve ", " have "), ("'d ", " would "), ("n't ", " not "))
# The object of these is the interest: "I worry about noise" is about noise.
_ABOUT = re.compile(
    rf"^{_ADVERBS}(?:(?:worry|worries|worried|concerned|anxious|curious|care|cares)\s+(?:\w+\s+)?about|"
    r"interest(?:ed)?\s+in|afraid\s+of|looking\s+for|(?:would\s+)?(?:like|likes|love|loves|prefer|prefers|enjoys?)"
    r"(?!\s+to\b)|miss(?:es)?|(?:need|needs|want|wants)(?!\s+to\b)|values?)\s+(?P<object>.+)$",
    re.I,
)
_AIM = re.compile(
    rf"^{_ADVERBS}(?:(?:would\s+)?(?:want|wants|need|needs|like|likes|plan|plans|hope|hopes|have|has|try|trying)\s+to|"
    r"must|should|might|may|will)\s+(?P<not>not\s+)?(?P<verb>[a-z]+)\b(?P<rest>.*)$",
    re.I,
)
_UNWANTED = re.compile(r"^(?:do|does|did)\s+not\s+(?:want|wish|like|plan)\s+to\s+(?P<verb>[a-z]+)\b(?P<rest>.*)$", re.I)
_DENIED = re.compile(r"^(?:cannot|can\s+not|do(?:es)?\s+not|is\s+not|am\s+not)\s+.+$", re.I)
_HAS = re.compile(rf"^{_ADVERBS}(?:have|has|had|got|own|owns)\s+(?!to\b|always\b|used\b)(?P<object>.+)$", re.I)
_IS = re.compile(r"^(?:am|is|are|was)\s+(?P<object>.+)$", re.I)
_VERB = re.compile(rf"^{_ADVERBS}(?P<verb>[a-z]+)\b(?P<rest>.*)$", re.I)
_PERFECT = re.compile(r"^have (?:always )?[a-z]+ed\b", re.I)
_KNOW = re.compile(r"^(?:know|understand|find out|learn|see)\s+(?=(?:which|what|whether|how|why|where|who|if)\b)", re.I)
# "my flour comes", "my two children walk": a noun of one's own and its verb.
_NO_VERB = r"(?!(?:are|is|was|has|had|have)\b)[\w-]+"
_NOUN_VERB = re.compile(
    rf"^(?:many of )?(?:my|our|his|her|their|its)\s+(?P<noun>(?:{_NO_VERB}\s+){{0,2}}?{_NO_VERB})\s+"
    r"(?P<verb>comes?|go(?:es)?|walks?|cycles?|drives?|rides?|lives?|works?|sleeps?|plays?|var(?:y|ies)|depends?|runs?|"
    r"takes?|needs?|uses?|costs?|arrives?|leaves?|attends?|visits?|shops?|keeps?|grows?|suffers?)\b(?P<rest>.*)$",
    re.I,
)
_NOUN_IS = re.compile(r"^(?:many of )?(?:my|our|his|her|their)\s+[\w -]+?\s+(?:is|are|was|has|have|holds?)\s", re.I)
_MINE = re.compile(r"^(?:my|our|some|any)\s+(?=\S)", re.I)
_AGE = re.compile(r"^(?:(?:aged?|about|nearly|over)\s+)?(?P<age>\d{1,3})(?:\s+years?(?: old)?)?$", re.I)
# Neither opens a clause of its own in `clauses`: "…, and the table is in use", "is 79, holds a badge and shops there".
_NEW_SUBJECT = re.compile(r",\s+(?:and\s+)?(?=(?:the|my|our)\s+(?:\w+\s+){1,2}(?:is|are|has|have|was|were)\b)", re.I)
_THIRD_PERSON = re.compile(r"^(?:my|our|his|her|he|she|the|it)\b", re.I)
_NEXT_VERB = re.compile(
    r"(?:,\s*(?:and\s+)?|\s+and\s+)(?=[a-z]{3,}s\s+(?:an?|the|there|it|my|his|her|our|their|every|about|no|by|with|on)\b)"
)


def split(clause: str) -> list[str]:
    """The clauses within one: a new subject, or a further verb of the same third person."""
    found = []
    for part in _NEW_SUBJECT.split(clause):
        found += _NEXT_VERB.split(part) if _THIRD_PERSON.match(part) else [part]
    return found


def interests(clause: str) -> list[str]:
    """What the clause says that somebody cares about, in its own words; a clause of no known form stays as it is."""
    bare = _SETTING.sub("", _LEADS.sub("", _spelled_out(clause)))
    if _AS_ROLE.match(bare):
        return [_AS_ROLE.sub("", bare)]
    if match := _NOUN_VERB.match(bare):
        return [f"{match['noun']} {gerund(base(match['verb']))}{match['rest']}"]
    has_subject = bool(_SUBJECT.match(bare) or _NOUN_IS.match(bare) or _PERFECT.match(bare))
    said = _predicate(bare)
    if match := _UNWANTED.match(said):
        return [f"not {gerund(match['verb'].lower())}{match['rest']}"]
    if _DENIED.match(said):
        return [said]
    if match := _ABOUT.match(said):
        return [_MINE.sub("", part) for part in listed(match["object"])]
    if match := _AIM.match(said):
        return [_aim(match)]
    if match := _HAS.match(said):
        return listed(_MINE.sub("", match["object"]))
    if match := _IS.match(said):
        if feared := _ABOUT.match(match["object"]):
            return listed(feared["object"])
        return [text for part in _roles(match["object"]) if (text := _role(part, bare))]
    return [_done(said)] if has_subject else _bare(said)


def _spelled_out(clause: str) -> str:
    text = f"{clause} ".replace("’", "'").replace("can't ", "cannot ")
    for short, full in _SHORT_FORMS:
        text = text.replace(short, full)
    return text.strip()


def _predicate(bare: str) -> str:
    """What follows the subject; the clause itself when it has none."""
    if match := _NOUN_IS.match(bare):
        return bare[match.end() - len(match.group().split()[-1]) - 1 :]
    return _SUBJECT.sub("", bare, count=1).strip()


def _aim(match: re.Match[str]) -> str:
    told = f"{match['verb']}{match['rest']}"
    if not match["not"] and _KNOW.match(told):
        return _KNOW.sub("", told)
    return ("not " if match["not"] else "") + gerund(match["verb"].lower()) + match["rest"]


def _roles(described: str) -> list[str]:
    """ "67, retired" are two things said of one person."""
    parts = [part.strip() for part in described.split(",")]
    return parts if all(len(part.split()) <= 5 for part in parts) else [described]


def _role(part: str, whole: str) -> str:
    """An age and a role as a person; what is only an adjective keeps its subject: "labour is expensive"."""
    if match := _AGE.match(part):
        return f"someone aged {match['age']}"
    part = re.sub(r"^both\s+", "", part)
    if re.fullmatch(r"[a-z]+ed", part):
        return f"someone {part}"
    is_thing = len(part.split()) == 1 and not part.endswith("s") and _NOUN_IS.match(whole)
    return whole if is_thing else part


def _done(said: str) -> str:
    """ "rent a small bakery" is "renting a small bakery"; a past form, which no rule turns, stays."""
    match = _VERB.match(said)
    if not match or match["verb"].lower().endswith("ed"):
        return said
    return gerund(base(match["verb"])) + re.sub(r"^ always\b", "", match["rest"])


def _bare(said: str) -> list[str]:
    """Words without a subject: a list, a role, a thing, or a verb in the third person ("works with plates")."""
    if _is_role(said):
        first, *more = listed(said, most_words=3) if "," in said else [said]
        return [_one(first), *more]
    match = re.match(r"^(?P<verb>[a-z]{3,}s)(?P<rest>\s+(?:an?|the|there|with|on|at|by|in|every|no)\b.*)$", said)
    if match:
        return [gerund(base(match["verb"])) + match["rest"]]
    return listed(said, most_words=3) if "," in said else [said]


def _is_role(said: str) -> bool:
    """ "curator", "Engineering manager at …", "mother of two": who someone is, when nothing else opens the clause."""
    role = re.match(r"(?:[A-Z]?[a-z-]+\s+){0,2}?(?P<last>[A-Za-z]+(?:er|or|ist|ent|ian|ant|ther|ner))(?:\s|,|$)", said)
    return role is not None and role["last"].lower() not in {"per", "never", "ever", "other", "under", "over", "for"}


def _one(role: str) -> str:
    if re.match(r"(?:an?|the)\s", role, re.I):
        return role
    small = role if role[1:2].isupper() else role[:1].lower() + role[1:]
    return f"{'an' if small[0] in 'aeiou' else 'a'} {small}"
