"""Where in the tree something is wanted, and what it is wanted instead of."""

import re

_FIRST = re.compile(
    r"^\s*(?:(?:please,?\s+)?(?:add|put|include|ask)(?:\s+(?:this|it|one|something))?\s+)?"
    r"(?:under|below|beneath|within|as part of|in the part (?:on|"
    r"about))\s+(?P<place>[^,:]{2,80})[,:]\s*(?P<rest>.+)$",
    re.I | re.S,
)
_LAST = re.compile(
    r"^(?P<wanted>.+?)\s+(?:(?:under|below|beneath|as part of)\s+(?P<under>.+?)|"
    r"(?:to|in|within)\s+(?P<part>.+?)\s+(?:branch|section|direction|part))$",
    re.I,
)
_INSTEAD = re.compile(r"^(?P<wanted>.+?),?\s+(?:instead of|rather than|in place of)\s+(?P<dropped>.+)$", re.I)
_ARTICLE = re.compile(r"^(?:the|a|an|your|that|this)\s+", re.I)


def placed(remark: str) -> tuple[str, str]:
    """A remark that opens with its place ("under costs, look at leasing"): the place, and the rest of it."""
    found = _FIRST.match(remark)
    return (_ARTICLE.sub("", found["place"].strip()), found["rest"]) if found else ("", remark)


def without_place(wanted: str) -> tuple[str, str, str]:
    """What is asked for, the place it belongs to and what it comes instead of; "" for what is not said."""
    place = dropped = ""
    if found := _INSTEAD.match(wanted):
        wanted, dropped = found["wanted"], _ARTICLE.sub("", found["dropped"])
    if found := _LAST.match(wanted):
        wanted, place = found["wanted"], _ARTICLE.sub("", found["under"] or found["part"])
    return wanted, place, dropped
